// Texts of faults that the explorer's side tells apart: which check of a native run sees the fault, and where.
#pragma once

namespace forall::abi {

// A null dereference for which only clang has a check.
inline constexpr const char* kNullOffset = "an offset is added to a null pointer";

// How the text begins where the fault is in what a value decides, not in reading it.
inline constexpr const char* kDependsOn = "what happens here depends on ";

}  // namespace forall::abi
