// Types and PUTs described as data, for everything that is the same whatever the type: names of inputs, texts, the
// catalog. Only the functions that read a type into its description are templates, so a registration adds little code.
#ifndef FORALL_INTERNAL_DESCRIPTION_H_
#define FORALL_INTERNAL_DESCRIPTION_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/aggregate.h"
#include "forall/internal/config.h"
#include "forall/internal/scalars.h"
#include "forall/internal/shape.h"
#include "forall/internal/text.h"
#include "forall/internal/type_name.h"

namespace forall::internal {

struct TypeDescription {
  enum class Kind { Scalar, Array, Aggregate };
  Kind kind = Kind::Scalar;
  std::string spelling;                 // as it can stand in the translation unit of the PUT
  ScalarKind scalar = ScalarKind::Int;  // Scalar
  unsigned width = 0;                   // Scalar
  bool is_signed = false;               // Scalar
  bool is_std_array = false;            // Array
  std::size_t count = 0;                // Array
  std::vector<TypeDescription> parts;   // the one element of an Array, the members of an Aggregate
  std::vector<std::string> part_names;  // Aggregate
};

FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_scalar(const std::string& spelling, ScalarKind kind,
                                                                   unsigned width, bool is_signed) {
  TypeDescription result;
  result.spelling = spelling;
  result.scalar = kind;
  result.width = width;
  result.is_signed = is_signed;
  return result;
}

FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_array(const TypeDescription& element, bool is_std_array,
                                                                  std::size_t count) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Array;
  result.is_std_array = is_std_array;
  result.count = count;
  if (is_std_array) {
    result.spelling = joined({"std::array<", element.spelling, ", ", std::to_string(count), ">"});
  } else {
    // int[2][3] is an array of 2 int[3]: the outer bound comes first.
    const bool is_nested = element.kind == TypeDescription::Kind::Array && !element.is_std_array;
    const std::size_t bounds =
        is_nested ? element.spelling.find('[', element.spelling.rfind('>') + 1) : element.spelling.size();
    const std::string_view spelled = element.spelling;
    result.spelling = joined({spelled.substr(0, bounds), "[", std::to_string(count), "]", spelled.substr(bounds)});
  }
  result.parts.push_back(element);
  return result;
}

template <class T>
TypeDescription describe_type();

template <class T, class... Members, std::size_t... kIndices>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_aggregate(TypeList<Members...>, std::index_sequence<kIndices...>) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Aggregate;
  result.spelling = type_spelling<T>();
  (result.parts.push_back(describe_type<std::remove_cv_t<Members>>()), ...);
  (result.part_names.push_back(member_name<T, kIndices>()), ...);
  return result;
}

template <class T>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_type() {
  if constexpr (kIsScalar<T>) {
    constexpr const char* kSpelling = scalar_facts<T>().spelling;
    return describe_scalar(kSpelling != nullptr ? kSpelling : type_spelling<T>(), kScalarKind<T>, kScalarWidth<T>,
                           kIsSigned<T>);
  } else if constexpr (ArrayFacts<T>::kIsArray) {
    using Facts = ArrayFacts<T>;
    return describe_array(describe_type<std::remove_cv_t<typename Facts::Element>>(), Facts::kIsStdArray,
                          Facts::kCount);
  } else {
    return describe_aggregate<T>(MemberTypes<T>{}, std::make_index_sequence<count_members<T>()>{});
  }
}

constexpr bool is_float(ScalarKind kind) { return kind >= ScalarKind::Half; }

// A scalar of a value, with its name: "a", "p.x", "a[3]", "m.grid[1][2]".
struct Leaf {
  std::string name;
  std::string type;
  unsigned width;
  bool is_signed;
  bool is_float;
};

FORALL_INTERNAL_BOOKKEEPING inline void append_leaves(const TypeDescription& type, const std::string& name,
                                                      std::vector<Leaf>& leaves) {
  switch (type.kind) {
    case TypeDescription::Kind::Scalar:
      leaves.push_back({name, type.spelling, type.width, type.is_signed, is_float(type.scalar)});
      break;
    case TypeDescription::Kind::Array:
      for (std::size_t i = 0; i < type.count; ++i) {
        append_leaves(type.parts.front(), joined({name, "[", std::to_string(i), "]"}), leaves);
      }
      break;
    case TypeDescription::Kind::Aggregate:
      for (std::size_t i = 0; i < type.parts.size(); ++i) {
        append_leaves(type.parts[i], joined({name, ".", type.part_names[i]}), leaves);
      }
      break;
  }
}

template <class T>
FORALL_INTERNAL_BOOKKEEPING std::vector<Leaf> leaves_of(const char* name) {
  std::vector<Leaf> leaves;
  append_leaves(describe_type<T>(), name, leaves);
  return leaves;
}

// Collects the scalars of values as bits.
struct AppendBits {
  std::vector<UWide>& bits;
  template <class T>
  void operator()(const T& leaf) {
    bits.push_back(to_bits(static_cast<std::remove_cv_t<T>>(leaf)));
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_DESCRIPTION_H_
