// Flags of the user that an exploration has to follow, or cannot.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace forall::build {

inline bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.starts_with(p); });
}

// Throws base::UserError for a flag that changes what the program means in a way that is not followed: a verdict would
// be about another program.
void refuse_flags(const std::vector<std::string>& flags);

// The same for flags that a source with tests cannot have.
void refuse_flags_of_tests(const std::vector<std::string>& flags);

// What stands behind the target's own flags, so that these do not override the user's.
std::vector<std::string> honouring_flags(const std::vector<std::string>& flags);

// Do the flags allow an object to be used as another type?
bool may_pun_types(const std::vector<std::string>& flags);

// What a native build without optimization needs so that code finds the macros of the user's own build.
std::vector<std::string> macros_of_optimization(const std::vector<std::string>& flags);

}  // namespace forall::build
