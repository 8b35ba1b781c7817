// Settings of a run that are given as presets: names that no input can have.
#pragma once

namespace forall::abi {

// Not 0: nothing is symbolic. The run takes no decisions, so no bound cuts it; all checks are on.
inline constexpr char kConcreteRun[] = "(a concrete run)";

}  // namespace forall::abi
