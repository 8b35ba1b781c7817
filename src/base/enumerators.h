// The names of the values of enum types.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace forall::base {

struct Enumerator {
  std::string name;
  std::uint64_t value;
};
using Enums = std::map<std::string, std::vector<Enumerator>>;  // by the spelling of the type: "ns::Color"

// The enumerator with the lowest `width` bits of this value, the first of several.
inline std::optional<std::string> find_enumerator(const Enums& enums, const std::string& type, unsigned width,
                                                  std::uint64_t value) {
  const auto found = enums.find(type);
  if (found == enums.end() || width == 0 || width > 64) return std::nullopt;
  for (const Enumerator& enumerator : found->second) {
    if (((enumerator.value ^ value) << (64 - width)) == 0) return enumerator.name;
  }
  return std::nullopt;
}

// As people write it: "Color::Red" for ns::Color.
inline std::optional<std::string> shown_enumerator(const Enums& enums, const std::string& type, unsigned width,
                                                   std::uint64_t value) {
  const std::optional<std::string> name = find_enumerator(enums, type, width, value);
  if (!name) return std::nullopt;
  const std::size_t scope = type.rfind("::");
  return (scope == std::string::npos ? type : type.substr(scope + 2)) + "::" + *name;
}

}  // namespace forall::base
