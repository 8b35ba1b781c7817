// For emitted tests which show that a test with .Pure() is not pure: calls on an object after the test, and on a copy
// of it from before, that have different outcomes.
//
//   auto& compared1 = forall::replay::writable(store);
//   auto compared1_before = compared1;
//   Adds(store);
//   forall::replay::expect_same(compared1, compared1_before, "total()", "store_test.cpp", 12,
//                               [&](auto& object) -> decltype(auto) { return object.total(); });
#ifndef FORALL_REPLAY_PURITY_H_
#define FORALL_REPLAY_PURITY_H_

#include <cxxabi.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace forall::replay {

// The object as its own variable has it: a test may take it by a reference to const.
template <class T>
std::remove_const_t<T>& writable(T& object) {
  return const_cast<std::remove_const_t<T>&>(object);
}

// An argument for a parameter T&.
template <class T>
T& lvalue(T&& value) {
  return value;
}

// A value by its bytes.
template <class T>
T made_of(std::initializer_list<unsigned char> bytes) {
  static_assert(std::is_trivially_copyable_v<T>, "bytes are all that there is to the value");
  alignas(T) unsigned char memory[sizeof(T)] = {};
  std::size_t at = 0;
  for (const unsigned char byte : bytes) {
    if (at < sizeof(T)) memory[at++] = byte;
  }
  return *std::launder(reinterpret_cast<T*>(memory));
}

namespace purity {

template <class T, class = void>
struct HasEqual : std::false_type {};
template <class T>
struct HasEqual<T, std::void_t<decltype(static_cast<bool>(std::declval<const T&>() == std::declval<const T&>()))>>
    : std::true_type {};

// As the exploration compares results: pointers by whether they are null; all NaNs are equal.
template <class T>
bool is_same(const T& a, const T& b) {
  if constexpr (std::is_pointer_v<T>) {
    return (a == nullptr) == (b == nullptr);
  } else if constexpr (std::is_floating_point_v<T>) {
    return a == b || (a != a && b != b);
  } else if constexpr (HasEqual<T>::value) {
    return static_cast<bool>(a == b);
  } else if constexpr (std::has_unique_object_representations_v<T>) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  } else {
    return true;
  }
}

inline std::string current_exception_name() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? name.get() : type->name();
}

// The outcome of a call.
template <class Object, class Call>
class Outcome {
  using Returned = decltype(std::declval<const Call&>()(std::declval<Object&>()));
  using Result = std::conditional_t<std::is_void_v<Returned>, bool, std::decay_t<Returned>>;
  static constexpr bool kIsKept = !std::is_void_v<Returned> && std::is_constructible_v<Result, Returned>;

 public:
  Outcome(const Call& call, Object& object) {
    try {
      if constexpr (kIsKept) {
        result_.emplace(call(object));
      } else {
        (void)call(object);
      }
    } catch (...) {
      thrown_ = current_exception_name();
    }
  }

  bool operator==(const Outcome& other) const {
    if (thrown_ != other.thrown_ || result_.has_value() != other.result_.has_value()) return false;
    return !result_ || is_same(*result_, *other.result_);
  }
  bool operator!=(const Outcome& other) const { return !(*this == other); }

  std::string text() const {
    if (!thrown_.empty()) return "throws " + thrown_;
    return result_ ? "returns " + ::testing::PrintToString(*result_) : "returns";
  }

 private:
  std::optional<std::conditional_t<kIsKept, Result, bool>> result_;
  std::string thrown_;
};

}  // namespace purity

// The test fails, at the place of its registration, unless the call has the same outcome on both.
template <class Object, class Call>
void expect_same(Object& object, Object& before, const char* text, const char* file, int line, const Call& call) {
  const purity::Outcome<Object, Call> without(call, before), with(call, object);
  if (with != without) {
    ADD_FAILURE_AT(file, line) << "not pure: " << text << " " << with.text() << ", without the test it "
                               << without.text();
  }
}

}  // namespace forall::replay

#endif  // FORALL_REPLAY_PURITY_H_
