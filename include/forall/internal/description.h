// Types described as data, for all code that does not depend on the type: texts, the catalog. Only the adapters, which
// make the description of a type, are templates, so a registration adds little code.
#ifndef FORALL_INTERNAL_DESCRIPTION_H_
#define FORALL_INTERNAL_DESCRIPTION_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forall/internal/config.h"
#include "forall/internal/scalars.h"
#include "forall/internal/text.h"

namespace forall::internal {

// An adapter's description of a type. Its kind says which inputs a value has (type_kinds.def).
struct TypeDescription {
  enum class Kind {
#define FORALL_TYPE_KIND(enumerator, name) enumerator,
#include "forall/internal/type_kinds.def"
  };
  Kind kind = Kind::Scalar;
  std::string spelling;                 // valid in the translation unit of the PUT
  ScalarKind scalar = ScalarKind::Int;  // Scalar
  unsigned width = 0;                   // Scalar
  bool is_signed = false;               // Scalar
  bool is_std_array = false;            // Array
  std::size_t count = 0;                // Array
  std::vector<TypeDescription> parts;   // the one element of Array, Text, Sequence and Optional; the members of others
  std::vector<std::string> part_names;  // of members
  std::string callee;                   // Call, Candidate: as C++ source
  std::string pointee;                  // Pointer: the spelling of a class in Describer::classes
  const char* ownership = "none";       // Pointer: "none", "unique", "shared"
  bool is_view = false;                 // Text, Sequence: does not own its elements
  bool is_copyable = true;              // Sequence: can be initialised by a list of elements
  bool has_default = true;              // Object: is constructed by default before its members are set

  FORALL_INTERNAL_SUPPORT_DEFAULTED inline TypeDescription();
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline TypeDescription(const TypeDescription&);
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline TypeDescription(TypeDescription&&) noexcept;
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline TypeDescription& operator=(const TypeDescription&);
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline TypeDescription& operator=(TypeDescription&&) noexcept;
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline ~TypeDescription();
};
inline TypeDescription::TypeDescription() = default;
inline TypeDescription::TypeDescription(const TypeDescription&) = default;
inline TypeDescription::TypeDescription(TypeDescription&&) noexcept = default;
inline TypeDescription& TypeDescription::operator=(const TypeDescription&) = default;
inline TypeDescription& TypeDescription::operator=(TypeDescription&&) noexcept = default;
inline TypeDescription::~TypeDescription() = default;

inline constexpr const char* kTypeKindNames[] = {
#define FORALL_TYPE_KIND(enumerator, name) name,
#include "forall/internal/type_kinds.def"
};

// Data that the descriptions of the types of one PUT share.
struct Describer {
  std::map<std::string, TypeDescription> classes;  // that pointers may point to, by spelling
  // How objects of a class are made: "ArrayList", "by its state". Each pair once.
  std::vector<std::string> made_types;
  std::vector<std::string> made_ways;

  FORALL_INTERNAL_SUPPORT_DEFAULTED inline Describer();
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline ~Describer();
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline Describer(const Describer&);
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline Describer& operator=(const Describer&);
  FORALL_INTERNAL_SUPPORT inline void add_origin(const std::string& type, const char* way) {
    for (std::size_t i = 0; i < made_types.size(); ++i) {
      if (made_types[i] == type && made_ways[i] == way) return;
    }
    made_types.push_back(type);
    made_ways.emplace_back(way);
  }
};

inline Describer::Describer() = default;
inline Describer::~Describer() = default;
inline Describer::Describer(const Describer&) = default;
inline Describer& Describer::operator=(const Describer&) = default;

FORALL_INTERNAL_SUPPORT inline TypeDescription describe_scalar(const std::string& spelling, ScalarKind kind,
                                                               unsigned width, bool is_signed) {
  TypeDescription result;
  result.spelling = spelling;
  result.scalar = kind;
  result.width = width;
  result.is_signed = is_signed;
  return result;
}

FORALL_INTERNAL_SUPPORT inline TypeDescription describe_array(const TypeDescription& element, bool is_std_array,
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

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_DESCRIPTION_H_
