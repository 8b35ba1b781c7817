#include "axioms/signature.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

namespace forall::axioms {
namespace {

bool opens(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }

// Behind the bracket that closes the one at `begin`.
std::size_t behind_brackets(const std::string& text, std::size_t begin) {
  int depth = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (opens(text[at])) ++depth;
    if (closes(text[at]) && --depth == 0) return at + 1;
  }
  return std::string::npos;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < list.size(); ++at) {
    depth += opens(list[at]) ? 1 : closes(list[at]) ? -1 : 0;
    if (list[at] != ',' || depth > 0) continue;
    parts.push_back(trimmed(list.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (!trimmed(list.substr(begin)).empty()) parts.push_back(trimmed(list.substr(begin)));
  return parts;
}

// "app::Key const&" -> "const app::Key&"
std::string with_const_first(const std::string& type) {
  constexpr std::string_view kConst = " const";
  const std::size_t at = type.rfind(kConst);
  if (at == std::string::npos || type.find('*') != std::string::npos) return type;
  const std::string rest = type.substr(at + kConst.size());
  return rest.empty() || rest == "&" ? "const " + type.substr(0, at) + rest : type;
}

std::string without_all(std::string text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

// "name[abi:cxx11]" -> "name"
std::string without_tags(std::string text) {
  for (std::size_t at = text.find("[abi:"); at != std::string::npos; at = text.find("[abi:")) {
    text.erase(at, text.find(']', at) - at + 1);
  }
  return text;
}

// Lambdas, local types and what is deduced have no name; declarators of functions and arrays go around one.
bool can_be_spelled(const std::string& type) {
  constexpr std::string_view kNever[] = {"lambda", "unnamed", "{", "$", "'", "auto", "decltype", "...", "("};
  return std::none_of(std::begin(kNever), std::end(kNever),
                      [&](std::string_view part) { return type.find(part) != std::string::npos; });
}

// Where the name of the method begins: in front of its parameters or template arguments.
std::size_t find_name(const std::string& method, const std::string& short_name) {
  for (std::size_t at = method.find(short_name); at != std::string::npos; at = method.find(short_name, at + 1)) {
    const std::size_t end = at + short_name.size();
    const bool begins = at == 0 || method[at - 1] == ':' || method[at - 1] == ' ';
    if (begins && end < method.size() && (method[end] == '(' || method[end] == '<')) return at;
  }
  return std::string::npos;
}

// "app::Table" of "void app::Table::"
std::string scope_of(const std::string& before) {
  if (!before.ends_with("::")) return {};
  const std::size_t end = before.size() - 2;
  std::size_t begin = end;
  for (int depth = 0; begin > 0 && (depth > 0 || before[begin - 1] != ' '); --begin) {
    if (before[begin - 1] == '>') ++depth;
    if (before[begin - 1] == '<') --depth;
  }
  return before.substr(begin, end - begin);
}

}  // namespace

std::optional<Signature> read_signature(const std::string& method, const std::string& short_name) {
  // What is in an anonymous namespace is called by its name alone, in the only file that can call it.
  const std::string text = without_tags(without_all(method, "(anonymous namespace)::"));
  const std::size_t begin = find_name(text, short_name);
  if (begin == std::string::npos) return std::nullopt;
  std::size_t open = begin + short_name.size();
  if (text[open] == '<') open = behind_brackets(text, open);
  if (open == std::string::npos || open >= text.size() || text[open] != '(') return std::nullopt;
  const std::size_t end = behind_brackets(text, open);
  if (end == std::string::npos) return std::nullopt;
  Signature result{scope_of(text.substr(0, begin)), text.substr(begin, open - begin), {}};
  if (result.name != short_name && !can_be_spelled(result.name)) return std::nullopt;
  if (!can_be_spelled(result.scope)) return std::nullopt;
  for (const std::string& type : split(text.substr(open + 1, end - open - 2))) {
    if (!can_be_spelled(type)) return std::nullopt;
    result.parameters.push_back(with_const_first(type));
  }
  return result;
}

bool is_fundamental(const std::string& type) {
  constexpr std::string_view kWords[] = {"bool",  "char",   "short",   "int",     "long",     "unsigned", "signed",
                                         "float", "double", "wchar_t", "char8_t", "char16_t", "char32_t", "__int128"};
  std::istringstream words(type);
  bool is_any = false;
  for (std::string word; words >> word; is_any = true) {
    if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords)) return false;
  }
  return is_any;
}

}  // namespace forall::axioms
