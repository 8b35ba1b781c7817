// The inputs of a stored case, built natively: a source (adapter.h) that looks each scalar up by its name.
//
// An exploration builds the objects that pointers point to when code accesses them; here they are built at once, each
// when the pointer that it belongs to is made. Another pointer may refer to it before that, because objects were
// accessed in another order: then its memory is allocated already, and is filled in later. An object that no path has
// accessed has no inputs and is a fresh object.
//
// If the case has no value for an input, or one of another type, or values that do not meet their assumptions, the code
// has changed since: the case is stale.
#ifndef FORALL_INTERNAL_REPLAYED_CASE_H_
#define FORALL_INTERNAL_REPLAYED_CASE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "forall/internal/attempt.h"
#include "forall/internal/classes.h"
#include "forall/internal/name_table.h"
#include "forall/internal/observed.h"
#include "forall/internal/shared_members.h"
#include "forall/internal/stored_cases.h"
#include "forall/rebuild.h"
#include "forall/replay.h"

namespace forall::internal::native {

// A class that a replayed case can have objects of.
struct ReplayedClass : ForallClass {
  void (*construct)(
      void* memory);  // an object that was never accessed; null for mocks, which need no inputs to be built
};

FORALL_INTERNAL_SUPPORT inline const char* kind_name(unsigned kind) {
  constexpr unsigned kCount = sizeof kScalarKindNames / sizeof *kScalarKindNames;
  return kind < kCount ? kScalarKindNames[kind] : "unknown";
}

// "head" -> "*head", "&list" -> "list".
FORALL_INTERNAL_SUPPORT inline std::string object_name(const std::string& pointer) {
  return !pointer.empty() && pointer.front() == '&' ? pointer.substr(1) : joined({"*", pointer});
}
// "p.x"; for an object that a pointer points to, "head->x".
FORALL_INTERNAL_SUPPORT inline std::string member_name(const std::string& of, std::string_view name) {
  const std::string_view whole = of;
  const bool is_object = !whole.empty() && whole.front() == '*';
  return joined({is_object ? whole.substr(1) : whole, is_object ? "->" : ".", name});
}
FORALL_INTERNAL_SUPPORT inline std::string element_name(const std::string& of, std::string_view index) {
  const bool is_object = !of.empty() && of.front() == '*';
  return joined({is_object ? "(" : "", of, is_object ? ")[" : "[", index, "]"});
}

// The case that runs.
class ReplayedCase {
 public:
  FORALL_INTERNAL_SUPPORT inline explicit ReplayedCase(const ForallStoredCase& stored)
      : stored_(stored), outer_(current()) {
    for (std::size_t i = 0; i < stored.input_count; ++i) inputs_[stored.inputs[i].name] = stored.inputs + i;
    current() = this;
  }
  ReplayedCase(const ReplayedCase&) = delete;
  ReplayedCase& operator=(const ReplayedCase&) = delete;
  FORALL_INTERNAL_SUPPORT inline ~ReplayedCase() { current() = outer_; }

  static ReplayedCase*& current() {
    thread_local ReplayedCase* running = nullptr;
    return running;
  }

  // Why the case is stale, empty if it is not. Code under test may have caught the exception.
  const std::string& staleness() const { return staleness_; }
  [[noreturn]] FORALL_INTERNAL_SUPPORT inline void be_stale(const std::string& why) {
    if (staleness_.empty()) staleness_ = why;
    throw StaleCase{};
  }
  // Why the case cannot be run in this program, empty if it can.
  const std::string& obstacle() const { return obstacle_; }
  [[noreturn]] FORALL_INTERNAL_SUPPORT inline void be_left_out(const std::string& why) {
    obstacle_ = why;
    throw StaleCase{};
  }
  // A run that was recorded as crashed may have got here, beyond the place where it did.
  const std::string& survival() const { return survival_; }

