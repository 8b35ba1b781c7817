// Sequences that would show that a definition is missing or wrong: the call that makes it changes the member, so that
// the use would read something else without it.
#pragma once

#include <cstddef>
#include <vector>

#include "class_tests/tests.h"

namespace forall::class_tests {

// A sequence that was found for a pair.
struct Found {
  std::size_t pair = 0;
  std::vector<Call> calls;
};

// For each pair whose shortest sequence may define what the member was already: other sequences about the member, and the
// shortest one after them.
std::vector<std::vector<Call>> joined(const Subject& subject, const std::vector<Pair>& pairs,
                                      const std::vector<Found>& found);

// Adds to each sequence what it tells, as numbers from `first` on: a pair whose definition changes the member, and which
// of its elements.
void add_told(const Subject& subject, const std::vector<Pair>& pairs, std::vector<Recorded>& recorded,
              std::size_t first);

}  // namespace forall::class_tests
