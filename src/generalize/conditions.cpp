#include "generalize/conditions.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/words.h"

namespace forall::generalize {

void join_bounds(std::vector<Condition>& conditions) {
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    for (std::size_t j = 0; j < conditions.size(); ++j) {
      const std::string& low = conditions[i].text;
      const std::string& high = conditions[j].text;
      const std::size_t at = low.find(" >= ");
      if (at == std::string::npos || high != low.substr(0, at) + " <= " + low.substr(at + 4)) continue;
      const Condition a = conditions[i], b = conditions[j];
      Condition joined{low.substr(0, at) + " == " + low.substr(at + 4),
                       [a, b](const Values& v) { return a.holds(v) && b.holds(v); },
                       {},
                       ""};
      conditions[i] = joined;
      conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(j));
      return join_bounds(conditions);
    }
  }
}

void add_new(std::vector<Condition>& to, const std::vector<Condition>& more) {
  for (const Condition& condition : more) {
    const bool is_there =
        std::any_of(to.begin(), to.end(), [&](const Condition& known) { return known.text == condition.text; });
    if (!is_there) to.push_back(condition);
  }
}

std::string with_name(const std::string& text, const std::string& old_name, const std::string& new_name) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && base::is_word_character(text[end])) ++end;
    const std::string word = text.substr(at, std::max<std::size_t>(end - at, 1));
    result += word == old_name ? new_name : word;
    at += word.size();
  }
  return result;
}

void add_hints(const std::string& condition, Separation& cases) {
  std::set<std::string> names;
  std::set<long double> numbers;
  for (std::size_t at = 0; at < condition.size();) {
    std::size_t end = at;
    while (end < condition.size() && base::is_word_character(condition[end])) ++end;
    const std::string word = condition.substr(at, end - at);
    if (cases.original.count(word) != 0) names.insert(word);
    const bool is_number =
        !word.empty() && word.size() < 7 && word.find_first_not_of("0123456789") == std::string::npos;
    const bool is_negative = is_number && at > 0 && condition[at - 1] == '-';
    if (is_number) numbers.insert((is_negative ? -1.0L : 1.0L) * std::strtold(word.c_str(), nullptr));
    at = end + (word.empty() ? 1 : 0);
  }
  for (const std::string& name : names) cases.hints[name].insert(numbers.begin(), numbers.end());
}

bool all_hold(const std::vector<Condition>& conditions, const Values& values) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) { return c.holds(values); });
}

}  // namespace forall::generalize