  FORALL_INTERNAL_SUPPORT inline UWide take(const char* name, ScalarKind kind, unsigned width) {
    const std::string unique = counts_.unique(name);
    const ForallStoredScalar* stored = find(unique);
    if (stored == nullptr && is_partly_read_) return 0;
    if (stored == nullptr) miss(unique);
    if (stored->kind != static_cast<unsigned>(kind) || stored->width != width) {
      be_stale(joined({"'", unique, "' was recorded as ", kind_name(stored->kind), " of ",
                       std::to_string(stored->width), " bits, and is ", kind_name(static_cast<unsigned>(kind)), " of ",
                       std::to_string(width), " bits now"}));
    }
    return bits_of(*stored);
  }
  FORALL_INTERNAL_SUPPORT inline void* point(const char* name, const ForallClass* type, unsigned flags) {
    const std::string unique = counts_.unique(name);
    const std::string own = object_name(unique);
    const ForallStoredScalar* stored = find(unique);
    // A pointer that could only point to its own object is not an input.
    if (stored == nullptr && (flags & FORALL_MAY_BE_NULL) != 0) {
      if (is_partly_read_) return nullptr;
      miss(unique);
    }
    const std::string target = stored == nullptr ? own : stored->target;
    if (target.empty()) return nullptr;
    Object& object = objects_[target];
    if (object.memory == nullptr) allocate_object(object, target, type, target == own);
    const std::ptrdiff_t offset = offset_in(type, object.type, target);
    if (target == own && !object.is_built) build(object, own, type);
    return static_cast<char*>(object.memory) + offset;
  }

  const char* keep_name(std::string name) { return names_.keep(std::move(name)); }
  // No value has more elements than inputs, unless elements have none.
  FORALL_INTERNAL_SUPPORT inline void check_size(std::size_t size) {
    constexpr std::size_t kMostEmpty = 4096;
    if (size > stored_.input_count + kMostEmpty) be_stale("it has too few elements");
  }
  // A slot for something that exists once in each case; null at first.
  FORALL_INTERNAL_SUPPORT inline void*& slot(const void* key) {
    return slots_[std::string_view(reinterpret_cast<const char*>(&key), sizeof key)];
  }

 private:
  struct Object {
    void* memory = nullptr;
    const ForallClass* type = nullptr;  // the dynamic one
    bool is_built = false;
  };

  FORALL_INTERNAL_SUPPORT inline const ForallStoredScalar* find(const std::string& name) {
    const ForallStoredScalar** const found = inputs_.find(name);
    return found == nullptr ? nullptr : *found;
  }
  // Null if it was recorded without one.
  FORALL_INTERNAL_SUPPORT inline const char* stored_type(const std::string& object) const {
    for (std::size_t i = 0; i < stored_.object_count; ++i) {
      if (object == stored_.objects[i].name) return stored_.objects[i].type;
    }
    return nullptr;
  }

  // Found by its name, or, if another compiler spells the name differently, by its number among the subtypes of the
  // pointer that the object belongs to.
  FORALL_INTERNAL_SUPPORT inline const ForallClass* dynamic_type(const std::string& object, const ForallClass* type,
                                                                 bool is_own) {
    if (type->subtype_count == 1) return type->subtypes[0];
    const char* const stored = stored_type(object);
    for (unsigned k = 0; stored != nullptr && k < type->subtype_count; ++k) {
      if (std::strcmp(type->subtypes[k]->spelling, stored) == 0) return type->subtypes[k];
    }
    const ForallStoredScalar* number = is_own ? find(member_name(object, kDynamicType)) : nullptr;
    if (number != nullptr && number->low < type->subtype_count) return type->subtypes[number->low];
    be_stale(joined({"'", object, "' was recorded as ", stored == nullptr ? "an object" : stored,
                     ", which is not of type ", type->spelling}));
  }
  FORALL_INTERNAL_SUPPORT inline void allocate_object(Object& object, const std::string& name, const ForallClass* type,
                                                      bool is_own) {
    object.type = dynamic_type(name, type, is_own);
    object.memory = object.type->alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                        ? ::operator new(object.type->size, std::align_val_t{object.type->alignment})
                        : ::operator new(object.type->size);
    ::forall::internal::keep(object.memory);
    if (!is_built_of_inputs(object, name)) static_cast<const ReplayedClass*>(object.type)->construct(object.memory);
  }
  FORALL_INTERNAL_SUPPORT inline std::ptrdiff_t offset_in(const ForallClass* type, const ForallClass* dynamic,
                                                          const std::string& object) {
    for (unsigned k = 0; k < type->subtype_count; ++k) {
      if (type->subtypes[k] == dynamic) return type->offsets[k];
    }
    be_stale(joined({"'", object, "' is ", dynamic->spelling, ", which is not of type ", type->spelling}));
  }
  FORALL_INTERNAL_SUPPORT inline void build(Object& object, const std::string& name, const ForallClass* type) {
    object.is_built = true;
    if (!is_built_of_inputs(object, name)) return;
    const bool before = is_partly_read_;
    is_partly_read_ = has_only_shared_inputs(name, type);
    object.type->build(object.type, object.memory, keep_name(name));
    is_partly_read_ = before;
  }
  FORALL_INTERNAL_SUPPORT inline bool is_built_of_inputs(const Object& object, const std::string& name) {
    return static_cast<const ReplayedClass*>(object.type)->construct == nullptr || has_inputs(name);
  }

