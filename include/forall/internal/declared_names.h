// The names in the text of a list of parameters, "long euros, const std::map<int, int>& by_key".
#ifndef FORALL_INTERNAL_DECLARED_NAMES_H_
#define FORALL_INTERNAL_DECLARED_NAMES_H_

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace forall::internal {

struct DeclaredName {
  char text[64] = {};
};

constexpr bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view each : words) {
    if (each == word) return true;
  }
  return false;
}

// The name of the parameter; its number if it has none, or one that cannot be told from its type.
constexpr DeclaredName declared_name(const char* list, std::size_t index) {
  std::string_view text(list);
  int depth = 0;
  std::size_t comma = 0, begin = 0, end = text.size();
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c != ',' || depth != 0) continue;
    if (++comma == index) begin = at + 1;
    if (comma == index + 1) {
      end = at;
      break;
    }
  }
  text = text.substr(begin, end - begin);
  constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  constexpr auto kNone = std::string_view::npos;
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const std::size_t before = text.find_last_not_of(kLetters);  // the name begins after it
  const std::string_view name = before == kNone ? std::string_view() : text.substr(before + 1);
  bool has_name = !name.empty() && name.size() < sizeof(DeclaredName::text) &&
                  !is_one_of(name, {"int", "long", "short", "char", "bool", "float", "double", "unsigned", "signed",
                                    "const", "volatile", "wchar_t", "char8_t", "char16_t", "char32_t"});
  if (has_name) {
    // In front of it there is a type: more than `const` or `struct`, and not the scope of one.
    std::string_view type = text.substr(0, before + 1);
    while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
    while (!type.empty()) {
      const std::size_t word_end = type.find_last_not_of(kLetters);
      const std::string_view word = word_end == kNone ? type : type.substr(word_end + 1);
      if (!is_one_of(word, {"const", "volatile", "struct", "class", "enum", "union", "typename"})) break;
      type.remove_suffix(word.size());
      while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
    }
    has_name = !type.empty() && type.back() != ':' && type.back() != ')' && type.back() != ']';
  }
  DeclaredName result;
  std::size_t size = 0;
  if (has_name) {
    for (const char c : name) result.text[size++] = c;
  } else {
    if (index >= 10) result.text[size++] = static_cast<char>('0' + index / 10 % 10);
    result.text[size++] = static_cast<char>('0' + index % 10);
  }
  return result;
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_DECLARED_NAMES_H_
