// What emitted tests need to build their inputs natively, without forall's engine: objects that code under test may
// delete, that may point to each other in cycles, and whose private members are set from outside.
//
//   TEST(ListTest_Append, passes_when_head_ne_nullptr) {
//     Node& head_next = forall::fresh(Node{2, nullptr});
//     Node& head_object = forall::fresh(Node{1, &head_next});
//     ArrayList& list = forall::fresh<ArrayList>();       // a class with a FORALL_STATE
//     FORALL_MEMBER(list, size_) = 3;
//     Node* head = &head_object;
//     Append(head, list);
//   }
//
// An object is allocated by operator new and stays reachable for ever: neither it nor anything reachable from it is a
// leak, whether the code under test frees it or not. Only code under test and smart pointers destroy it.
#ifndef FORALL_REBUILD_H_
#define FORALL_REBUILD_H_

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "forall/internal/state.h"

namespace forall::internal {

// Never destroyed, so that its contents are reachable at the check for leaks.
struct Kept {
  const void* object;
  const Kept* before;
};
inline void keep(const void* object) {
  static const Kept* last = nullptr;
  last = new Kept{object, last};
}

template <class T>
void* allocate_object() {
  if constexpr (alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    return ::operator new(sizeof(T), std::align_val_t{alignof(T)});
  } else {
    return ::operator new(sizeof(T));
  }
}

template <class Member, class T>
void construct_member(T& object) {
  auto& member = Member::in(object);
  using Type = std::remove_cv_t<std::remove_reference_t<decltype(member)>>;
  if constexpr (!std::is_trivially_default_constructible_v<Type> && std::is_default_constructible_v<Type>) {
    ::new (const_cast<Type*>(std::addressof(member))) Type();
  }
}
template <class T, class... Members>
void construct_members(T& object, MemberList<Members...>) {
  (construct_member<Members>(object), ...);
}

// A class that is made by its state: as in an exploration, memory of zeros in which the listed members are constructed.
// One with virtual functions is constructed by default.
template <class T>
constexpr bool is_raw() {
  if constexpr (!std::is_class_v<T>) {
    return false;
  } else {
    constexpr bool kIsConstructed = std::is_polymorphic_v<T> && std::is_default_constructible_v<T>;
    return !std::is_default_constructible_v<T> || (kHasState<T> && !kIsConstructed);
  }
}

// An object that no path has accessed, in raw memory.
template <class T>
T& construct_object(void* memory) {
  if constexpr (is_raw<T>()) {
    T& object = *static_cast<T*>(std::memset(memory, 0, sizeof(T)));
    if constexpr (kHasState<T>) construct_members(object, StateMembers<T>{});
    return object;
  } else if constexpr (std::is_array_v<T>) {
    using Element = std::remove_all_extents_t<T>;
    std::uninitialized_value_construct_n(static_cast<Element*>(memory), sizeof(T) / sizeof(Element));
    return *static_cast<T*>(memory);
  } else {
    return *::new (memory) T();
  }
}

}  // namespace forall::internal

namespace forall {

// An object of its own.
template <class T>
T& fresh() {
  void* const memory = internal::allocate_object<T>();
  internal::keep(memory);
  return internal::construct_object<T>(memory);
}

// The same with a value.
template <class T>
T& fresh(T value) {
  void* const memory = internal::allocate_object<T>();
  internal::keep(memory);
  return *::new (memory) T(std::move(value));
}

// An array made by new[], likewise.
template <class T>
T* fresh_array(std::size_t count) {
  T* const array = new T[count]();
  internal::keep(array);
  return array;
}
template <class T>
T* fresh_array(std::initializer_list<T> values) {
  T* const array = fresh_array<T>(values.size());
  std::size_t index = 0;
  for (const T& value : values) array[index++] = value;
  return array;
}

// A shared pointer to an object made by `fresh`. All of them share the ownership, as copies of one would.
template <class T>
std::shared_ptr<T> share(T& object) {
  static auto* const owners = new std::map<const void*, std::weak_ptr<T>>;
  std::weak_ptr<T>& owner = (*owners)[std::addressof(object)];
  std::shared_ptr<T> shared = owner.lock();
  if (shared == nullptr) owner = shared = std::shared_ptr<T>(std::addressof(object));
  return shared;
}

}  // namespace forall

#endif  // FORALL_REBUILD_H_
