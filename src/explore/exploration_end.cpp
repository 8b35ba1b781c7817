// The steps after the search: repeat a passed path, try all inputs if they are few, make values easy to read, collect
// the result.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explore/crowded.h"
#include "explore/exploration.h"
#include "explore/outcome.h"
#include "explore/polish.h"
#include "testcase/failures.h"
#include "verdict/verdict.h"

namespace forall::explore {

using expr::Expr;
using testcase::Case;
using testcase::NamedValues;
using testcase::NoteKind;
using testcase::OutcomeKind;
using testcase::Result;

namespace {

// How much longer than --seconds the steps after the search may take, in seconds and as a part.
constexpr double kLeastGrace = 0.2, kGracePart = 0.05;

bool equal_steps(const std::vector<trace::Step>& x, const std::vector<trace::Step>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const trace::Step& a, const trace::Step& b) {
    return a.site == b.site && a.subject == b.subject && a.value == b.value;
  });
}

bool equal_observations(const std::vector<trace::Observation>& x, const std::vector<trace::Observation>& y,
                        bool have_expressions) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& a, const auto& b) {
    return a.name == b.name && a.value == b.value && (!have_expressions || a.expression == b.expression);
  });
}

}  // namespace

// A test whose only path has no decision is never run twice by the search, and could still depend on the clock. One
// more run of a passed path must make the same decisions and observations, and pass.
void Exploration::walk_witness_again(bool is_concrete, verdict::Ledger& ledger) {
  const Run run = run_target(witness_->values, is_concrete);
  note_approximations(run.path, ledger);
  if (run.outcome.kind != OutcomeKind::Passed || (!is_concrete && !equal_steps(run.path.steps, witness_->steps)) ||
      !equal_observations(run.path.observations, witness_->observations, !is_concrete)) {
    ledger.add_nondeterminism(abi::kNoSite, "a second run with the same inputs took a different path");
  }
}

void Exploration::measure_inputs() {
  if (is_measured_ || !witness_ || stand_ins_ != nullptr) return;
  is_measured_ = true;
  const std::vector<Expr> in_work = constraints_;
  const std::uint64_t queries = result_.queries;
  const auto ask = [&](const std::vector<Expr>& query) {
    constraints_ = query;
    return solve_constraints();
  };
  space_ = SmallSpace::find(parts_.pool, ask, witness_->steps, witness_->inputs);
  result_.queries = queries;
  constraints_ = in_work;
}

// Runs without symbols are exact: if all of them pass, the ledger lines about symbols are settled.
bool Exploration::exhaust_inputs() {
  if (result_.interrupted || result_.failed > 0 || !ledger_.is_about_symbols()) return false;
  measure_inputs();
  if (!space_) return false;
  Trial trial;
  try {
    return try_all_inputs(trial);
  } catch (const base::OutOfTime&) {
    note_untried(trial);
    throw;
  }
}

// Who has a little more time may have a proof.
void Exploration::note_untried(const Trial& trial) {
  const bool is_stopped = hooks_.stop != nullptr && hooks_.stop->load(std::memory_order_relaxed);
  if (trial.is_over || trial.seen == 0 || is_stopped) return;
  const std::string all = trial.seen < space_->size() ? fmt::format(" of {}", space_->size()) : "";
  result_.notes.push_back(
      {NoteKind::Exhaustion, fmt::format("{}{} inputs were tried one by one, and none fails; to have all of "
                                         "them tried, which is a proof: raise --seconds",
                                         trial.seen, all)});
}

bool Exploration::try_all_inputs(Trial& trial) {
  const std::uint64_t runs = result_.runs;
  verdict::Ledger ledger(put_, parts_.target.sites());
  expr::Evaluator evaluate(parts_.pool);
  InputCounter counter(*space_);
  std::uint64_t tried = 0;
  auto step = InputCounter::Step::Next;
  while (step != InputCounter::Step::Last && step != InputCounter::Step::Lost && result_.failed == 0) {
    const bool is_over = max_seconds_ > 0 && parts_.clock.now() - start_ >= max_seconds_;
    if (is_over || (hooks_.stop != nullptr && hooks_.stop->load(std::memory_order_relaxed))) break;
    const NamedValues values = counter.values();
    if (space_->excludes(values, parts_.pool, evaluate)) {
      ++trial.seen;
      step = counter.skip() ? InputCounter::Step::Next : InputCounter::Step::Last;
      continue;
    }
    Run run = run_target(values, true);
    step = run.outcome.kind == OutcomeKind::Cut ? InputCounter::Step::Lost : counter.take(run.path.inputs);
    if (step == InputCounter::Step::Again || step == InputCounter::Step::Lost) continue;
    ++trial.seen;
    note_approximations(run.path, ledger);
    if (run.outcome.kind != OutcomeKind::Discarded) ++tried;
    if (testcase::refutes(run.outcome.kind)) record(values, run, coverage_.add(run.path.covered), true);
    report_progress();
  }
  result_.runs = runs;
  trial.is_over = result_.failed > 0 || step == InputCounter::Step::Last || step == InputCounter::Step::Lost;
  if (!trial.is_over) note_untried(trial);
  if (result_.failed > 0 || step != InputCounter::Step::Last || tried == 0) return false;
  walk_witness_again(true, ledger);  // if time runs out here, nothing is settled
  result_.cut = 0;
  result_.undecided.clear();
  ledger_.become(ledger);
  if (ledger_.empty())
    result_.notes.push_back({NoteKind::Exhaustion, fmt::format("proved by exhaustion: {} inputs", tried)});
  return true;
}

