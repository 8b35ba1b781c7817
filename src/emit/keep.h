// How the parts of a closed test file that belong to the user are marked.
#pragma once

#include <string>

namespace forall::emit {

enum class KeptPart { Includes, Tests };

// The text between the lines that mark it.
std::string kept_part(KeptPart part, const std::string& text);

}  // namespace forall::emit
