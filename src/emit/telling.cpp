#include "emit/telling.h"

#include <charconv>
#include <string_view>
#include <system_error>

#include "base/words.h"

namespace forall::emit {

Telling::Telling(const testcase::Case& c) {
  constexpr std::string_view kSize = ".size";
  for (const testcase::InputValue& input : c.inputs) {
    if (input.name.ends_with(kSize))
      lengths_.emplace(input.name.substr(0, input.name.size() - kSize.size()), input.value.lo);
  }
}

bool Telling::operator()(const std::string& condition) const {
  constexpr std::string_view kNotNull = " != nullptr";
  const bool is_of_reference = condition.starts_with('&') && condition.find(' ') == condition.rfind(kNotNull);
  return !is_of_reference && !is_about_missing_element(condition);
}

// "rows[2].name[0] == 'a'" may be about what is behind the end of "rows" or of "rows[2].name".
bool Telling::is_about_missing_element(const std::string& condition) const {
  const auto is_of_name = [](char c) { return base::is_word_character(c) || c == '.' || c == '[' || c == ']'; };
  for (std::size_t at = condition.find('['); at != std::string::npos; at = condition.find('[', at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_of_name(condition[begin - 1])) --begin;
    const auto length = lengths_.find(std::string_view(condition).substr(begin, at - begin));
    std::uint64_t index = 0;
    if (length == lengths_.end()) continue;
    const char* const end = condition.data() + condition.size();
    if (std::from_chars(condition.data() + at + 1, end, index).ec != std::errc()) continue;
    if (index >= length->second) return true;
  }
  return false;
}

}  // namespace forall::emit
