// How the parts of a closed test file that belong to the user are marked.
#pragma once

#include <string>
#include <string_view>

namespace forall::emit {

// How the file begins: then comes the name of the PUT, and a comma.
inline constexpr std::string_view kTestsOf = "// Closed tests of ";

enum class KeptPart { Includes, Tests };

// The text between the lines that mark it.
std::string kept_part(KeptPart part, const std::string& text);

}  // namespace forall::emit
