// The process that answers the explorer.
#pragma once

namespace forall::runtime {

// Set in the environment of a target that has started itself again with a fixed address layout.
inline constexpr const char* kFixedLayoutVariable = "FORALL_FIXED_LAYOUT";

}  // namespace forall::runtime
