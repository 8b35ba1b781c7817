// Proofs that no sequence of calls executes a pair, for any class: from the control flow of its methods and the whole
// numbers that decide it, such as the sizes of containers (frontend::FlowValue).
#pragma once

#include <optional>
#include <string>

#include "class_tests/pairs.h"

namespace forall::class_tests {

// Horn clauses that have a solution only if no sequence executes the pair; with a number of calls, the constructor
// included, if none of so many does. None: nothing is known about the values, or methods call themselves.
std::optional<std::string> clauses_of(const frontend::ClassFlow& flow, const Pair& pair,
                                      std::optional<std::size_t> calls = std::nullopt);

// Proved, within this time.
bool is_excluded(const frontend::ClassFlow& flow, const Pair& pair, double seconds,
                 std::optional<std::size_t> calls = std::nullopt);

}  // namespace forall::class_tests