  // Is one of its inputs a part of the object, other than the number of its dynamic type, for which `is_asked(name)`
  // holds? The name is that of the part.
  template <class IsAsked>
  bool any_part(const std::string& object, IsAsked is_asked) {
    const std::string type = member_name(object, kDynamicType);
    const std::string member = member_name(object, "");
    std::string element = element_name(object, "");
    element.pop_back();
    for (std::size_t i = 0; i < stored_.input_count; ++i) {
      const char* const name = stored_.inputs[i].name;
      const bool is_member = std::strncmp(name, member.c_str(), member.size()) == 0;
      const bool is_part = is_member || std::strncmp(name, element.c_str(), element.size()) == 0;
      if (is_part && name != type && is_asked(is_member ? name + member.size() : "")) return true;
    }
    return false;
  }
  FORALL_INTERNAL_SUPPORT inline bool has_inputs(const std::string& object) {
    return find(object) != nullptr || any_part(object, [](const char*) { return true; });
  }
  // Then it does not matter which of its dynamic types the object has, and what else is in it.
  FORALL_INTERNAL_SUPPORT inline bool has_only_shared_inputs(const std::string& object, const ForallClass* type) {
    if (type->shared_count == 0 || find(object) != nullptr) return false;
    return !any_part(object, [type](const char* name) {
      for (unsigned i = 0; i < type->shared_count; ++i) {
        if (std::strcmp(type->shared[i].name, name) == 0) return false;
      }
      return true;
    });
  }

  static constexpr std::string_view kDynamicType = "dynamic_type";

  const ForallStoredCase& stored_;
  ReplayedCase* outer_;
  NameTable<const ForallStoredScalar*> inputs_;
  NameTable<Object> objects_;
  NameTable<void*> slots_;  // by address
  KeptTexts names_;
  NameCounts counts_;
  bool is_partly_read_ = false;  // the object that is being built
  [[noreturn]] FORALL_INTERNAL_SUPPORT inline void miss(const std::string& name) {
    std::string why = joined({"it has no value for '", name, "'"});
    if (stored_.outcome != FORALL_STORED_CRASHED) be_stale(why);
    survival_ = joined({"does not crash while inputs are made; ", why});
    throw StaleCase{};
  }

  std::string staleness_;
  std::string obstacle_;
  std::string survival_;
};

// Copies are the same source.
class ReplaySource {
 public:
  explicit ReplaySource(ReplayedCase& replayed) : case_(&replayed) {}

  FORALL_INTERNAL_SUPPORT inline const char* member(const char* of, const char* name) {
    return case_->keep_name(member_name(of, name));
  }
  FORALL_INTERNAL_SUPPORT inline const char* element(const char* of, std::size_t index) {
    return case_->keep_name(element_name(of, std::to_string(index)));
  }
  FORALL_INTERNAL_SUPPORT inline const char* reference(const char* to) { return case_->keep_name(joined({"&", to})); }

  // Memory allocated here is never freed, and is not a leak.
  FORALL_INTERNAL_SUPPORT inline void* allocate(std::size_t bytes, std::size_t alignment) {
    void* const memory = alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                             ? ::operator new(bytes, std::align_val_t{alignment})
                             : ::operator new(bytes);
    ::forall::internal::keep(memory);
    return memory;
  }
  template <class T>
  T* array(std::size_t count) {
    T* const block = std::allocator<T>().allocate(count);
    ::forall::internal::keep(block);
    return block;
  }

