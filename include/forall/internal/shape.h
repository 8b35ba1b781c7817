// The shape of a parameter: a tree of arrays and aggregates whose leaves are scalars. Everything that treats a value
// leaf by leaf walks this tree in one and the same order: names, descriptions, inputs, seeds, observations.
#ifndef FORALL_INTERNAL_SHAPE_H_
#define FORALL_INTERNAL_SHAPE_H_

#include <array>
#include <cstddef>
#include <type_traits>

#include "forall/internal/aggregate.h"
#include "forall/internal/scalars.h"

namespace forall::internal {

template <class T>
struct ArrayFacts {
  static constexpr bool kIsArray = false;
};
template <class T, std::size_t kSize>
struct ArrayFacts<T[kSize]> {
  static constexpr bool kIsArray = true;
  static constexpr bool kIsStdArray = false;
  static constexpr std::size_t kCount = kSize;
  using Element = T;
};
template <class T, std::size_t kSize>
struct ArrayFacts<std::array<T, kSize>> {
  static constexpr bool kIsArray = true;
  static constexpr bool kIsStdArray = true;
  static constexpr std::size_t kCount = kSize;
  using Element = T;
};

template <class T>
constexpr bool is_supported();
template <class... Members>
constexpr bool are_supported(TypeList<Members...>) {
  return (is_supported<std::remove_cv_t<Members>>() && ...);
}

template <class T>
constexpr bool is_supported() {
  if constexpr (kIsScalar<T>) {
    return true;
  } else if constexpr (ArrayFacts<T>::kIsArray) {
    return is_supported<std::remove_cv_t<typename ArrayFacts<T>::Element>>();
  } else if constexpr (is_decomposable<T>()) {
    return are_supported(MemberTypes<T>{});
  } else {
    return false;
  }
}

// What a parameter of this type is stored as.
template <class Parameter>
using Stored = std::remove_cv_t<std::remove_reference_t<Parameter>>;

// Fails to compile, with one message, for a type that cannot be an input.
template <class T>
struct RequireSupported {
  static_assert(
      is_supported<T>(),
      "forall: a PUT parameter of this type is not supported; supported are numbers, bool, characters, enums, "
      "and std::array, C arrays (by reference) and aggregates of these: take its parts as parameters and build "
      "the object inside the test");
};

// Calls visit(leaf) for each scalar of the object.
template <class T, class Visit>
void for_each_leaf(T& object, Visit& visit) {
  using Plain = std::remove_cv_t<T>;
  if constexpr (kIsScalar<Plain>) {
    visit(object);
  } else if constexpr (ArrayFacts<Plain>::kIsArray) {
    for (auto& element : object) for_each_leaf(element, visit);
  } else {
    with_members(object, [&visit](auto&... members) { (for_each_leaf(members, visit), ...); });
  }
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SHAPE_H_
