// The members of an aggregate: how many there are, references to them, and (from C++20 on) their names.
//
// Counting: each empty pair of braces initialises exactly one member, be it a scalar, an array or a class, so the
// number of members is the greatest n for which T{{}, {}, ...} with n pairs compiles. Members are then accessed by a
// structured binding of that many names. Both need one line for each n.
#ifndef FORALL_INTERNAL_AGGREGATE_H_
#define FORALL_INTERNAL_AGGREGATE_H_

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "forall/internal/config.h"
#include "forall/internal/type_name.h"

namespace forall::internal {

inline constexpr std::size_t kMaxMembers = 32;

template <class... Ts>
struct TypeList {};

// clang-format off
#define FORALL_INTERNAL_EACH_COUNT(X) \
  X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) \
  X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32)

#define FORALL_INTERNAL_BRACES_1 {}
#define FORALL_INTERNAL_BRACES_2 FORALL_INTERNAL_BRACES_1, {}
#define FORALL_INTERNAL_BRACES_3 FORALL_INTERNAL_BRACES_2, {}
#define FORALL_INTERNAL_BRACES_4 FORALL_INTERNAL_BRACES_3, {}
#define FORALL_INTERNAL_BRACES_5 FORALL_INTERNAL_BRACES_4, {}
#define FORALL_INTERNAL_BRACES_6 FORALL_INTERNAL_BRACES_5, {}
#define FORALL_INTERNAL_BRACES_7 FORALL_INTERNAL_BRACES_6, {}
#define FORALL_INTERNAL_BRACES_8 FORALL_INTERNAL_BRACES_7, {}
#define FORALL_INTERNAL_BRACES_9 FORALL_INTERNAL_BRACES_8, {}
#define FORALL_INTERNAL_BRACES_10 FORALL_INTERNAL_BRACES_9, {}
#define FORALL_INTERNAL_BRACES_11 FORALL_INTERNAL_BRACES_10, {}
#define FORALL_INTERNAL_BRACES_12 FORALL_INTERNAL_BRACES_11, {}
#define FORALL_INTERNAL_BRACES_13 FORALL_INTERNAL_BRACES_12, {}
#define FORALL_INTERNAL_BRACES_14 FORALL_INTERNAL_BRACES_13, {}
#define FORALL_INTERNAL_BRACES_15 FORALL_INTERNAL_BRACES_14, {}
#define FORALL_INTERNAL_BRACES_16 FORALL_INTERNAL_BRACES_15, {}
#define FORALL_INTERNAL_BRACES_17 FORALL_INTERNAL_BRACES_16, {}
#define FORALL_INTERNAL_BRACES_18 FORALL_INTERNAL_BRACES_17, {}
#define FORALL_INTERNAL_BRACES_19 FORALL_INTERNAL_BRACES_18, {}
#define FORALL_INTERNAL_BRACES_20 FORALL_INTERNAL_BRACES_19, {}
#define FORALL_INTERNAL_BRACES_21 FORALL_INTERNAL_BRACES_20, {}
#define FORALL_INTERNAL_BRACES_22 FORALL_INTERNAL_BRACES_21, {}
#define FORALL_INTERNAL_BRACES_23 FORALL_INTERNAL_BRACES_22, {}
#define FORALL_INTERNAL_BRACES_24 FORALL_INTERNAL_BRACES_23, {}
#define FORALL_INTERNAL_BRACES_25 FORALL_INTERNAL_BRACES_24, {}
#define FORALL_INTERNAL_BRACES_26 FORALL_INTERNAL_BRACES_25, {}
#define FORALL_INTERNAL_BRACES_27 FORALL_INTERNAL_BRACES_26, {}
#define FORALL_INTERNAL_BRACES_28 FORALL_INTERNAL_BRACES_27, {}
#define FORALL_INTERNAL_BRACES_29 FORALL_INTERNAL_BRACES_28, {}
#define FORALL_INTERNAL_BRACES_30 FORALL_INTERNAL_BRACES_29, {}
#define FORALL_INTERNAL_BRACES_31 FORALL_INTERNAL_BRACES_30, {}
#define FORALL_INTERNAL_BRACES_32 FORALL_INTERNAL_BRACES_31, {}

