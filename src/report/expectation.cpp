// The shapes of GoogleTest's messages. What a user adds with << follows on lines of its own.
//
//   Expected equality of these values:      Value of: is_empty()
//     half(x) * 2                             Actual: false
//       Which is: 0                         Expected: true
//     x
//       Which is: 1
//
// "Expected: (x) > (0), actual: -1 vs 0" has no value that was expected.
// A literal has no "Which is". EXPECT_EQ calls neither operand the expected one; most people write it second.
#include "report/expectation.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace forall::report {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::optional<std::string> after(std::string_view line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return std::nullopt;
  return std::string(line.substr(prefix.size()));
}

std::optional<Expectation> of_equality(const std::vector<std::string_view>& lines) {
  std::vector<std::string> values;
  for (std::size_t i = 1; i < lines.size() && lines[i].starts_with("  "); ++i) {
    if (const auto value = after(lines[i], "    Which is: "); value && !values.empty()) {
      values.back() = *value;
    } else if (!lines[i].starts_with("    ")) {
      values.emplace_back(lines[i].substr(2));
    }
  }
  if (values.size() != 2) return std::nullopt;
  return Expectation{values[1], values[0]};
}

}  // namespace

std::optional<Expectation> expectation_of(const std::string& message) {
  const std::vector<std::string_view> lines = lines_of(message);
  if (lines.front() == "Expected equality of these values:") return of_equality(lines);
  if (lines.size() >= 3 && lines[0].starts_with("Value of: ")) {
    const auto actual = after(lines[1], "  Actual: ");
    const auto expected = after(lines[2], "Expected: ");
    if (actual && expected) return Expectation{*expected, *actual};
  }
  return std::nullopt;
}

}  // namespace forall::report
