// Sequences as native programs: one that runs them and says what it saw, and the tests that are kept.
#pragma once

#include <string>
#include <vector>

#include "class_tests/deduce.h"
#include "class_tests/forward.h"
#include "class_tests/source.h"

namespace forall::class_tests {

// What a call left behind.
struct Observed {
  std::string state;   // "totalQtrs = 0, curQtrs = 1"
  std::string result;  // empty: none that can be compared
  bool throws = false;
  std::vector<std::size_t> marks;
  bool is_right = true;  // the class's invariant and the oracles hold
};

// A sequence as it ran natively: one Observed for each call.
struct Recorded {
  std::vector<Call> calls;
  std::vector<Observed> seen;
  std::vector<std::size_t> pairs;  // that it executes, by number; from the number of all pairs on: transitions
  bool holds = false;              // the answer to its question at the end
  bool is_kept = false;            // a test for its own sake
};

// Did a call make more accesses than are seen?
bool were_cut(const Recorded& recorded);

// What must hold after every call.
struct Oracles {
  std::vector<std::string> conditions;
  bool has_invariant = false;  // FORALL_INVARIANT
  bool empty() const { return conditions.empty() && !has_invariant; }
};

// "addQtr()", "push(3)"
std::string call_text(const Subject& subject, const Call& call);

// `header` is the marked one. Questions are asked at the end of the last sequences, one of each.
std::string recorder_source(const Subject& subject, const std::string& header,
                            const std::vector<std::vector<Call>>& sequences, const std::vector<std::string>& questions,
                            const Oracles& oracles);
// From the recorder's output; fewer than the sequences if it ended early. The destructor's marks belong to the last call.
std::vector<Recorded> read_recorded(const Subject& subject, const std::vector<Pair>& pairs,
                                    const std::vector<std::vector<Call>>& sequences, const std::string& output);

// The sequence with other numbers in place of zeros that it was free to choose: a value that is lost or mixed up shows.
// Each gets a number of its own; or only the last argument of each call, and the others are 1, as an index would be; or
// all get the same, as a key would have to.
// `is_same_path` says whether a run of it took the same path as one of the original.
enum class Variant { AllDifferent, LastDifferent, AllEqual };
std::vector<Call> varied(const Subject& subject, const std::vector<Call>& calls, Variant variant);
bool is_same_path(const Recorded& original, const Recorded& varied);

// Adds to each sequence the transitions that it makes: from one call to the next, with the accesses of both.
void add_transitions(std::vector<Recorded>& recorded, std::size_t pairs);

// As few of the sequences as a greedy choice finds that execute the same pairs.
std::vector<std::size_t> minimised(const std::vector<Recorded>& recorded);

// The closed tests. Compiled with FORALL_CLASS_MARKED they include `marked` instead of the class's header, and compare
// the accesses of each call as well.
std::string tests_source(const Subject& subject, const std::vector<Pair>& pairs, const std::vector<Recorded>& recorded,
                         const std::vector<std::size_t>& chosen, const std::string& marked, const Oracles& oracles);

}  // namespace forall::class_tests
