// The exploration of one PUT.
//
//   run with defaults, then with each seed, then with the inputs of each case of an earlier exploration
//   while there is an open alternative, in the order of the strategy:
//     solve    the conditions that lead to it, and the alternative itself
//       unsat    it is infeasible. If it is not without the limits of the inputs' lengths and objects, these cut the
//                exploration, and are in the ledger
//       unknown  it is put aside and, when nothing else is left, tried again with all its effort; then it is
//                undecided, and in the ledger
//       sat      run with the inputs of the run that found it, changed as the model says;
//                the run must take exactly this alternative, else it is nondeterministic, and in the ledger
//
// Every run goes into the tree; a path that is new becomes a case. Where a bound cuts one, its inputs run on without
// symbols: a failure counts, and a run that does not end is an endless loop. What is still open at the end is decided
// by trying all inputs, if they are few (small_space.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/clock.h"
#include "explore/conditions.h"
#include "explore/coverage.h"
#include "explore/explore.h"
#include "explore/frontier.h"
#include "explore/small_space.h"
#include "explore/stand_ins.h"
#include "explore/tree.h"
#include "solve/solver.h"
#include "testcase/failures.h"
#include "trace/path.h"
#include "verdict/ledger.h"

namespace forall::explore {

class Exploration {
 public:
  // The parts of an exploration. The solver's expressions are those of the pool.
  struct Parts {
    target::Target& target;
    expr::Pool& pool;
    solve::Solver& solver;
    base::Clock& clock;
  };
  // Throws base::UserError if the target has no such PUT.
  Exploration(const Parts& parts, const testcase::Put& put, const Options& options, const Hooks& hooks,
              StandIns* stand_ins = nullptr);

  testcase::Result operator()();

 private:
  struct Run {
    trace::Path path;
    testcase::Outcome outcome;
    testcase::NamedValues assumed;  // of terms that occur only in facts about stand-ins
    bool is_possible = true;        // by facts about them
  };
  // A passed path to walk again at the end.
  struct Witness {
    testcase::NamedValues values;
    std::vector<testcase::InputValue> inputs;
    std::vector<trace::Step> steps;
    std::vector<trace::Observation> observations;
  };

  void search();
  bool may_go_on();
  double search_seconds() const;  // 0: no limit
  Run run_target(const testcase::NamedValues& values, bool is_concrete = false);
  void note_approximations(const trace::Path& path, verdict::Ledger& ledger);
  void end_early();
  // Until the exploration must end; the current run or query ends with it.
  base::Deadline time_left() const;
  // `alternative` is what the run is meant to take; none for defaults and seeds.
  void explore_inputs(const testcase::NamedValues& values, const Alternative* alternative);
  // The inputs of an earlier case are a seed. If they no longer follow its path, it is stale.
  void explore_earlier(const testcase::Case& earlier);
  bool fits(const testcase::Case& earlier) const;
  void take_in(const testcase::NamedValues& values, Run& run, const Alternative* alternative);
  void judge_prediction(const Alternative& alternative, const Tree::Insertion& insertion, const trace::Path& path);
  void add_alternatives(const Alternative* alternative, const Tree::Insertion& insertion, const Run& run);
  void record(const testcase::NamedValues& values, Run& run, std::vector<testcase::BranchDirection> covered,
              bool is_new);
  // The inputs of a path that a bound cut, without symbols.
  void run_on(const testcase::NamedValues& values, Run& cut);
  void keep_case(Run& run, std::vector<testcase::BranchDirection> covered);
  testcase::Case make_case(Run& run, std::vector<testcase::BranchDirection> covered);
  // Steps and path condition of the run, as a reader sees them.
  void describe(const trace::Path& path, bool keeps_steps, testcase::Case& described);
  bool is_known_failure(const testcase::Outcome& outcome) const;

  // The first try has a small effort, the last one all of it.
  enum class Try { First, Last };
  void flip(const Alternative& alternative, Try which);
  solve::Answer ask(const Alternative& alternative);
  solve::Answer solve_constraints();
  // The alternative is infeasible; also without the limits of the inputs? False: undecided at the first try.
  bool look_beyond_bounds(const Alternative& alternative, Try which);
  void note_bound(std::uint32_t bound, std::uint32_t site, std::span<const expr::Expr> conditions);
  bool says_how_inputs_are_made(const trace::Step& step) const;
  testcase::NamedValues inputs_of(const Alternative& alternative, const expr::Assignment& model) const;
  void keep_failing(const Run& run);
  bool says_which_values(const trace::Step& step) const;
  bool is_excluded(const Run& run);
  // Do the same inputs pass with other results of friendly mocks?
  bool is_avoidable(const testcase::NamedValues& values, const Run& run);
  void note_missing();
  // The facts about stand-ins leave a call no outcome: that of `last`, or the last path, with these constraints.
  void note_contradiction(std::vector<expr::Expr> constraints, std::optional<expr::Expr> last);
  void note_undecided(const Alternative& alternative, const std::string& reason);

  void walk_witness_again(bool is_concrete);
  // Checks, once, whether the inputs are few: then the search leaves time to try them all.
  void measure_inputs();
  // Tries all inputs. True if that leaves nothing open except the lines then in the ledger.
  bool exhaust_inputs();
  void polish_cases();
  void polish_case(class Polish& polish, testcase::Case& polished, const std::vector<trace::Step>& steps);
  void report_progress();
  void note_early_end();
  void note_audit();
  void explain_too_many_paths();
  testcase::Result finish();

  enum class End { None, Runs, Failures, Cases, Time, Interrupted };

  Parts parts_;
  testcase::Put put_;
  const Options options_;
  const Hooks& hooks_;
  std::uint32_t put_index_ = 0;
  std::uint32_t unfold_, decisions_, max_runs_, length_, objects_;
  double max_seconds_;
  double start_ = 0;
  double grace_ = 0;  // seconds after the end, to clean up
  base::Interrupt interrupt_;
  double last_progress_ = 0;
  End end_ = End::None;

  trace::PathReader reader_;
  Tree tree_;
  Coverage coverage_;
  std::unique_ptr<Frontier> frontier_;
  Conditions conditions_;
  verdict::Ledger ledger_;
  std::optional<Witness> witness_;
  std::optional<SmallSpace> space_;  // of few inputs
  bool is_measured_ = false;
  unsigned endless_runs_ = 0;            // of inputs whose path was cut
  std::vector<Alternative> put_aside_;   // newest last
  solve::Effort effort_;                 // of the current query
  std::vector<expr::Expr> constraints_;  // of the current query
  std::vector<Tree::Bound> bounds_;      // that it leaves out
  std::set<std::uint32_t> cutting_;      // sites of limits that are in the ledger
  std::uint64_t kept_steps_ = 0;
  std::vector<std::vector<trace::Step>> steps_of_cases_;  // of those whose steps were kept
  std::set<testcase::Failure> failures_;                  // different ones so far
  std::uint64_t case_bytes_ = 0;                          // of the cases so far, about, where they are stored
  StandIns* const stand_ins_;                             // null: all code runs
  testcase::Result result_;
};

}  // namespace forall::explore
