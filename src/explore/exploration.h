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
//
// With `split`, parts of the tree are given away from time to time (unit.h). An Exploration of its own explores each, and the
// first one absorbs what these found before it finishes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "explore/conditions.h"
#include "explore/coverage.h"
#include "explore/explore.h"
#include "explore/frontier.h"
#include "explore/small_space.h"
#include "explore/stand_ins.h"
#include "explore/tree.h"
#include "explore/unit.h"
#include "solve/solver.h"
#include "testcase/failures.h"
#include "trace/path.h"
#include "verdict/ledger.h"

namespace forall::explore {

// How often inputs of cut paths may turn out to be endless loops, which take their time.
inline constexpr unsigned kMostEndlessRuns = 3;
// What a case takes where it is stored, about.
std::uint64_t stored_bytes(const testcase::Case& c);

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

  // The same in steps.
  void search_all();
  testcase::Result finish();

  // Before the search: units are given to `give`.
  using Give = std::function<void(Unit)>;
  void split(Give give) { give_ = std::move(give); }
  // Searches a unit instead of the whole tree.
  struct UnitStart {
    Totals before;
    double start = 0, seconds = 0;               // of the search of the whole tree
    const std::atomic<bool>* is_over = nullptr;  // ends this search
  };
  Facts search_unit(const Unit& unit, const UnitStart& start);

  // After the search, of the exploration that gave units away: false if none of them counts any more.
  bool may_go_on();
  End end() const { return end_ != End::None ? end_ : end_of_units_; }
  Totals totals() const;
  Progress progress() const;
  double start() const { return start_; }
  double search_seconds() const;  // 0: no limit
  // The unit was searched as if only `before` had been found before it. With all that is known now, would it end differently?
  bool outdates(const Facts& facts, const Totals& before) const;
  void absorb(Facts facts);
  // Of units that are not searched.
  void leave_open(std::uint64_t alternatives) { open_elsewhere_ += alternatives; }

 private:
  struct Run {
    trace::Path path;
    testcase::Outcome outcome;
    testcase::NamedValues assumed;  // of terms that occur only in facts about stand-ins
    bool is_possible = true;        // by facts about them
    bool is_aside = false;          // it looked at what an algorithm requires, and found nothing
  };
  // A passed path to walk again at the end.
  struct Witness {
    testcase::NamedValues values;
    std::vector<testcase::InputValue> inputs;
    std::vector<trace::Step> steps;
    std::vector<trace::Observation> observations;
  };

  void search();
  void run_given_inputs();
  void search_tree();
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
  // `is_further`: it is kept only because nothing failed in this way before.
  void keep_case(Run& run, std::vector<testcase::BranchDirection> covered, bool is_further);
  testcase::Case make_case(Run& run, std::vector<testcase::BranchDirection> covered);
  bool has_room_for_steps(std::size_t steps);
  testcase::Step steps_not_kept(std::size_t steps) const;
  // Steps and path condition of the run, as a reader sees them.
  void describe(const trace::Path& path, bool keeps_steps, testcase::Case& described);
  bool is_known_failure(const testcase::Outcome& outcome) const;

  // The first try has a small effort, the last one all of it.
  enum class Try { First, Last };
  // `gives`: if it is feasible, it is given away.
  void flip(const Alternative& alternative, Try which, bool gives);
  solve::Answer ask(const Alternative& alternative);
  solve::Answer solve_constraints();
  // The alternative is infeasible; also without the limits of the inputs? False: undecided at the first try.
  bool look_beyond_bounds(const Alternative& alternative, Try which);
  std::uint64_t least_beyond(expr::Expr bound, expr::Evaluator& evaluate);
  void note_bound(std::uint32_t bound, std::uint32_t site, std::span<const expr::Expr> conditions,
                  std::uint64_t least = 0);
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

  // Parts of the tree that are explored apart from it (exploration_units.cpp).
  std::uint64_t work() const;
  bool wants_to_give() const;
  bool has_done_its_part() const;
  void give(const Alternative& alternative);
  void give_hard();
  void give_rest();
  OpenAlternative described(const Alternative& alternative) const;
  std::optional<Alternative> next_of_unit();
  std::uint64_t left_open() const;
  Facts take_facts();
  End limit_reached(std::uint64_t runs, std::uint64_t cases, std::uint64_t bytes, std::size_t failures) const;
  void take_bound(const testcase::LedgerLine& line);
  void take_case(testcase::Case found, const Facts::OfCase& facts);
  bool is_over() const { return is_over_ != nullptr && is_over_->load(std::memory_order_relaxed); }
  // What was left behind with the expressions of a unit: a passed path, the steps of a case.
  void find_witness();
  void find_steps(std::size_t number);

  void walk_witness_again(bool is_concrete, verdict::Ledger& ledger);
  // Checks, once, whether the inputs are few: then the search leaves time to try them all.
  void measure_inputs();
  // Tries all inputs. True if that leaves nothing open except the lines then in the ledger.
  bool exhaust_inputs();
  struct Trial {
    std::uint64_t seen = 0;  // inputs that were run, or that the assumptions exclude
    bool is_over = false;    // not only because of the time
  };
  bool try_all_inputs(Trial& trial);
  void note_untried(const Trial& trial);
  void polish_cases();
  void polish_case(class Polish& polish, testcase::Case& polished, const std::vector<trace::Step>& steps);
  void report_progress();
  void note_early_end();
  void note_audit();
  void explain_too_many_paths();

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
  End end_of_units_ = End::None;  // of the first that left something open

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

  Give give_;  // null: nothing is given away
  bool has_given_ = false;
  std::uint64_t flips_ = 0;
  std::uint64_t work_at_gift_ = 0, work_between_gifts_ = 0;
  std::uint64_t open_elsewhere_ = 0;                    // in units
  std::set<std::string> known_bounds_;                  // texts of the limits that are in the ledger
  std::size_t first_foreign_ = 0, end_of_foreign_ = 0;  // cases from units: their steps are not of this pool
  std::optional<testcase::NamedValues> passed_elsewhere_;
  // Of the search of a unit.
  const Unit* unit_ = nullptr;
  std::size_t next_in_unit_ = 0;
  std::uint64_t runs_before_ = 0, cases_before_ = 0;
  double seconds_of_all_ = 0;
  const std::atomic<bool>* is_over_ = nullptr;
  Facts facts_;  // those that are not found elsewhere in here
};

}  // namespace forall::explore
