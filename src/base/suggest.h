// "Did you mean ...?": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forall::base {

// Empty if none is close: at most a third of its characters missing, added, changed or swapped with the next; the case of
// letters does not count. The last part of a name with dots stands for the name: "Classify" for "TriangleTest.Classify".
std::string closest_to(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'explore'?", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace forall::base
