// The members of a class that can be read before it is decided which of its subtypes an object is: numbers that each
// subtype lists in its FORALL_STATE. There are none if a subtype is made in another way, or has an invariant: its objects
// are then only those that were built as a whole.
#ifndef FORALL_INTERNAL_SHARED_MEMBERS_H_
#define FORALL_INTERNAL_SHARED_MEMBERS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/objects.h"
#include "forall/internal/scalars.h"
#include "forall/internal/state.h"

namespace forall::internal {

// Is Base at a fixed place in every T?
template <class Base, class T, class = void>
inline constexpr bool kIsFixedBase = false;
template <class Base, class T>
inline constexpr bool kIsFixedBase<Base, T, std::void_t<decltype(static_cast<T*>(std::declval<Base*>()))>> =
    std::is_base_of_v<Base, T>;

template <class T, class Pointer>
inline constexpr bool kIsNumberIn = false;
template <class T, class Value, class Owner>
inline constexpr bool kIsNumberIn<T, Value Owner::*> = std::is_arithmetic_v<Value> && kIsFixedBase<Owner, T>;

template <class Subtype>
inline constexpr bool kHasOnlyState =
    kHasState<Subtype> && !ArbitraryOf<Subtype>::kExists && !FactoryOf<Subtype>::kExists &&
    !InvariantOf<Subtype>::kExists && !AxiomsOf<Subtype>::kExists && !MockOf<Subtype>::kExists;

template <class Field, class Fields>
inline constexpr bool kIsField = false;
template <class Field, class... Fields>
inline constexpr bool kIsField<Field, std::tuple<Fields...>> = (std::is_same_v<Field, Fields> || ...);

template <class T, class... Subtypes>
class SharedMembers {
  using First = std::tuple_element_t<0, std::tuple<Subtypes...>>;

 public:
  // `spelling(pointer)` is that of the type of what it points to.
  template <class Spelling>
  FORALL_INTERNAL_BOOKKEEPING static void set([[maybe_unused]] ForallClass& result,
                                              [[maybe_unused]] Spelling spelling) {
    if constexpr (kCanExist) {
      static const std::vector<ForallMember> members = find(spelling);
      result.shared = members.data();
      result.shared_count = static_cast<unsigned>(members.size());
    }
  }

 private:
  static constexpr bool kCanExist = sizeof...(Subtypes) > 1 && (kHasOnlyState<Subtypes> && ...) &&
                                    !InvariantOf<T>::kExists && !AxiomsOf<T>::kExists;

  template <class Spelling>
  FORALL_INTERNAL_BOOKKEEPING static std::vector<ForallMember> find(Spelling spelling) {
    std::vector<ForallMember> found;
    add_fields(found, spelling, StateFields<First>{});
    return found;
  }
  template <class Spelling, class... Fields>
  FORALL_INTERNAL_BOOKKEEPING static void add_fields(std::vector<ForallMember>& found, Spelling spelling,
                                                     std::tuple<Fields...>) {
    std::size_t index = 0;
    ((add_field(found, spelling, Fields{}, index), index += FieldFacts<Fields>::kNames), ...);
  }
  template <class Spelling, auto kMember>
  FORALL_INTERNAL_BOOKKEEPING static void add_field(std::vector<ForallMember>& found, Spelling spelling,
                                                    StateMember<kMember> field, std::size_t index) {
    constexpr bool kIsShared = kIsNumberIn<T, std::remove_const_t<decltype(kMember)>> &&
                               (kIsField<StateMember<kMember>, StateFields<Subtypes>> && ...);
    if constexpr (kIsShared) {
      constexpr std::uintptr_t kSomewhere = 1U << 20U;
      auto* member = std::addressof(field.in(*reinterpret_cast<T*>(kSomewhere)));
      using Value = std::remove_pointer_t<decltype(member)>;
      static const std::string name(state_name(StateNames<First>::kText, index));
      found.push_back({static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(member) - kSomewhere),
                       sizeof(Value), kScalarWidth<Value>, static_cast<unsigned>(kScalarKind<Value>), name.c_str(),
                       spelling(member)});
    }
  }
  template <class Spelling, auto kItems, auto kCount>
  static void add_field(std::vector<ForallMember>&, Spelling, StateArray<kItems, kCount>, std::size_t) {}
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SHARED_MEMBERS_H_
