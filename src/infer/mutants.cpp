#include "infer/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/words.h"

namespace forall::infer {
namespace {

namespace fs = std::filesystem;

// The name between quotes of `#include "name"`.
std::optional<std::string> quoted_include(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return std::nullopt;
  const std::size_t word = line.find("include", hash);
  const std::size_t begin = line.find('"', hash);
  const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
  if (word == std::string::npos || end == std::string::npos || word > begin) return std::nullopt;
  return line.substr(begin + 1, end - begin - 1);
}

void flatten(base::Files& files, const fs::path& header, std::set<fs::path>& seen, std::string& text) {
  std::istringstream lines(files.read(header).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("#pragma once") != std::string::npos) continue;
    const auto name = quoted_include(line);
    const fs::path included = name ? (header.parent_path() / *name).lexically_normal() : fs::path();
    if (name && files.exists(included)) {
      if (seen.insert(included).second) flatten(files, included, seen, text);
    } else {
      text += line + "\n";
    }
  }
}

// Characters of comments, texts and preprocessor lines are blank, all others as they are.
std::string code_of(const std::string& text) {
  std::string code = text;
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i;
    if (text.compare(i, 2, "//") == 0 || (text[i] == '#' && (i == 0 || text[i - 1] == '\n'))) {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      end = std::min(text.find("*/", i), text.size() - 2) + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !base::is_letter_or_digit(text[i - 1])))) {
      for (end = i + 1; end < text.size() && text[end] != text[i]; ++end) end += text[end] == '\\' ? 1 : 0;
      ++end;
    }
    if (end == i) continue;
    blank(i, end);
    i = end - 1;
  }
  return code;
}

// The braces of the class body.
std::optional<std::pair<std::size_t, std::size_t>> body_of(const std::string& code, const std::string& name) {
  for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
    const std::size_t after = at + name.size();
    const bool is_word = at > 0 && !base::is_word_character(code[at - 1]) && !base::is_word_character(code[after]);
    const std::string before = code.substr(at < 8 ? 0 : at - 8, at < 8 ? at : 8);
    if (!is_word || (!before.ends_with("class ") && !before.ends_with("struct "))) continue;
    const std::size_t open = code.find_first_of("{;", after);
    if (open == std::string::npos || code[open] == ';') continue;
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
      depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
      if (depth == 0) return std::pair(open, i);
    }
  }
  return std::nullopt;
}

struct Change {
  std::size_t at, length;
  std::string by;
};

// What is looked for, and what it becomes. Longer ones come first.
constexpr std::array<std::pair<const char*, const char*>, 14> kReplacements = {{
    {" == ", " != "},
    {" != ", " == "},
    {" <= ", " < "},
    {" >= ", " > "},
    {" && ", " || "},
    {" || ", " && "},
    {" < ", " <= "},
    {" > ", " >= "},
    {" + 1", " + 2"},
    {" - 1", ""},
    {"++", "--"},
    {"--", "++"},
    {"true", "false"},
    {"false", "true"},
}};

// Statements inside of functions, which can be left out: a line that ends in ';' and is no declaration.
bool is_statement(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos || !line.ends_with(";") || line.find('{') != std::string::npos) return false;
  const std::string text = line.substr(begin);
  const std::size_t assigned = text.find(" = ");
  if (assigned == std::string::npos) return text.starts_with("++") || text.starts_with("--");
  return text.substr(0, assigned).find(' ') == std::string::npos;  // else it declares something
}

std::vector<Change> changes_in(const std::string& code, std::size_t begin, std::size_t end) {
  std::vector<Change> changes;
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    if (depth < 2) continue;
    for (const auto& [from, to] : kReplacements) {
      if (code.compare(i, std::char_traits<char>::length(from), from) != 0) continue;
      changes.push_back({i, std::char_traits<char>::length(from), to});
      break;
    }
    if (code[i] != '\n') continue;
    const std::size_t line_end = code.find('\n', i + 1);
    if (line_end == std::string::npos || line_end > end) continue;
    const std::string line = code.substr(i + 1, line_end - i - 1);
    if (is_statement(line)) changes.push_back({i + 1, line.size(), ""});
  }
  return changes;
}

}  // namespace

std::string flattened(base::Files& files, const fs::path& header) {
  std::set<fs::path> seen = {header.lexically_normal()};
  std::string text;
  flatten(files, header.lexically_normal(), seen, text);
  return text;
}

std::vector<Mutant> make_mutants(const std::string& header, const std::string& class_name, std::size_t most) {
  const std::string code = code_of(header);
  const auto body = body_of(code, class_name);
  if (!body) return {};
  const std::vector<Change> changes = changes_in(code, body->first, body->second);
  std::vector<Mutant> mutants;
  const std::size_t count = std::min(most, changes.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Change& change = changes[i * changes.size() / count];
    Mutant mutant{"", header};
    mutant.text.replace(change.at, change.length, change.by);
    const auto line = std::count(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(change.at), '\n') + 1;
    mutant.change = fmt::format("line {}: '{}' becomes '{}'", line, header.substr(change.at, change.length), change.by);
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

}  // namespace forall::infer
