// What a user declares about a class from outside, at global scope and before the tests:
//
//   FORALL_STATE(app::ArrayList, array_of(items_, capacity_), size_);   its members, private ones too
//   FORALL_INVARIANT(app::ArrayList, [](const app::ArrayList& list) { return list.is_valid(); });
//   FORALL_ARBITRARY(app::Price, ConstructorOf<app::Price>(InRange(0, 999)));   a domain of all its objects
//   FORALL_FACTORY(app::Matrix, make_matrix, int rows, int columns);    a function whose parameters are explored; they
//                                                                       need not be named: FORALL_FACTORY(C, make)
//   FORALL_CONSTRUCTOR(app::Money, long cents, app::Currency currency);    a constructor whose parameters are explored
//   FORALL_SUBTYPES(app::Shape, app::Circle, app::Square);              the dynamic types of a Shape& or Shape*
//
// Private members are named in an explicit instantiation, where names are not checked for access; it defines a friend
// function that returns the pointers to members.
#ifndef FORALL_INTERNAL_STATE_H_
#define FORALL_INTERNAL_STATE_H_

#pragma GCC system_header  // C++17 compilers know __VA_OPT__, and warn about it

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "forall/internal/aggregate.h"
#include "forall/internal/config.h"

namespace forall::internal {

// One member of a state.
template <auto kMember>
struct StateMember {
  template <class C>
  static constexpr auto& in(C& object) {
    return object.*kMember;
  }
};
// A member that points to its own array, with as many elements as another member says.
template <auto kItems, auto kCount>
struct StateArray {
  using Items = StateMember<kItems>;
  using Count = StateMember<kCount>;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <class C>
struct StateTag {
  friend constexpr auto forall_state(StateTag<C>);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

template <class C, class... Fields>
struct RevealState {
  friend constexpr auto forall_state(StateTag<C>) { return std::tuple<Fields...>{}; }
};

// The text of the members, null for a class without FORALL_STATE.
template <class C>
struct StateNames {
  static constexpr const char* kText = nullptr;
};
template <class C>
inline constexpr bool kHasState = StateNames<C>::kText != nullptr;
template <class C>
using StateFields = decltype(forall_state(StateTag<C>{}));

// The n-th identifier in the text of a state, without the array_of around members; empty after the last.
constexpr std::string_view state_name(std::string_view text, std::size_t n) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && !is_part(text[at])) ++at;
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    const bool is_marker = end < text.size() && text[end] == '(';
    at = end;
    if (is_marker) continue;
    if (n == 0) return name;
    --n;
  }
  return {};
}
constexpr std::size_t state_index(std::string_view text, std::string_view name) {
  for (std::size_t n = 0;; ++n) {
    const std::string_view found = state_name(text, n);
    if (found == name || found.empty()) return n;
  }
}

// The members one by one, arrays as two.
template <class... Members>
struct MemberList {};
template <class... Done>
constexpr MemberList<Done...> flat_members(MemberList<Done...>, std::tuple<>) {
  return {};
}
template <class... Done, auto kMember, class... Rest>
constexpr auto flat_members(MemberList<Done...>, std::tuple<StateMember<kMember>, Rest...>) {
  return flat_members(MemberList<Done..., StateMember<kMember>>{}, std::tuple<Rest...>{});
}
template <class... Done, auto kItems, auto kCount, class... Rest>
constexpr auto flat_members(MemberList<Done...>, std::tuple<StateArray<kItems, kCount>, Rest...>) {
  return flat_members(MemberList<Done..., StateMember<kItems>, StateMember<kCount>>{}, std::tuple<Rest...>{});
}
template <class C>
using StateMembers = decltype(flat_members(MemberList<>{}, StateFields<C>{}));

