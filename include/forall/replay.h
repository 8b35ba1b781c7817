// What emitted tests need to replay a case that used forall::choose or forall::observe.
//
//   TEST(StackTest, PushPop_TwoElements) {
//     const forall::replay::Choices choices{{"n", 2}, {"n#2", 7}};
//     const forall::replay::Observations observations;
//     PushPop(1);
//     EXPECT_EQ(observations.get<unsigned long>("capacity"), 8);
//   }
//
// Names are those of the exploration: "n", "p.x", "a[3]"; the second choice of the same name is "n#2". Scopes nest; the
// innermost of the thread counts.
#ifndef FORALL_REPLAY_H_
#define FORALL_REPLAY_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/candidates.h"
#include "forall/internal/name_table.h"
#include "forall/internal/scalars.h"
#include "forall/internal/text.h"

namespace forall::replay {

// A scalar of any kind.
class Value {
 public:
  template <class T, std::enable_if_t<internal::kIsScalar<T>, int> = 0>
  constexpr Value(T value)
      : bits_(bits_of(value)), float_width_(internal::kIsFloat<T> ? internal::kScalarWidth<T> : 0) {}
  // An integer, extended by its sign if it has one, or the representation of a floating-point number of this width.
  constexpr Value(internal::UWide bits, unsigned float_width) : bits_(bits), float_width_(float_width) {}

  constexpr internal::UWide bits() const { return bits_; }
  constexpr unsigned float_width() const { return float_width_; }

  template <class T>
  constexpr T as() const {
    static_assert(internal::kIsScalar<T>, "forall: a scalar type is needed here");
    if constexpr (internal::kIsFloat<T>) {
      if (float_width_ == internal::kScalarWidth<T>) return internal::from_bits<T>(bits_);
      if (float_width_ == 32) return static_cast<T>(internal::from_bits<float>(bits_));
      if (float_width_ == 64) return static_cast<T>(internal::from_bits<double>(bits_));
      if (float_width_ == 0) return static_cast<T>(static_cast<internal::Wide>(bits_));
      return static_cast<T>(internal::from_bits<long double>(bits_));
    } else {
      return internal::from_bits<T>(bits_);
    }
  }

 private:
  // An integer with its sign, so that it can be read as a wider one.
  template <class T>
  static constexpr internal::UWide bits_of(T value) {
    if constexpr (internal::kIsFloat<T>) {
      return internal::to_bits(value);
    } else {
      return static_cast<internal::UWide>(static_cast<internal::IntegerOf<T>>(value));
    }
  }

  internal::UWide bits_;
  unsigned float_width_;  // 0: an integer
};

struct NamedValue {
  std::string name;
  Value value;
};

}  // namespace forall::replay

namespace forall::internal {

// How often each name was requested: the second time "n" is "n#2".
class NameCounts {
 public:
  FORALL_INTERNAL_SUPPORT inline std::string unique(const std::string& name) {
    const unsigned count = ++counts_[name];
    return count == 1 ? name : internal::joined({name, "#", std::to_string(count)});
  }

 private:
  NameTable<unsigned> counts_;
};

FORALL_INTERNAL_SUPPORT inline const replay::Value* find_value(const std::vector<replay::NamedValue>& values,
                                                               const std::string& name) {
  for (const replay::NamedValue& value : values) {
    if (value.name == name) return &value.value;
  }
  return nullptr;
}

}  // namespace forall::internal

namespace forall::replay {

// While it lives, forall::choose takes its values from here. A choice without a value fails the test.
class Choices {
 public:
  Choices(std::initializer_list<NamedValue> values) : Choices(std::vector<NamedValue>(values)) {}
  FORALL_INTERNAL_SUPPORT inline explicit Choices(std::vector<NamedValue> values)
      : values_(std::move(values)), outer_(current()) {
    current() = this;
  }
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  FORALL_INTERNAL_SUPPORT inline ~Choices() { current() = outer_; }

  static const Choices*& current() {
    thread_local const Choices* scope = nullptr;
    return scope;
  }

  template <class T>
  T take(const std::string& name) const {
    const std::string unique = counts_.unique(name);
    const Value* value = find(unique);
    if (value != nullptr) return value->as<T>();
    ADD_FAILURE() << "forall: the test chooses '" << unique << "', for which the replayed case has no value";
    return T{};
  }
  // The value of a full name, and that of the next choice of a name; null if there is none.
  FORALL_INTERNAL_SUPPORT inline const Value* find(const std::string& name) const {
    return internal::find_value(values_, name);
  }
  FORALL_INTERNAL_SUPPORT inline const Value* next(const std::string& name) const { return find(counts_.unique(name)); }

 private:
  std::vector<NamedValue> values_;
  mutable internal::NameCounts counts_;  // a test declares the scope const
  const Choices* outer_;
};

// While it lives, it keeps the values passed to forall::observe.
class Observations {
 public:
  FORALL_INTERNAL_SUPPORT inline Observations() : outer_(current()) { current() = this; }
  Observations(const Observations&) = delete;
  Observations& operator=(const Observations&) = delete;
  FORALL_INTERNAL_SUPPORT inline ~Observations() { current() = outer_; }

  static const Observations*& current() {
    thread_local const Observations* scope = nullptr;
    return scope;
  }

  FORALL_INTERNAL_SUPPORT inline bool has(const std::string& name) const {
    return internal::find_value(values_, name) != nullptr;
  }
  // The observed value. Fails the test if nothing was observed under the name.
  template <class T>
  T get(const std::string& name) const {
    const Value* value = internal::find_value(values_, name);
    if (value != nullptr) return value->as<T>();
    ADD_FAILURE() << "forall: the test observed nothing under the name '" << name << "'";
    return T{};
  }
  const std::vector<NamedValue>& all() const { return values_; }

  FORALL_INTERNAL_SUPPORT inline void add(const std::string& name, Value value) const {
    values_.push_back({counts_.unique(name), value});
  }

 private:
  mutable std::vector<NamedValue> values_;
  mutable internal::NameCounts counts_;
  const Observations* outer_;
};

// The n-th value of the FORALL_VALUES for a parameter of a test.
template <class T, class Function>
T candidate(Function* function, const char* parameter, std::size_t index, std::size_t n) {
  const auto* list = internal::CandidateList::find(internal::CandidateList::first(),
                                                   reinterpret_cast<const void*>(function), parameter);
  if (list == nullptr || list->makes[index] == nullptr || n >= list->counts[index]()) {
    ADD_FAILURE() << "forall: FORALL_VALUES has no value " << n << " for '" << parameter << "'";
    std::abort();
  }
  alignas(T) unsigned char memory[sizeof(T)];
  list->makes[index](memory, n);
  T* made = reinterpret_cast<T*>(memory);
  T result = std::move(*made);
  std::destroy_at(made);
  return result;
}

}  // namespace forall::replay

#endif  // FORALL_REPLAY_H_
