// A path condition can be pages long. A reader wants to know what tells this test from those beside it: conditions that all
// cases of the file have are left out first (they are the test's assumptions, and checks that never fail), and so is what
// nobody wrote: numbers as large as addresses, which come from how containers are laid out. If the rest is longer than a line,
// the conditions that the fewest others have stay, in the order of the path, and the line ends with dots. What is said is true
// of the case; `forall show` has all of it.
#include "emit/case_comment.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "base/words.h"
#include "emit/telling.h"
#include "testcase/condition_text.h"

namespace forall::emit {

using testcase::Case;
using testcase::parts_of_condition;

namespace {

constexpr std::string_view kAnd = " && ";
constexpr std::string_view kMore = " && ...";

// Has a number of more than twelve digits that is no limit of a type.
bool has_machine_number(const std::string& text) {
  static const std::set<std::string> limits = {"9223372036854775807", "9223372036854775808", "18446744073709551615"};
  for (std::size_t at = 0; at < text.size();) {
    if (!base::is_word_character(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && base::is_word_character(text[at])) ++at;
    const std::string word = text.substr(begin, at - begin);
    const bool is_number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    if (is_number && word.size() > 12 && limits.count(word) == 0) return true;
  }
  return false;
}

bool is_readable(const std::string& part) {
  return !part.empty() && part != "true" && !part.starts_with("...") && !has_machine_number(part);
}

// What a compiler makes of arithmetic, and its checks.
bool is_machinery(const std::string& part) {
  const auto has = [&](const char* symbol) { return part.find(symbol) != std::string::npos; };
  return has("does not overflow") || has(" ^ ") || has(" & ") || has(" | ") || has(" << ") || has(" >> ") || has("~");
}

}  // namespace

CaseComments::CaseComments(const std::vector<Case>& cases) : cases_(cases.size()) {
  for (const Case& c : cases) {
    const std::vector<std::string> parts = parts_of_condition(c.path_condition);
    for (const std::string& part : std::set<std::string>(parts.begin(), parts.end())) ++uses_[part];
  }
}

std::string CaseComments::of(const Case& c, std::size_t most) const {
  std::vector<std::string> parts = parts_of_condition(c.path_condition);
  std::set<std::string> seen;
  const Telling is_telling(c);
  std::erase_if(parts, [&](const std::string& part) {
    return !is_readable(part) || !is_telling(part) || !seen.insert(part).second;
  });
  const auto uses = [this](const std::string& part) {
    const auto found = uses_.find(part);
    return found == uses_.end() ? std::size_t{1} : found->second;
  };
  std::vector<std::size_t> by_uses;  // what few cases have comes first, and later decisions before earlier ones
  for (std::size_t i = parts.size(); i-- > 0;) by_uses.push_back(i);
  std::stable_sort(by_uses.begin(), by_uses.end(),
                   [&](std::size_t x, std::size_t y) { return uses(parts[x]) < uses(parts[y]); });
  std::vector<bool> chosen(parts.size(), false);
  bool has_telling = false, is_cut = false;
  std::size_t length = kMore.size();
  for (const std::size_t i : by_uses) {
    const bool tells_apart = cases_ == 1 || uses(parts[i]) < cases_;
    if (!tells_apart && has_telling && is_machinery(parts[i])) continue;
    if (length + parts[i].size() + kAnd.size() > most + kAnd.size()) {
      is_cut = is_cut || tells_apart || !has_telling;
      continue;
    }
    chosen[i] = true;
    length += parts[i].size() + kAnd.size();
    has_telling = has_telling || tells_apart;
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (chosen[i]) text.append(text.empty() ? "" : kAnd).append(parts[i]);
  }
  if (text.empty() && !parts.empty()) return parts[by_uses.front()].substr(0, most - 4) + " ...";
  return is_cut ? text.append(kMore) : text;
}

}  // namespace forall::emit