template <std::size_t n, class First, class... Rest>
constexpr auto member_at(MemberList<First, Rest...>) {
  if constexpr (n == 0) {
    return First{};
  } else {
    return member_at<n - 1>(MemberList<Rest...>{});
  }
}
template <class C, std::size_t n>
constexpr auto& state_member(C& object) {
  using Plain = std::remove_const_t<C>;
  static_assert(kHasState<Plain>, "forall: FORALL_MEMBER needs a FORALL_STATE of the class");
  return decltype(member_at<n>(StateMembers<Plain>{}))::in(object);
}

// Specialised by the FORALL_... macros.
template <class C>
struct InvariantOf {
  static constexpr bool kExists = false;
};
template <class C>
struct ArbitraryOf {
  static constexpr bool kExists = false;
};
struct EndOfNames;
template <class C>
struct FactoryOf {
  static constexpr bool kExists = false;
};
template <class C>
struct ConstructorOf {
  static constexpr bool kExists = false;
};
template <class Function>
struct TypesInList;
template <class... Ps>
struct TypesInList<void(Ps...)> {
  using Types = TypeList<Ps...>;
};
template <class Function>
using DeclaredTypes = typename TypesInList<Function>::Types;
template <class C>
struct SubtypesOf {
  static constexpr bool kExists = false;
};
// Are the objects of the class mocks?
template <class C>
struct IsMocked {
  static constexpr bool kValue = false;
};
// Is the class a mock, and of what?
template <class C>
struct MockOf {
  static constexpr bool kExists = false;
};

}  // namespace forall::internal

#define FORALL_INTERNAL_PARENS ()
#define FORALL_INTERNAL_EXPAND(...) \
  FORALL_INTERNAL_EXPAND4(FORALL_INTERNAL_EXPAND4(FORALL_INTERNAL_EXPAND4(__VA_ARGS__)))
#define FORALL_INTERNAL_EXPAND4(...) \
  FORALL_INTERNAL_EXPAND3(FORALL_INTERNAL_EXPAND3(FORALL_INTERNAL_EXPAND3(__VA_ARGS__)))
#define FORALL_INTERNAL_EXPAND3(...) \
  FORALL_INTERNAL_EXPAND2(FORALL_INTERNAL_EXPAND2(FORALL_INTERNAL_EXPAND2(__VA_ARGS__)))
#define FORALL_INTERNAL_EXPAND2(...) \
  FORALL_INTERNAL_EXPAND1(FORALL_INTERNAL_EXPAND1(FORALL_INTERNAL_EXPAND1(__VA_ARGS__)))
#define FORALL_INTERNAL_EXPAND1(...) __VA_ARGS__
#define FORALL_INTERNAL_FIELDS(Class, ...) \
  __VA_OPT__(FORALL_INTERNAL_EXPAND(FORALL_INTERNAL_EACH_FIELD(Class, __VA_ARGS__)))
#define FORALL_INTERNAL_EACH_FIELD(Class, member, ...) \
  FORALL_INTERNAL_FIELD(Class, member)                 \
  __VA_OPT__(, FORALL_INTERNAL_NEXT_FIELD FORALL_INTERNAL_PARENS(Class, __VA_ARGS__))