  template <class T>
  void scalar(const char* name, const T* place, T) {
    *const_cast<T*>(place) = from_bits<T>(case_->take(name, kScalarKind<T>, kScalarWidth<T>));
  }
  void pointer(const char* name, void** place, const ForallClass* type, unsigned flags) {
    *place = case_->point(name, type, flags);
  }
  FORALL_INTERNAL_SUPPORT inline void assume(bool condition) {
    if (!condition) case_->be_stale("its inputs are no longer allowed (by a domain, an invariant or a factory)");
  }
  void hold(bool condition) { assume(condition); }
  void limit_calls(unsigned) {}
  template <class T>
  static void not_written() {}
  void bound(bool, const char*) {}
  template <class Count>
  void bound_length(Count, std::size_t, const char*) {}
  std::size_t room() const { return 0; }
  // Exactly what is needed, so that sanitizers see the end.
  std::size_t room_for(std::size_t size, std::size_t) const {
    case_->check_size(size);
    return size;
  }
  void built_for(std::size_t, std::size_t) {}
  template <class T>
  static constexpr bool stand_in(const char*, T*) {
    return false;
  }
  static constexpr bool stands_in() { return false; }
  FORALL_INTERNAL_SUPPORT inline void not_made(const char* type) {
    case_->be_stale(joined({"only axioms are known of ", type, ", so no object of it can be made"}));
  }
  FORALL_INTERNAL_SUPPORT inline void law_is_assumed(const char* type) {
    case_->be_left_out(
        joined({"the test uses laws about ", type, ", which mocks do not obey; forall explore looks at it"}));
  }
  void extent(const void*, const void*, std::size_t, std::size_t) {}
  void terminated(const char*, std::size_t) {}
  void begin_building() {}
  void end_building() {}
  FORALL_INTERNAL_SUPPORT inline void make_candidate(const char* name, const CandidateList& list, std::size_t index,
                                                     void* place) {
    auto* number = static_cast<unsigned*>(allocate(sizeof(unsigned), alignof(unsigned)));
    scalar(member(name, "candidate"), number, 0U);
    assume(*number < list.counts[index]());
    list.makes[index](place, *number);
  }

  template <class Owner>
  const Owner*& first_owner() {
    static const char key = 0;
    void*& slot = case_->slot(&key);
    if (slot == nullptr) slot = new (allocate(sizeof(const Owner*), alignof(const Owner*))) const Owner*(nullptr);
    return *static_cast<const Owner**>(slot);
  }

 private:
  ReplayedCase* case_;
};

}  // namespace forall::internal::native

namespace forall::internal {

struct ReplayBuilder {
  using Class = native::ReplayedClass;
  template <class T>
  static void set(Class& result) {
    result.build = &build<T>;
    if constexpr (!MockOf<T>::kExists) result.construct = &construct<T>;
  }
  template <class T>
  static void set_stand_in(Class&) {}
  template <class T, class... Subtypes>
  static void set_shared(Class& result) {
    SharedMembers<T, Subtypes...>::set(result, [](auto*) { return ""; });
  }
  template <class T>
  static constexpr bool stands_in() {
    return false;
  }

 private:
  template <class T>
  static void build(const ForallClass*, void* object, const char* name) {
    native::ReplaySource source(*native::ReplayedCase::current());
    T* place = static_cast<T*>(object);
    build_input(source, name, place);
  }
  // An object of a factory without parameters needs no inputs.
  template <class T>
  static constexpr bool is_made_of_nothing() {
    if constexpr (FactoryOf<T>::kExists && !ArbitraryOf<T>::kExists) {
      return std::is_same_v<typename FactoryCall<T>::Parameters, TypeList<>>;
    } else {
      return false;
    }
  }
  template <class T>
  static void construct(void* memory) {
    if constexpr (is_made_of_nothing<T>()) {
      build<T>(nullptr, memory, "");
    } else if constexpr (kNeedsAxioms<T>) {
      native::ReplaySource(*native::ReplayedCase::current()).not_made(type_spelling<T>().c_str());
    } else {
      construct_object<T>(memory);
    }
  }
};

template <class T, class Owner>
struct ClassOf : ClassConstant<T, Owner, ReplayBuilder> {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_REPLAYED_CASE_H_
