// Def-use pairs of a class whose state is not a fixed number of scalars: sequences are explored forwards, from a
// constructor, all of one length before any longer one.
#pragma once

#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "class_tests/deduce.h"
#include "class_tests/source.h"
#include "explore/explore.h"
#include "target/target.h"

namespace forall::class_tests {

struct ForwardLimits {
  unsigned length = 6;        // calls after the constructor
  double seconds = 15;        // of exploration, for all lengths
  double proof_seconds = 10;  // for one proof that there is no sequence, or no shorter one
};

// One answer for each pair: feasible with a sequence, infeasible if that is proved (exclusion.h), else open. `is_minimal`
// says whether all shorter sequences were explored, or excluded by a proof.
struct ForwardAnswers {
  std::vector<Deduction> answers;
  std::vector<bool> is_minimal;
  double seconds = 0;
};
ForwardAnswers explore_sequences(const Subject& subject, const std::vector<Pair>& pairs, target::Target& target,
                                 const explore::Options& options, const ForwardLimits& limits,
                                 const std::atomic<bool>& stop);

// The pairs that a sequence of accesses executes, with the number of the call in which each is first executed. Calls are
// separated by none.
std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> executed_pairs(
    const Subject& subject, const std::vector<std::optional<std::size_t>>& nodes);

// The pairs that are executed by accesses to many objects, written as "address access" in one line each
// (include/forall/class_marks.h). Objects of a class with a constructor that the compiler makes begin with what it
// initialises.
std::set<std::pair<std::size_t, std::size_t>> measured_pairs(const Subject& subject, const std::string& accesses);

// The accesses of a run: nodes, and none at the end of each call. kUnseen stands for accesses that left no marks.
inline constexpr std::size_t kUnseen = static_cast<std::size_t>(-1);
std::vector<std::optional<std::size_t>> accesses_of(const Subject& subject, const std::vector<std::size_t>& marks);

}  // namespace forall::class_tests