// Failing cases first: the work is limited. These runs find nothing new, so nothing of them is recorded.
void Exploration::polish_cases() {
  if (!hooks_.shown || result_.interrupted) return;
  std::vector<std::size_t> shown = hooks_.shown(result_);
  std::stable_partition(shown.begin(), shown.end(),
                        [&](std::size_t i) { return testcase::refutes(result_.cases[i].outcome.kind); });
  const std::uint64_t runs = result_.runs;
  Polish polish(parts_.pool);
  for (const std::size_t i : shown) {
    if (hooks_.stop != nullptr && hooks_.stop->load(std::memory_order_relaxed)) break;
    if (time_left().passed()) break;
    try {
      if (i >= first_foreign_ && i < end_of_foreign_) find_steps(i);
      polish_case(polish, result_.cases[i], steps_of_cases_[i]);
    } catch (const base::OutOfTime&) {
      break;
    }
  }
  result_.runs = runs;
}

// Friendlier values count only if they lead down the same path to the same end.
void Exploration::polish_case(Polish& polish, Case& polished, const std::vector<trace::Step>& steps) {
  if (polished.inputs.empty() || steps.empty() || polished.outcome.fault == testcase::Fault::EndlessLoop) return;
  NamedValues values;
  for (const testcase::InputValue& input : polished.inputs) values[input.name] = input.value;
  const bool passes = polished.outcome.kind == OutcomeKind::Passed;
  const NamedValues friendlier =
      polish(polished.inputs, steps, passes ? Polish::Elements::Different : Polish::Elements::AsSmallAsCanBe);
  if (friendlier == values) return;
  Run after = run_target(friendlier);
  if (testcase::failure_of(after.outcome) != testcase::failure_of(polished.outcome) ||
      !equal_steps(after.path.steps, steps))
    return;
  polished.inputs = std::move(after.path.inputs);
  polished.objects = std::move(after.path.objects);
  polished.observations = observed_values(parts_.pool, after.path.observations);
  polished.outcome = std::move(after.outcome);
}

void Exploration::note_audit() {
  if (!options_.solver.audit) return;
  constexpr std::size_t kMostListed = 20;
  (void)parts_.solver.check({}, {});  // of no constraint: what was simplified since the last query is checked
  solve::Statistics statistics;
  parts_.solver.add_statistics(statistics);
  const std::size_t undecided = statistics.unaudited.size();
  result_.notes.push_back(
      {NoteKind::Audit,
       fmt::format("audit: {} of {} unsatisfiable queries decided again by another back end, {} simplifications "
                   "checked by evaluation",
                   statistics.audited, statistics.audited + undecided, statistics.simplifications)});
  for (std::size_t i = 0; i < std::min(undecided, kMostListed); ++i) {
    result_.notes.push_back({NoteKind::AuditUndecided, "audit: not decided again: " + statistics.unaudited[i]});
  }
  if (undecided > kMostListed) {
    result_.notes.push_back({NoteKind::AuditUndecided, fmt::format("audit: and {} more", undecided - kMostListed)});
  }
}

// What to do about the place that makes most of the paths comes before the advice to raise the bound.
void Exploration::explain_too_many_paths() {
  std::string hint;
  for (testcase::LedgerLine& line : result_.ledger) {
    using testcase::LedgerKind;
    if (line.kind != LedgerKind::RunBound && line.kind != LedgerKind::TimeBound && line.kind != LedgerKind::CaseBound)
      continue;
    if (hint.empty()) hint = most_crowded_place(put_, result_.cases);
    if (!hint.empty()) line.remedy = hint + "; or " + line.remedy;
  }
}

Result Exploration::finish() {
  bool exhausted = tree_.exhausted() && open_elsewhere_ == 0;
  grace_ = std::max(kLeastGrace, kGracePart * max_seconds_);
  if (!exhausted) note_early_end();
  // Inputs beyond a limit may get past the assumptions: then the limit is what keeps the PUT open.
  const bool is_limited = ledger_.has(abi::LedgerKind::LengthBound) || ledger_.has(abi::LedgerKind::ObjectBound);
  const bool says_why = ledger_.has(abi::LedgerKind::AssumedLaw) || ledger_.has(abi::LedgerKind::FriendlyMock);
  if (exhausted && result_.paths == 0 && result_.cut == 0 && result_.undecided.empty() && !is_limited && !says_why)
    ledger_.add_vacuity();
  try {
    find_witness();
    if ((!exhausted || !ledger_.empty()) && exhaust_inputs()) {
      exhausted = true;
    } else if (exhausted && ledger_.empty() && result_.failed == 0 && witness_) {
      walk_witness_again(false, ledger_);
    }
  } catch (const base::OutOfTime&) {
    end_early();
    if (exhausted) note_early_end();
  }
  note_audit();
  result_.put = put_;
  result_.ledger = ledger_.lines();
  explain_too_many_paths();
  result_.branches_covered = coverage_.covered();
  result_.branches = coverage_.branches();
  result_.branches_total = result_.branches.size();
  result_.is_exhausted = exhausted;
  result_.verdict = verdict::decide(result_);
  polish_cases();
  for (Case& each : result_.cases) {
    std::erase_if(each.inputs, [](const testcase::InputValue& input) {
      return is_about_looking_aside(input) && input.value.lo == 0;
    });
  }
  result_.seconds = parts_.clock.now() - start_;
  return std::move(result_);
}

}  // namespace forall::explore
