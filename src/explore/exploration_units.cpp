// Searching a tree in parts.
//
// From time to time, a search gives away its last alternative, the one nearest to the root: what lies behind it is likely to be
// much. It has found out before that the alternative is feasible. What was put aside as too hard is given away as well, so that it
// comes after everything else; and a search that has become long ends, with what is left as one more unit.
// All of that goes by work, which is counted, so that the same units come up wherever and whenever a part is searched.
#include <algorithm>
#include <string>
#include <utility>

#include "explore/exploration.h"

namespace forall::explore {

using testcase::Case;
using testcase::NamedValues;
using testcase::OutcomeKind;

namespace {

// A unit begins with a solver that has learnt nothing, which can cost it as much as some hundred flips. So there must not be many:
// each search that gives one away, and the one that takes it, wait twice as long before the next.
constexpr std::uint64_t kLeastWorkBetweenGifts = 1536;
constexpr std::uint64_t kMostWorkBetweenGifts = 16 * kLeastWorkBetweenGifts;

}  // namespace

// What takes the time: queries, runs, and expressions that are new to the solver.
std::uint64_t Exploration::work() const { return flips_ + result_.runs + parts_.pool.size(); }

bool Exploration::wants_to_give() const {
  if (!give_ || tree_.open_alternatives() < 2) return false;
  return work() - work_at_gift_ >= std::max(kLeastWorkBetweenGifts, work_between_gifts_);
}

bool Exploration::has_done_its_part() const { return give_ && flips_ >= options_.flips_of_part && left_open() > 0; }

OpenAlternative Exploration::described(const Alternative& alternative) const {
  const std::vector<testcase::Site>& sites = parts_.target.sites();
  OpenAlternative open{alternative.inputs, {}, tree_.values(alternative.node)};
  for (const auto& [site, value] : tree_.way_to(alternative.node)) open.prefix.push_back({sites[site].id, value});
  open.prefix.push_back({sites[alternative.site].id, open.seen.front()});
  return open;
}

void Exploration::give(const Alternative& alternative) {
  has_given_ = true;
  work_at_gift_ = work();
  work_between_gifts_ = std::clamp(2 * work_between_gifts_, 2 * kLeastWorkBetweenGifts, kMostWorkBetweenGifts);
  Unit unit{{described(alternative)}, false, work_between_gifts_};
  tree_.close(alternative.node, AlternativeState::Elsewhere);
  give_(std::move(unit));
}

void Exploration::give_hard() {
  for (const Alternative& alternative : std::exchange(put_aside_, {})) {
    if (!tree_.is_open(alternative.node)) continue;
    Unit unit{{described(alternative)}, true, work_between_gifts_};
    tree_.close(alternative.node, AlternativeState::Elsewhere);
    give_(std::move(unit));
  }
}

void Exploration::give_rest() {
  has_given_ = true;
  give_hard();
  Unit unit{{}, false, work_between_gifts_};
  while (const std::optional<Alternative> alternative = frontier_->pop_last()) {
    if (!tree_.is_open(alternative->node)) continue;
    unit.open.push_back(described(*alternative));
    tree_.close(alternative->node, AlternativeState::Elsewhere);
  }
  if (unit_ != nullptr) {
    unit.open.insert(unit.open.end(), unit_->open.begin() + static_cast<std::ptrdiff_t>(next_in_unit_),
                     unit_->open.end());
    next_in_unit_ = unit_->open.size();
  }
  if (!unit.open.empty()) give_(std::move(unit));
}

// The run that leads there is made once more, for its expressions. It finds nothing new, so nothing of it is recorded.
std::optional<Alternative> Exploration::next_of_unit() {
  if (unit_ == nullptr || next_in_unit_ == unit_->open.size()) return std::nullopt;
  const OpenAlternative& open = unit_->open[next_in_unit_];
  const std::uint64_t runs = result_.runs;
  const Run run = run_target(*open.inputs);
  result_.runs = runs;
  const std::vector<testcase::Site>& sites = parts_.target.sites();
  const std::size_t length = open.prefix.size();
  if (run.path.steps.size() < length) throw LostPrefix();
  const bool is_prefix = std::equal(open.prefix.begin(), open.prefix.end() - 1, run.path.steps.begin(),
                                    [&](const Decided& decided, const trace::Step& step) {
                                      return decided == Decided{sites[step.site].id, step.value};
                                    });
  const trace::Step& last = run.path.steps[length - 1];
  const bool is_seen = std::find(open.seen.begin(), open.seen.end(), last.value) != open.seen.end();
  if (!is_prefix || !is_seen || sites[last.site].id != open.prefix.back().site) throw LostPrefix();
  const std::optional<NodeRef> node = tree_.restore({run.path.steps.data(), length}, open.seen);
  if (!node) throw LostPrefix();
  ++next_in_unit_;
  return Alternative{*node, tree_.depth(*node), last.site, last.kind, open.seen.front(), open.inputs};
}

std::uint64_t Exploration::left_open() const {
  const std::uint64_t of_unit = unit_ == nullptr ? 0 : unit_->open.size() - next_in_unit_;
  return tree_.open_alternatives() + of_unit + open_elsewhere_;
}

Facts Exploration::search_unit(const Unit& unit, const UnitStart& start) {
  unit_ = &unit;
  work_between_gifts_ = unit.work_between_gifts;
  runs_before_ = start.before.runs;
  cases_before_ = start.before.cases;
  case_bytes_ = start.before.bytes;
  endless_runs_ = start.before.endless_runs;
  failures_ = start.before.failures;
  seconds_of_all_ = start.seconds;
  is_over_ = start.is_over;
  start_ = start.start;
  try {
    search();
  } catch (const base::OutOfTime&) {
    end_early();
  }
  facts_.endless_runs = endless_runs_ - start.before.endless_runs;
  return take_facts();
}

Facts Exploration::take_facts() {
  result_.ledger = ledger_.lines();
  facts_.result = std::move(result_);
  facts_.covered = coverage_.seen();
  facts_.left_open = left_open();
  facts_.end = end_;
  if (witness_) facts_.passed = std::move(witness_->values);
  return std::move(facts_);
}

Totals Exploration::totals() const {
  return {result_.runs, result_.cases.size(), case_bytes_, endless_runs_, failures_};
}

End Exploration::limit_reached(std::uint64_t runs, std::uint64_t cases, std::uint64_t bytes,
                               std::size_t failures) const {
  if (max_runs_ != 0 && runs >= max_runs_) return End::Runs;
  // What axioms allow is no failure before a run of the code shows it.
  if (options_.failures != 0 && stand_ins_ == nullptr && failures >= options_.failures) return End::Failures;
  const bool are_many = options_.cases != 0 && cases >= options_.cases;
  const bool are_large = options_.megabytes != 0 && bytes >= options_.megabytes * std::uint64_t{1000000};
  return are_many || are_large ? End::Cases : End::None;
}

bool Exploration::outdates(const Facts& facts, const Totals& before) const {
  if (facts.run_on > 0 && before.endless_runs != endless_runs_ &&
      endless_runs_ + facts.endless_runs >= kMostEndlessRuns)
    return true;
  std::set<testcase::Failure> failures = failures_;
  std::uint64_t bytes = case_bytes_, cases = result_.cases.size();
  for (std::size_t i = 0; i < facts.cases.size(); ++i) {
    const Case& found = facts.result.cases[i];
    const bool is_known =
        testcase::refutes(found.outcome.kind) && !failures.insert(testcase::failure_of(found.outcome)).second;
    if (is_known && facts.cases[i].is_further) continue;
    bytes += stored_bytes(found);
    ++cases;
  }
  return limit_reached(result_.runs + facts.result.runs, cases, bytes, failures.size()) != End::None;
}

void Exploration::absorb(Facts facts) {
  testcase::Result& found = facts.result;
  result_.paths += found.paths;
  result_.failed += found.failed;
  result_.discarded += found.discarded;
  result_.cut += found.cut;
  result_.infeasible += found.infeasible;
  result_.runs += found.runs;
  result_.queries += found.queries;
  result_.solver_seconds += found.solver_seconds;
  std::move(found.undecided.begin(), found.undecided.end(), std::back_inserter(result_.undecided));
  for (const testcase::LedgerLine& line : found.ledger) ledger_.add(line);
  for (const testcase::LedgerLine& line : facts.bounds) take_bound(line);
  coverage_.add(facts.covered);
  if (end_of_foreign_ == 0) first_foreign_ = result_.cases.size();
  for (std::size_t i = 0; i < found.cases.size(); ++i) take_case(std::move(found.cases[i]), facts.cases[i]);
  end_of_foreign_ = result_.cases.size();
  endless_runs_ += facts.endless_runs;
  open_elsewhere_ += facts.left_open;
  if (end_of_units_ == End::None && facts.left_open > 0) end_of_units_ = facts.end;
  if (!passed_elsewhere_) passed_elsewhere_ = std::move(facts.passed);
}

// A limit is in the ledger once, where it was met first.
void Exploration::take_bound(const testcase::LedgerLine& line) {
  if (unit_ != nullptr) {
    facts_.bounds.push_back(line);
  } else if (known_bounds_.insert(line.text).second) {
    ledger_.add(line);
  }
}

void Exploration::take_case(Case found, const Facts::OfCase& facts) {
  if (testcase::refutes(found.outcome.kind)) {
    const bool is_new = failures_.insert(testcase::failure_of(found.outcome)).second;
    if (!is_new && facts.is_further) {
      --result_.paths;
      --result_.failed;
      return;
    }
  }
  if (!has_room_for_steps(facts.steps)) found.steps = {steps_not_kept(facts.steps)};
  case_bytes_ += stored_bytes(found);
  result_.cases.push_back(std::move(found));
  steps_of_cases_.emplace_back();
  if (hooks_.found) hooks_.found(result_.cases.back());
}

void Exploration::find_witness() {
  if (witness_ || !passed_elsewhere_) return;
  const std::uint64_t runs = result_.runs;
  Run run = run_target(*passed_elsewhere_);
  result_.runs = runs;
  if (run.outcome.kind != OutcomeKind::Passed) {
    ledger_.add_nondeterminism(abi::kNoSite, "a second run with the same inputs took a different path");
    return;
  }
  witness_ = Witness{*passed_elsewhere_, std::move(run.path.inputs), std::move(run.path.steps),
                     std::move(run.path.observations)};
}

void Exploration::find_steps(std::size_t number) {
  const Case& found = result_.cases[number];
  if (found.inputs.empty() || found.outcome.fault == testcase::Fault::EndlessLoop) return;
  NamedValues values;
  for (const testcase::InputValue& input : found.inputs) values[input.name] = input.value;
  Run run = run_target(values);
  if (testcase::failure_of(run.outcome) == testcase::failure_of(found.outcome))
    steps_of_cases_[number] = std::move(run.path.steps);
}

}  // namespace forall::explore
