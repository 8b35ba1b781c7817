// The declaration of a method, as far as its demangled name tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace forall::axioms {

struct Signature {
  std::string scope;                    // "app::Table", "" where the name does not say
  std::string name;                     // "contains", "add<long>"
  std::vector<std::string> parameters;  // types as C++ spells them: "const app::Key&"
};

// Of "void app::Table::add<long>(long)" and "add". Nothing where a type has no name that a program could use.
std::optional<Signature> read_signature(const std::string& method, const std::string& short_name);

// Numbers, characters and bool.
bool is_fundamental(const std::string& type);

}  // namespace forall::axioms
