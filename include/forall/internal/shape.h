// The shape of a parameter: a tree of arrays and aggregates whose leaves are scalars. Everything that treats a value
// leaf by leaf walks this tree in one and the same order: names, descriptions, inputs, seeds, observations.
#ifndef FORALL_INTERNAL_SHAPE_H_
#define FORALL_INTERNAL_SHAPE_H_

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "forall/internal/aggregate.h"
#include "forall/internal/scalars.h"
#include "forall/internal/type_name.h"

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
      "forall: a PUT parameter of this type is not supported; supported are integers, bool, characters, enums, "
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

// The C++ spelling of a type, as it can stand in the translation unit that registers the PUT.
template <class T>
FORALL_INTERNAL_BOOKKEEPING std::string spelling() {
  using Plain = std::remove_cv_t<T>;
  if constexpr (kIsScalar<Plain>) {
    if constexpr (scalar_facts<Plain>().spelling != nullptr) return scalar_facts<Plain>().spelling;
    return type_spelling<Plain>();
  } else if constexpr (ArrayFacts<Plain>::kIsArray) {
    using Facts = ArrayFacts<Plain>;
    const std::string count = std::to_string(Facts::kCount);
    std::string element = spelling<typename Facts::Element>();
    if constexpr (Facts::kIsStdArray) return "std::array<" + element + ", " + count + ">";
    // int[2][3] is an array of 2 int[3].
    std::size_t bounds = element.size();
    if constexpr (std::is_array_v<typename Facts::Element>) bounds = element.find('[', element.rfind('>') + 1);
    return element.insert(bounds, "[" + count + "]");
  } else {
    return type_spelling<Plain>();
  }
}

struct Leaf {
  std::string name;
  std::string type;
};

template <class T>
FORALL_INTERNAL_BOOKKEEPING void append_leaves(const std::string& name, std::vector<Leaf>& leaves);

template <class T, class... Members, std::size_t... kIndices>
FORALL_INTERNAL_BOOKKEEPING void append_member_leaves(const std::string& name, std::vector<Leaf>& leaves,
                                                      TypeList<Members...>, std::index_sequence<kIndices...>) {
  (append_leaves<std::remove_cv_t<Members>>(name + "." + member_name<T, kIndices>(), leaves), ...);
}

// The leaves of a value of type T called `name`: "a", "p.x", "a[3]", "m.grid[1][2]".
template <class T>
FORALL_INTERNAL_BOOKKEEPING void append_leaves(const std::string& name, std::vector<Leaf>& leaves) {
  if constexpr (kIsScalar<T>) {
    leaves.push_back({name, spelling<T>()});
  } else if constexpr (ArrayFacts<T>::kIsArray) {
    using Element = std::remove_cv_t<typename ArrayFacts<T>::Element>;
    for (std::size_t i = 0; i < ArrayFacts<T>::kCount; ++i) {
      append_leaves<Element>(name + "[" + std::to_string(i) + "]", leaves);
    }
  } else {
    append_member_leaves<T>(name, leaves, MemberTypes<T>{}, std::make_index_sequence<count_members<T>()>{});
  }
}

template <class T>
FORALL_INTERNAL_BOOKKEEPING std::vector<Leaf> leaves_of(const std::string& name) {
  std::vector<Leaf> leaves;
  append_leaves<T>(name, leaves);
  return leaves;
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SHAPE_H_