#define FORALL_INTERNAL_NEXT_FIELD() FORALL_INTERNAL_EACH_FIELD
// array_of(a, b) after the prefix is a call of a macro whose second part is 1; any other member is not.
#define FORALL_INTERNAL_STATE_array_of(items, count) ~, 1, items, count
#define FORALL_INTERNAL_SECOND(first, second, ...) second
#define FORALL_INTERNAL_IS_ARRAY(...) FORALL_INTERNAL_SECOND(__VA_ARGS__, 0, 0)
#define FORALL_INTERNAL_JOIN(a, b) FORALL_INTERNAL_JOIN_(a, b)
#define FORALL_INTERNAL_JOIN_(a, b) a##b
#define FORALL_INTERNAL_FIELD(Class, member)                                                             \
  FORALL_INTERNAL_JOIN(FORALL_INTERNAL_FIELD_, FORALL_INTERNAL_IS_ARRAY(FORALL_INTERNAL_STATE_##member)) \
  (Class, member)
#define FORALL_INTERNAL_FIELD_0(Class, member) ::forall::internal::StateMember<&Class::member>
#define FORALL_INTERNAL_FIELD_1(Class, member) FORALL_INTERNAL_ARRAY(Class, FORALL_INTERNAL_STATE_##member)
#define FORALL_INTERNAL_ARRAY(...) FORALL_INTERNAL_ARRAY_(__VA_ARGS__)
#define FORALL_INTERNAL_ARRAY_(Class, mark, one, items, count) \
  ::forall::internal::StateArray<&Class::items, &Class::count>

#define FORALL_STATE(Class, ...)                       \
  template <>                                          \
  struct forall::internal::StateNames<Class> {         \
    static constexpr const char* kText = #__VA_ARGS__; \
  };                                                   \
  template struct forall::internal::RevealState<Class __VA_OPT__(, ) FORALL_INTERNAL_FIELDS(Class, __VA_ARGS__)>

#define FORALL_INVARIANT(Class, ...)                                                   \
  template <>                                                                          \
  struct forall::internal::InvariantOf<Class> {                                        \
    static constexpr bool kExists = true;                                              \
    FORALL_INTERNAL_ANNOTATE("forall_assume") static bool holds(const Class& object) { \
      return static_cast<bool>((__VA_ARGS__)(object));                                 \
    }                                                                                  \
  }

#define FORALL_ARBITRARY(Class, ...)                                                         \
  template <>                                                                                \
  struct forall::internal::ArbitraryOf<Class> : public ::forall::internal::DomainFunctions { \
    static constexpr bool kExists = true;                                                    \
    static auto domain() { return __VA_ARGS__; }                                             \
  }

// Behind the parameters, of which there may be none, stands something: before C++20 a macro needs that.
#define FORALL_FACTORY(Class, ...) FORALL_INTERNAL_FACTORY(Class, __VA_ARGS__, ::forall::internal::EndOfNames)
#define FORALL_INTERNAL_FACTORY(Class, function, ...)                   \
  template <>                                                           \
  struct forall::internal::FactoryOf<Class> {                           \
    static constexpr bool kExists = true;                               \
    static constexpr const char* kText = #function;                     \
    static constexpr auto kFunction = &function;                        \
    static constexpr const char* kNames = #__VA_ARGS__;                 \
    using Named = ::forall::internal::DeclaredTypes<void(__VA_ARGS__)>; \
  }

#define FORALL_CONSTRUCTOR(Class, ...)                                       \
  template <>                                                                \
  struct forall::internal::ConstructorOf<Class> {                            \
    static constexpr bool kExists = true;                                    \
    static constexpr const char* kText = #__VA_ARGS__;                       \
    using Parameters = ::forall::internal::DeclaredTypes<void(__VA_ARGS__)>; \
  }

#define FORALL_SUBTYPES(Class, ...)                          \
  template <>                                                \
  struct forall::internal::SubtypesOf<Class> {               \
    static constexpr bool kExists = true;                    \
    using Types = ::forall::internal::TypeList<__VA_ARGS__>; \
  }

// The dynamic type of an interface that nobody has implemented (forall/mock.h).
#define FORALL_MOCK(Class, Mock)             \
  FORALL_SUBTYPES(Class, Mock);              \
  template <>                                \
  struct forall::internal::IsMocked<Class> { \
    static constexpr bool kValue = true;     \
  };                                         \
  template <>                                \
  struct forall::internal::MockOf<Mock> {    \
    static constexpr bool kExists = true;    \
    using Interface = Class;                 \
  }

// A member, also a private one, of an object whose class has a FORALL_STATE.
#define FORALL_MEMBER(object, member)                                                                         \
  (::forall::internal::state_member<                                                                          \
      std::remove_reference_t<decltype(object)>,                                                              \
      ::forall::internal::state_index(                                                                        \
          ::forall::internal::StateNames<std::remove_cv_t<std::remove_reference_t<decltype(object)>>>::kText, \
          #member)>(object))

#endif  // FORALL_INTERNAL_STATE_H_
