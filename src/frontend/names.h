// Names of classes as a user types them: "Stack", "ns::Stack<int>::Node".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forall::frontend {

struct NamePart {
  std::string name;
  std::string arguments;  // "<int, std::pair<a::B, c>>" or empty
  bool operator==(const NamePart&) const = default;
};

// Splits at the `::` outside of template arguments. A leading `::` is dropped. Throws base::UserError for what cannot
// be the name of a class.
std::vector<NamePart> split_name(std::string_view text);
std::string join_name(const std::vector<NamePart>& parts);

// The words of a name in lower case: "m_itemCount_" becomes item, count.
std::vector<std::string> words_of(std::string_view name);

// The names in `known` that `wanted` may be a misspelling of, best first; at most `most`.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& known,
                                       std::size_t most = 3);

// A name for the specialization of a class template: "Map", "<int, std::string>" becomes MapOfIntAndString.
std::string alias_name(const std::string& simple_name, std::string_view arguments);

}  // namespace forall::frontend
