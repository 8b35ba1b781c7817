#include "testcase/condition_text.h"

#include <string_view>

#include "abi/segment.h"

namespace forall::testcase {

namespace {

constexpr std::string_view kAnd = " && ";

bool is_readable(const std::string& part) {
  constexpr std::size_t kMost = 120;
  return part.size() <= kMost && part.find(abi::kUnsetInput) == std::string::npos &&
         part.find(abi::kEitherResult) == std::string::npos && part.find("...") == std::string::npos;
}

}  // namespace

std::vector<std::string> parts_of_condition(const std::string& condition) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t at = 0; at < condition.size(); ++at) {
    const char c = condition[at];
    if (depth == 0 && condition.compare(at, kAnd.size(), kAnd) == 0) {
      parts.emplace_back();
      at += kAnd.size() - 1;
      continue;
    }
    parts.back() += c;
    if (c == '"' || c == '\'') {
      while (++at < condition.size()) {
        parts.back() += condition[at];
        if (condition[at] == c) break;
        if (condition[at] == '\\' && at + 1 < condition.size()) parts.back() += condition[++at];
      }
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    }
  }
  return parts;
}

std::string readable_condition(const std::string& condition) {
  std::string text;
  bool is_whole = true;
  for (const std::string& part : parts_of_condition(condition)) {
    if (is_readable(part)) {
      text.append(text.empty() ? "" : kAnd).append(part);
    } else {
      is_whole = false;
    }
  }
  if (!is_whole) text.append(text.empty() ? "" : kAnd).append("...");
  return text;
}

}  // namespace forall::testcase
