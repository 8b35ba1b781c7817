#include "frontend/clang/test_tokens.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "frontend/clang/instances.h"

namespace forall::frontend {
namespace {

using Tokens = std::vector<Places::Token>;

struct FoundSection {
  std::string title;
  SourceRange head;  // SECTION("title") and what follows up to the brace
  SourceRange block;
  std::vector<FoundSection> inner;
};

bool is_section_name(const std::string& name) {
  static const std::set<std::string> kNames = {"SECTION", "GIVEN", "WHEN", "THEN", "AND_GIVEN", "AND_WHEN", "AND_THEN"};
  return kNames.count(name) != 0;
}

// The brace that closes the one at `open`.
std::size_t closing(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].text == "{") ++depth;
    if (tokens[i].text == "}" && --depth == 0) return i;
  }
  return tokens.size();
}

// The sections between two braces.
std::vector<FoundSection> sections_between(const Tokens& tokens, std::size_t open, std::size_t close,
                                           std::string& problem) {
  std::vector<FoundSection> result;
  int depth = 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (tokens[i].text == "{") ++depth;
    if (tokens[i].text == "}") --depth;
    if (tokens[i].text == "DYNAMIC_SECTION") problem = "a DYNAMIC_SECTION, whose runs are known only when it runs";
    if (!is_section_name(tokens[i].text) || i + 1 >= close || tokens[i + 1].text != "(") continue;
    const std::string& before = tokens[i - 1].text;
    std::size_t end = i + 1;
    const auto arguments = arguments_of(tokens, end);
    const std::size_t brace = end + 1;
    if (depth != 0 || (before != ";" && before != "{" && before != "}") || brace >= close ||
        tokens[brace].text != "{" || arguments.empty()) {
      problem = "a section in a loop, a condition or a lambda";
      return result;
    }
    const std::size_t last = closing(tokens, brace);
    FoundSection& section = result.emplace_back();
    section.title = text_of_literals(tokens, arguments.front().first, arguments.front().second);
    section.head = {tokens[i].range.begin, tokens[brace].range.begin};
    section.block = {tokens[brace].range.begin, tokens[last].range.end};
    section.inner = sections_between(tokens, brace, last, problem);
    i = last;
  }
  return result;
}

void add_paths(const std::vector<FoundSection>& sections, const SectionPath& outer, std::vector<SectionPath>& paths) {
  if (sections.empty()) paths.push_back(outer);
  for (const FoundSection& chosen : sections) {
    SectionPath path = outer;
    path.titles.push_back(chosen.title);
    path.cuts.push_back(chosen.head);
    for (const FoundSection& other : sections) {
      if (&other != &chosen) path.cuts.push_back({other.head.begin, other.block.end});
    }
    add_paths(chosen.inner, path, paths);
  }
}

}  // namespace

bool is_assertion_name(const std::string& name, Framework framework) {
  const bool is_googletest =
      (name.starts_with("EXPECT_") || name.starts_with("ASSERT_")) && name.size() > std::string("EXPECT_").size();
  switch (framework) {
    case Framework::GoogleTest: return is_googletest;
    case Framework::Catch2:
      return name == "REQUIRE" || name == "CHECK" || name.starts_with("REQUIRE_") ||
             (name.starts_with("CHECK_") && name != "CHECK_NOFAIL");
    case Framework::None: return is_googletest || name == "assert";
  }
  return false;
}

// EXPECT_EQ ( a , b ) << ... ;
std::vector<Assertion> find_assertions(const Tokens& tokens, Framework framework,
                                       const std::function<unsigned(std::size_t)>& line_of) {
  std::vector<Assertion> result;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is_name || !is_assertion_name(tokens[i].text, framework) || tokens[i + 1].text != "(") continue;
    Assertion assertion{tokens[i].text, {tokens[i].range.begin, 0}, {}, line_of(tokens[i].range.begin)};
    std::size_t at = i + 1;
    for (const auto& [begin, end] : arguments_of(tokens, at))
      assertion.arguments.push_back({tokens[begin].range.begin, tokens[end - 1].range.end});
    for (int depth = 0; at < tokens.size(); ++at) {
      const std::string& text = tokens[at].text;
      if (text == "(" || text == "{") ++depth;
      if (text == ")" || text == "}") --depth;
      if (depth <= 0 && text == ";") break;
    }
    if (at >= tokens.size()) continue;
    assertion.whole.end = tokens[at].range.end;
    result.push_back(std::move(assertion));
    i = at;
  }
  return result;
}

std::vector<std::string> find_names(const Tokens& tokens) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_member =
        i > 0 && (tokens[i - 1].text == "." || tokens[i - 1].text == "->" || tokens[i - 1].text == "::");
    if (tokens[i].is_name && !is_member) names.insert(tokens[i].text);
  }
  return {names.begin(), names.end()};
}

std::vector<SectionPath> find_sections(const Tokens& body, std::string& problem) {
  std::vector<SectionPath> paths;
  add_paths(sections_between(body, 0, body.size() - 1, problem), {}, paths);
  return paths;
}

std::string text_of_literals(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& token = tokens[i].text;
    if (token.size() >= 2 && token.front() == '"') text += token.substr(1, token.size() - 2);
  }
  std::erase(text, '\\');
  return text;
}

std::string camel_case(const std::string& words) {
  std::string result;
  bool is_start = true;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) != 0) {
      result += is_start ? static_cast<char>(std::toupper(byte)) : c;
      is_start = false;
    } else if (c != '\'') {
      is_start = true;
    }
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0) result = "Case" + result;
  return result;
}

}  // namespace forall::frontend
