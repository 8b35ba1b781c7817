// Units: parts of the execution tree of one PUT that are explored apart from each other, by whoever has time.
//
// A unit is a list of open alternatives. It says everything that exploring it takes, and what comes of it depends on nothing
// else: it has expressions and a solver of its own, and gives parts of itself away by counting its work, never by the clock. So
// it can be explored anywhere, and again, with the same facts.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "explore/coverage.h"
#include "testcase/failures.h"
#include "testcase/records.h"

namespace forall::explore {

// A decision of a path, as all processes of a target know it.
struct Decided {
  std::uint64_t site = 0;  // its id; 0 if it was made in a run
  std::uint64_t value = 0;
  friend bool operator==(const Decided&, const Decided&) = default;
};

// The alternative of the last decision of a prefix.
struct OpenAlternative {
  std::shared_ptr<const testcase::NamedValues> inputs;  // of a run that begins with the prefix
  std::vector<Decided> prefix;
  std::vector<std::uint64_t> seen;  // values of the last decision that are explored elsewhere
};

struct Unit {
  std::vector<OpenAlternative> open;  // the next one first
  bool is_hard = false;               // no solver decided it with a small effort
  std::uint64_t work_between_gifts = 0;
};

// What was found before a unit, as far as limits on all of it go.
struct Totals {
  std::uint64_t runs = 0, cases = 0, bytes = 0;
  unsigned endless_runs = 0;
  std::set<testcase::Failure> failures;
};

// How an exploration, or the search of a unit, ended before its tree was exhausted.
enum class End { None, Runs, Failures, Cases, Time, Interrupted };

// What the search of a unit found out.
struct Facts {
  struct OfCase {
    std::size_t steps = 0;    // of its path
    bool is_further = false;  // it counts only if its failure is a new one
  };
  testcase::Result result;    // counts, cases, what was undecided, the ledger without limits of the inputs
  std::vector<OfCase> cases;  // of those of the result
  std::vector<testcase::LedgerLine> bounds;  // limits of the inputs that cut
  Coverage::Seen covered;                    // by its runs
  std::uint64_t run_on = 0;                  // cut paths whose inputs ran on without symbols
  unsigned endless_runs = 0;                 // of these
  std::uint64_t left_open = 0;
  End end = End::None;
  std::optional<testcase::NamedValues> passed;  // the inputs of its first run that passed
};

// A run with the inputs of a unit did not begin with its prefix. Thrown where it is explored; the PUT is then explored as a whole.
class LostPrefix : public std::exception {
 public:
  const char* what() const noexcept override { return "a run left the prefix of its unit"; }
};

}  // namespace forall::explore