#define FORALL_INTERNAL_NAMES_1 m1
#define FORALL_INTERNAL_NAMES_2 FORALL_INTERNAL_NAMES_1, m2
#define FORALL_INTERNAL_NAMES_3 FORALL_INTERNAL_NAMES_2, m3
#define FORALL_INTERNAL_NAMES_4 FORALL_INTERNAL_NAMES_3, m4
#define FORALL_INTERNAL_NAMES_5 FORALL_INTERNAL_NAMES_4, m5
#define FORALL_INTERNAL_NAMES_6 FORALL_INTERNAL_NAMES_5, m6
#define FORALL_INTERNAL_NAMES_7 FORALL_INTERNAL_NAMES_6, m7
#define FORALL_INTERNAL_NAMES_8 FORALL_INTERNAL_NAMES_7, m8
#define FORALL_INTERNAL_NAMES_9 FORALL_INTERNAL_NAMES_8, m9
#define FORALL_INTERNAL_NAMES_10 FORALL_INTERNAL_NAMES_9, m10
#define FORALL_INTERNAL_NAMES_11 FORALL_INTERNAL_NAMES_10, m11
#define FORALL_INTERNAL_NAMES_12 FORALL_INTERNAL_NAMES_11, m12
#define FORALL_INTERNAL_NAMES_13 FORALL_INTERNAL_NAMES_12, m13
#define FORALL_INTERNAL_NAMES_14 FORALL_INTERNAL_NAMES_13, m14
#define FORALL_INTERNAL_NAMES_15 FORALL_INTERNAL_NAMES_14, m15
#define FORALL_INTERNAL_NAMES_16 FORALL_INTERNAL_NAMES_15, m16
#define FORALL_INTERNAL_NAMES_17 FORALL_INTERNAL_NAMES_16, m17
#define FORALL_INTERNAL_NAMES_18 FORALL_INTERNAL_NAMES_17, m18
#define FORALL_INTERNAL_NAMES_19 FORALL_INTERNAL_NAMES_18, m19
#define FORALL_INTERNAL_NAMES_20 FORALL_INTERNAL_NAMES_19, m20
#define FORALL_INTERNAL_NAMES_21 FORALL_INTERNAL_NAMES_20, m21
#define FORALL_INTERNAL_NAMES_22 FORALL_INTERNAL_NAMES_21, m22
#define FORALL_INTERNAL_NAMES_23 FORALL_INTERNAL_NAMES_22, m23
#define FORALL_INTERNAL_NAMES_24 FORALL_INTERNAL_NAMES_23, m24
#define FORALL_INTERNAL_NAMES_25 FORALL_INTERNAL_NAMES_24, m25
#define FORALL_INTERNAL_NAMES_26 FORALL_INTERNAL_NAMES_25, m26
#define FORALL_INTERNAL_NAMES_27 FORALL_INTERNAL_NAMES_26, m27
#define FORALL_INTERNAL_NAMES_28 FORALL_INTERNAL_NAMES_27, m28
#define FORALL_INTERNAL_NAMES_29 FORALL_INTERNAL_NAMES_28, m29
#define FORALL_INTERNAL_NAMES_30 FORALL_INTERNAL_NAMES_29, m30
#define FORALL_INTERNAL_NAMES_31 FORALL_INTERNAL_NAMES_30, m31
#define FORALL_INTERNAL_NAMES_32 FORALL_INTERNAL_NAMES_31, m32
// clang-format on

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#pragma clang diagnostic ignored "-Wmissing-braces"
#elif defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

template <std::size_t n>
using Count = std::integral_constant<std::size_t, n>;

