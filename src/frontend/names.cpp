#include "frontend/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "base/error.h"
#include "base/words.h"

namespace forall::frontend {
namespace {

using base::is_word_character;

bool is_letter(char c) { return base::is_letter_or_digit(c) && std::isdigit(static_cast<unsigned char>(c)) == 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string_view last_part(std::string_view qualified) {
  const std::size_t colons = qualified.rfind("::");
  return colons == std::string_view::npos ? qualified : qualified.substr(colons + 2);
}

// Levenshtein, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::vector<NamePart> split_name(std::string_view text) {
  const auto complain = [&] {
    throw base::UserError(
        fmt::format("'{}' is not the name of a class: write it as C++ does, such as ns::List or "
                    "'ns::Stack<int>'",
                    text));
  };
  std::vector<NamePart> parts(1);
  int depth = 0;
  std::string_view rest = text;
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
  if (rest.starts_with("::")) rest.remove_prefix(2);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (depth == 0 && rest.substr(i, 2) == "::") {
      parts.emplace_back();
      ++i;
      continue;
    }
    if (c == '<') ++depth;
    if (depth > 0) {
      parts.back().arguments += c;
      if (c == '\n' || c == ';' || c == '{' || c == '}') complain();
    } else if (is_word_character(c) && parts.back().arguments.empty()) {
      parts.back().name += c;
    } else {
      complain();
    }
    if (c == '>' && --depth < 0) complain();
  }
  for (const NamePart& part : parts) {
    if (part.name.empty() || std::isdigit(static_cast<unsigned char>(part.name.front())) != 0) complain();
  }
  if (depth != 0) complain();
  return parts;
}

std::string join_name(const std::vector<NamePart>& parts) {
  std::string result;
  for (const NamePart& part : parts) result += (result.empty() ? "" : "::") + part.name + part.arguments;
  return result;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(lowered(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c)) {
      finish();
      continue;
    }
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && i > 0 &&
        std::islower(static_cast<unsigned char>(name[i - 1])) != 0) {
      finish();
    }
    word += c;
  }
  finish();
  if (words.size() > 1 && words.front() == "m") words.erase(words.begin());
  return words;
}

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& known,
                                       std::size_t most) {
  const std::string target = lowered(last_part(wanted));
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const std::string& name : known) {
    const std::string candidate = lowered(last_part(name));
    std::size_t distance = edit_distance(target, candidate);
    if (target.size() > 2 &&
        (candidate.find(target) != std::string::npos || target.find(candidate) != std::string::npos))
      distance = std::min<std::size_t>(distance, 2);
    if (distance < target.size() && distance <= std::max<std::size_t>(1, target.size() / 3))
      scored.emplace_back(distance, name);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(most, scored.size()); ++i) result.push_back(scored[i].second);
  return result;
}

std::string alias_name(const std::string& simple_name, std::string_view arguments) {
  std::string result = simple_name + "Of";
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) result += upper(word.front()) + word.substr(1);
    word.clear();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const char c = arguments[i];
    if (is_word_character(c)) {
      word += c;
      continue;
    }
    if (arguments.substr(i, 2) == "::") word.clear();  // drops the scope
    finish();
    if (c == ',') result += "And";
    if (c == '*') result += "Pointer";
    if (c == '&') result += "Reference";
    if (c == '-') result += "Minus";
  }
  finish();
  return result;
}

}  // namespace forall::frontend
