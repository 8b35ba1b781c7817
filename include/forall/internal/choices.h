// Values made of named choices: the results of forall::choose in a closed test, and the values that a closed test has
// the domain of a parameter make.
#ifndef FORALL_INTERNAL_CHOICES_H_
#define FORALL_INTERNAL_CHOICES_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <tuple>
#include <utility>

#include "forall/internal/put.h"
#include "forall/rebuild.h"
#include "forall/replay.h"

namespace forall {

namespace internal::closed {

// Keeps the domains, so that an emitted test can have their values made again.
class Registration {
 public:
  template <class Declared>
  Registration(const Declared& declared) {
    if constexpr (require_supported<Declared>() && has_made(static_cast<typename Declared::Domains*>(nullptr))) {
      domains_ = new typename Declared::Domains(declared.domains);
      make_ = &make_one<typename Declared::Domains, typename Declared::Put::Parameters>;
    }
  }
  // Constructs an argument for the parameter of this index.
  void make(std::size_t index, const replay::Choices& values, void* place) const {
    make_(domains_, index, values, place);
  }

 private:
  using Make = void (*)(const void* domains, std::size_t index, const replay::Choices& values, void* place);

  template <class... Bound>
  static constexpr bool has_made(std::tuple<Bound...>*) {
    return (Bound::kIsMade || ...);
  }
  template <class Domains, class Parameters>
  static void make_one(const void* domains, std::size_t index, const replay::Choices& values, void* place) {
    make_parameter(*static_cast<const Domains*>(domains), index, values, place, Parameters{},
                   std::make_index_sequence<std::tuple_size_v<Domains>>{});
  }
  template <class Domains, class... Ps, std::size_t... kIndices>
  static void make_parameter(const Domains& domains, std::size_t index, const replay::Choices& values, void* place,
                             TypeList<Ps...>, std::index_sequence<kIndices...>) {
    static_cast<void>(
        ((index == kIndices && (make_in<Stored<Ps>>(std::get<kIndices>(domains), values, place), true)) || ...));
  }
  template <class T, class Bound>
  static void make_in(const Bound& domain, const replay::Choices& values, void* place);

  const void* domains_ = nullptr;  // lives as long as the process
  Make make_ = nullptr;
};

}  // namespace internal::closed

namespace internal::native {

// Takes the scalars of a value from a scope of choices. Without a scope, they have the defaults that an exploration
// starts with.
class ChoiceSource : public ScalarList {
 public:
  explicit ChoiceSource(const replay::Choices* choices) : choices_(choices) {}
  ~ChoiceSource() {
    while (last_ != nullptr) ::operator delete(std::exchange(last_, last_->before));
  }

  void* allocate(std::size_t bytes, std::size_t) {
    void* const memory = std::memset(::operator new(sizeof(Block) + bytes), 0, sizeof(Block) + bytes);
    last_ = new (memory) Block{last_};
    return last_ + 1;
  }
  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    T& value = *const_cast<T*>(place);
    value = otherwise;
    if (choices_ == nullptr) return;
    const bool is_part = std::strpbrk(name, ".[>") != nullptr;
    if (!is_part) {
      value = choices_->take<T>(name);
    } else if (const replay::Value* chosen = choices_->next(name)) {
      value = chosen->template as<T>();
    }
  }
  const char* reference(const char* to) { return member("&", to); }
  void assume(bool) {}
  void limit_calls(unsigned) {}
  template <class T>
  static void not_written() {}
  void hold(bool) {}
  void bound(bool, const char*) {}
  template <class Count>
  void bound_length(Count, std::size_t, const char*) {}
  std::size_t room() const { return 64; }
  void built_for(std::size_t, std::size_t) {}
  template <class T>
  static constexpr bool stand_in(const char*, T*) {
    return false;
  }
  static constexpr bool stands_in() { return false; }
  void law_is_assumed(const char*) {}  // laws are those of a case, which has another source
  void not_made(const char* type) {
    ADD_FAILURE() << "forall: only axioms are known of " << type << ", so no object of it can be made";
  }
  // Natively the number of elements is known when they are made.
  std::size_t room_for(std::size_t size, std::size_t) const { return size; }
  // The elements of a view must outlive it.
  template <class T>
  T* array(std::size_t count) {
    T* const block = std::allocator<T>().allocate(count + 1);
    ::forall::internal::keep(block);
    return block;
  }
  void pointer(const char* name, void** place, const void*, unsigned) {
    ADD_FAILURE() << "forall: '" << name << "' is a pointer, which cannot be chosen here";
    *place = nullptr;
  }
  void extent(const void*, const void*, std::size_t, std::size_t) {}
  void terminated(const char*, std::size_t) {}
  void begin_building() {}
  void end_building() {}
  // There are none, since there are no pointers.
  template <class Owner>
  static const Owner*& first_owner() {
    static const Owner* none = nullptr;
    return none;
  }

 private:
  const replay::Choices* choices_;
  struct alignas(std::max_align_t) Block {
    Block* before;
  };
  Block* last_ = nullptr;
};

template <class T>
struct ChosenValue {
  alignas(T) unsigned char memory[sizeof(T)];
  T* place() { return reinterpret_cast<T*>(memory); }
  ~ChosenValue() { std::destroy_at(place()); }
};

}  // namespace internal::native

template <class T, class Bound>
void internal::closed::Registration::make_in([[maybe_unused]] const Bound& domain,
                                             [[maybe_unused]] const replay::Choices& values,
                                             [[maybe_unused]] void* place) {
  if constexpr (Bound::kIsMade) {
    native::ChoiceSource source(&values);
    build_in(domain, source, "", static_cast<T*>(place));
  }
}

namespace replay {

// The value that the domain of a parameter makes of these inputs.
template <class T>
T make(const internal::closed::Registration& put, std::size_t index, std::initializer_list<NamedValue> inputs) {
  const Choices values(inputs);
  internal::native::ChosenValue<T> made;
  put.make(index, values, made.place());
  return std::move(*made.place());
}
// The same for the FORALL_ARBITRARY of a class.
template <class T>
T arbitrary(std::initializer_list<NamedValue> inputs) {
  const Choices values(inputs);
  internal::native::ChoiceSource source(&values);
  internal::native::ChosenValue<T> made;
  internal::build_input(source, "", made.place());
  return std::move(*made.place());
}

}  // namespace replay

}  // namespace forall

#endif  // FORALL_INTERNAL_CHOICES_H_
