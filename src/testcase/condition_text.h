// The text of a path condition, taken apart.
#pragma once

#include <string>
#include <vector>

namespace forall::testcase {

// "a < b && (p || q) && s[0] == '&'" -> "a < b", "(p || q)", "s[0] == '&'"
std::vector<std::string> parts_of_condition(const std::string& condition);

// What a person would read of it: without long parts and those about values that nobody gave. Dots stand for what is
// left out, so the result is empty only if the condition is.
std::string readable_condition(const std::string& condition);

}  // namespace forall::testcase