template <class T, class N>
std::false_type takes_braces(N, ...);
template <class T>
auto takes_braces(Count<0>, int) -> decltype(T{}, std::true_type{});
template <class T>
auto takes_braces(Count<1>, int) -> decltype(T{{}}, std::true_type{});
#define FORALL_INTERNAL_TAKES_BRACES(n) \
  template <class T>                    \
  auto takes_braces(Count<n>, int) -> decltype(T{FORALL_INTERNAL_BRACES_##n}, std::true_type{});
FORALL_INTERNAL_EACH_COUNT(FORALL_INTERNAL_TAKES_BRACES)
#undef FORALL_INTERNAL_TAKES_BRACES

template <class T, std::size_t n>
inline constexpr bool kTakesBraces = decltype(takes_braces<T>(Count<n>{}, 0))::value;

// Converts to a base class of T and to nothing else.
template <class T>
struct AnyBaseOf {
  template <class Base, std::enable_if_t<std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>, int> = 0>
  operator Base() const;
};
template <class T>
std::false_type starts_with_base(...);
template <class T>
auto starts_with_base(int) -> decltype(T{AnyBaseOf<T>{}}, std::true_type{});

#if defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

template <class T, std::size_t n = 0>
constexpr std::size_t count_members() {
  if constexpr (n > kMaxMembers) {
    return n;
  } else if constexpr (kTakesBraces<T, n + 1>) {
    return count_members<T, n + 1>();
  } else {
    return n;
  }
}

// Not if one of them is a bit-field.
#if defined(__cpp_concepts)
template <class... Members>
void take_references(Members&...);
template <class T>
constexpr auto have_addresses([[maybe_unused]] T& object) {
  constexpr std::size_t kCount = count_members<T>();
  if constexpr (kCount == 0) {
    return std::true_type();
  } else if constexpr (kCount == 1) {
    auto& [m1] = object;
    return std::bool_constant<requires { take_references(m1); }>();
  }
#define FORALL_INTERNAL_BIND(n)                                                            \
  else if constexpr (kCount == n) {                                                        \
    auto& [FORALL_INTERNAL_NAMES_##n] = object;                                            \
    return std::bool_constant<requires { take_references(FORALL_INTERNAL_NAMES_##n); }>(); \
  }
  FORALL_INTERNAL_EACH_COUNT(FORALL_INTERNAL_BIND)
#undef FORALL_INTERNAL_BIND
}
#else
template <class T>
std::true_type have_addresses(T&);
#endif

// Can the members be accessed by a structured binding?
template <class T>
constexpr bool is_decomposable() {
  if constexpr (std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_polymorphic_v<T>) {
    if constexpr (kTakesBraces<T, 0> && !decltype(starts_with_base<T>(0))::value) {
      if constexpr (count_members<T>() <= kMaxMembers) return decltype(have_addresses(std::declval<T&>()))::value;
    }
  }
  return false;
}

// Calls f with references to the members of the object, in the order of their declaration.
template <class T, class F>
constexpr decltype(auto) with_members([[maybe_unused]] T& object, F&& f) {
  constexpr std::size_t kCount = count_members<std::remove_cv_t<T>>();
  if constexpr (kCount == 0) {
    return f();
  } else if constexpr (kCount == 1) {
    auto& [m1] = object;
    return f(m1);
  }
#define FORALL_INTERNAL_BIND(n)                 \
  else if constexpr (kCount == n) {             \
    auto& [FORALL_INTERNAL_NAMES_##n] = object; \
    return f(FORALL_INTERNAL_NAMES_##n);        \
  }
  FORALL_INTERNAL_EACH_COUNT(FORALL_INTERNAL_BIND)
#undef FORALL_INTERNAL_BIND
}

#undef FORALL_INTERNAL_BRACES_1
#undef FORALL_INTERNAL_BRACES_2
#undef FORALL_INTERNAL_BRACES_3
#undef FORALL_INTERNAL_BRACES_4
#undef FORALL_INTERNAL_BRACES_5
#undef FORALL_INTERNAL_BRACES_6
#undef FORALL_INTERNAL_BRACES_7
#undef FORALL_INTERNAL_BRACES_8
#undef FORALL_INTERNAL_BRACES_9
#undef FORALL_INTERNAL_BRACES_10
#undef FORALL_INTERNAL_BRACES_11
#undef FORALL_INTERNAL_BRACES_12
#undef FORALL_INTERNAL_BRACES_13
#undef FORALL_INTERNAL_BRACES_14
#undef FORALL_INTERNAL_BRACES_15
#undef FORALL_INTERNAL_BRACES_16
#undef FORALL_INTERNAL_BRACES_17
#undef FORALL_INTERNAL_BRACES_18
#undef FORALL_INTERNAL_BRACES_19
#undef FORALL_INTERNAL_BRACES_20
#undef FORALL_INTERNAL_BRACES_21
#undef FORALL_INTERNAL_BRACES_22
#undef FORALL_INTERNAL_BRACES_23
#undef FORALL_INTERNAL_BRACES_24
#undef FORALL_INTERNAL_BRACES_25
#undef FORALL_INTERNAL_BRACES_26
#undef FORALL_INTERNAL_BRACES_27
#undef FORALL_INTERNAL_BRACES_28
#undef FORALL_INTERNAL_BRACES_29
#undef FORALL_INTERNAL_BRACES_30
#undef FORALL_INTERNAL_BRACES_31
#undef FORALL_INTERNAL_BRACES_32
#undef FORALL_INTERNAL_NAMES_1
#undef FORALL_INTERNAL_NAMES_2
#undef FORALL_INTERNAL_NAMES_3
#undef FORALL_INTERNAL_NAMES_4
#undef FORALL_INTERNAL_NAMES_5
#undef FORALL_INTERNAL_NAMES_6
#undef FORALL_INTERNAL_NAMES_7
#undef FORALL_INTERNAL_NAMES_8
#undef FORALL_INTERNAL_NAMES_9
#undef FORALL_INTERNAL_NAMES_10
#undef FORALL_INTERNAL_NAMES_11
#undef FORALL_INTERNAL_NAMES_12
#undef FORALL_INTERNAL_NAMES_13
#undef FORALL_INTERNAL_NAMES_14
#undef FORALL_INTERNAL_NAMES_15
#undef FORALL_INTERNAL_NAMES_16
#undef FORALL_INTERNAL_NAMES_17
#undef FORALL_INTERNAL_NAMES_18
#undef FORALL_INTERNAL_NAMES_19
#undef FORALL_INTERNAL_NAMES_20
#undef FORALL_INTERNAL_NAMES_21
#undef FORALL_INTERNAL_NAMES_22
#undef FORALL_INTERNAL_NAMES_23
#undef FORALL_INTERNAL_NAMES_24
#undef FORALL_INTERNAL_NAMES_25
#undef FORALL_INTERNAL_NAMES_26
#undef FORALL_INTERNAL_NAMES_27
#undef FORALL_INTERNAL_NAMES_28
#undef FORALL_INTERNAL_NAMES_29
#undef FORALL_INTERNAL_NAMES_30
#undef FORALL_INTERNAL_NAMES_31
#undef FORALL_INTERNAL_NAMES_32
#undef FORALL_INTERNAL_EACH_COUNT

struct ListTypes {
  template <class... Members>
  constexpr TypeList<Members...> operator()(Members&...) const {
    return {};
  }
};
// The declared types of the members.
template <class T>
using MemberTypes = decltype(with_members(std::declval<T&>(), ListTypes{}));

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif

#if __cplusplus >= 202002L
template <class T>
struct Wrapped {
  T value;
};

// Only the addresses of its members are used, and only while compiling.
template <class T>
extern const Wrapped<T> never_defined;

struct ListAddresses {
  template <class... Members>
  constexpr std::tuple<Members*...> operator()(Members&... members) const {
    return {&members...};
  }
};
#endif

// The name of a member; before C++20 its position.
template <class T, std::size_t kIndex>
FORALL_INTERNAL_BOOKKEEPING std::string member_name() {
#if __cplusplus >= 202002L
  return std::string(
      last_identifier(pretty_pointer<std::get<kIndex>(with_members(never_defined<T>.value, ListAddresses{}))>()));
#else
  return std::to_string(kIndex);
#endif
}

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_AGGREGATE_H_
