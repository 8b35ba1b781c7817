// Lists of conditions, and the texts of them.
#pragma once

#include <string>
#include <vector>

#include "generalize/precondition.h"

namespace forall::generalize {

// `index >= 0` and `index <= 0` are `index == 0`.
void join_bounds(std::vector<Condition>& conditions);
// Adds those whose texts are not there.
void add_new(std::vector<Condition>& to, const std::vector<Condition>& more);
bool all_hold(const std::vector<Condition>& conditions, const Values& values);
// The text with another name in the place of one.
std::string with_name(const std::string& text, const std::string& old_name, const std::string& new_name);
// The numbers in `points >= 50` are hints about `points`.
void add_hints(const std::string& condition, Separation& cases);

}  // namespace forall::generalize
