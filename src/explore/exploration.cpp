#include "explore/exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "explore/outcome.h"
#include "explore/polish.h"
#include "explore/stale.h"
#include "testcase/failures.h"
#include "testcase/purity.h"

namespace forall::explore {

using expr::Expr;
using testcase::Case;
using testcase::NamedValues;
using testcase::OutcomeKind;
using testcase::Result;

namespace {

constexpr double kProgressInterval = 0.1;
// Steps of all cases together, some 300 MB. Long paths come in great numbers; what is cut is the picture of the later
// ones, never the case itself.
constexpr std::uint64_t kMaxKeptSteps = 2'000'000;

// The time that the search gets if the inputs are few. Whether they are is asked then, not earlier: models depend on
// the queries before, and should not depend on the clock.
double seconds_before_exhaustion(double limit) {
  constexpr double kWithoutLimit = 60;
  return limit > 0 ? limit / 2 : kWithoutLimit;
}

std::uint32_t index_of(const target::Target& target, const testcase::Put& put) {
  for (std::size_t i = 0; i < target.puts().size(); ++i) {
    if (target.puts()[i].full_name() == put.full_name()) return static_cast<std::uint32_t>(i);
  }
  throw base::UserError("the target has no test " + put.full_name());
}

// Seeds are inputs that the user wants tried: there is room for them.
std::uint32_t longest_seed(const testcase::Put& put) {
  constexpr std::uint64_t kMostRoom = 1024;
  std::uint64_t longest = 0;
  for (const NamedValues& seed : put.seeds) {
    for (const auto& [name, value] : seed) {
      if (name.ends_with(".size")) longest = std::max(longest, std::min(value.lo, kMostRoom));
    }
  }
  return static_cast<std::uint32_t>(longest);
}

// The variables of inputs that stand for uninitialised values.
std::vector<std::uint32_t> unset_variables(const expr::Pool& pool, const std::vector<testcase::InputValue>& inputs) {
  std::vector<std::uint32_t> variables;
  for (const testcase::InputValue& input : inputs) {
    if (!input.is_unset) continue;
    if (const Expr known = pool.find_variable(base::fnv1a(input.name))) variables.push_back(pool[known].low);
  }
  return variables;
}

}  // namespace

// What a case takes where it is stored, about. Steps are left out: paths share them.
std::uint64_t stored_bytes(const Case& c) {
  constexpr std::uint64_t kRow = 200, kValue = 72;
  return kRow + kValue * (c.inputs.size() + c.objects.size() + c.observations.size()) + c.path_condition.size() +
         c.outcome.message.size();
}

Exploration::Exploration(const Parts& parts, const testcase::Put& put, const Options& options, const Hooks& hooks,
                         StandIns* stand_ins)
    : parts_(parts),
      put_(put),
      options_(options),
      hooks_(hooks),
      put_index_(index_of(parts.target, put)),
      unfold_(put.bounds.unfold.value_or(options.unfold)),
      decisions_(put.bounds.decisions.value_or(options.decisions)),
      max_runs_(put.bounds.runs.value_or(options.runs)),
      length_(std::max(put.bounds.length.value_or(options.length), longest_seed(put))),
      objects_(put.bounds.objects.value_or(options.objects)),
      max_seconds_(put.bounds.seconds.value_or(options.seconds)),
      reader_(parts.pool),
      tree_(parts.pool),
      coverage_(parts.target.sites()),
      frontier_(make_frontier(options.strategy, coverage_)),
      conditions_(parts.pool),
      ledger_(put_, parts.target.sites()),
      stand_ins_(stand_ins) {
  parts_.pool.set_enums(put.enums);
  effort_ = options_.effort;
  interrupt_ = [this] {
    return (hooks_.interrupt != nullptr && hooks_.interrupt->load(std::memory_order_relaxed)) || is_over();
  };
}

Result Exploration::operator()() {
  search_all();
  return finish();
}

void Exploration::search_all() {
  start_ = parts_.clock.now();
  try {
    search();
  } catch (const base::OutOfTime&) {
    end_early();
  }
}

void Exploration::search() {
  if (unit_ == nullptr) run_given_inputs();
  search_tree();
}

void Exploration::run_given_inputs() {
  if (may_go_on()) explore_inputs({}, nullptr);
  for (const NamedValues& seed : put_.seeds) {
    if (!may_go_on()) break;
    explore_inputs(seed, nullptr);
  }
  if (hooks_.earlier != nullptr) {
    for (const Case& earlier : *hooks_.earlier) {
      if (!may_go_on()) break;
      if (fits(earlier)) explore_earlier(earlier);
      report_progress();
    }
  }
}

void Exploration::search_tree() {
  while (may_go_on()) {
    const bool gives = wants_to_give();
    std::optional<Alternative> alternative = gives ? frontier_->pop_last() : frontier_->pop();
    Try which = Try::First;
    if (!alternative) {
      alternative = next_of_unit();
      if (alternative && unit_->is_hard) which = Try::Last;
    }
    if (!alternative) {
      if (has_given_ || unit_ != nullptr) give_hard();
      if (put_aside_.empty()) break;
      alternative = std::move(put_aside_.back());
      put_aside_.pop_back();
      which = Try::Last;
    }
    if (tree_.is_open(alternative->node)) flip(*alternative, which, gives);
    report_progress();
    if (has_done_its_part()) return give_rest();
  }
}

bool Exploration::may_go_on() {
  if ((hooks_.stop != nullptr && hooks_.stop->load(std::memory_order_relaxed)) || is_over()) {
    end_ = End::Interrupted;
  } else {
    end_ =
        limit_reached(runs_before_ + result_.runs, cases_before_ + result_.cases.size(), case_bytes_, failures_.size());
  }
  if (end_ == End::None) {
    const double seconds = parts_.clock.now() - start_;
    if (seconds >= seconds_before_exhaustion(max_seconds_)) measure_inputs();
    if (search_seconds() > 0 && seconds >= search_seconds()) end_ = End::Time;
  }
  return end_ == End::None;
}

// All inputs are tried only where none has failed.
double Exploration::search_seconds() const {
  if (unit_ != nullptr) return seconds_of_all_;
  return !space_ || result_.failed > 0 ? max_seconds_ : seconds_before_exhaustion(max_seconds_);
}

// The current run or query counts as not begun.
void Exploration::end_early() {
  if (may_go_on()) end_ = interrupt_() ? End::Interrupted : End::Time;
}

base::Deadline Exploration::time_left() const {
  if (max_seconds_ <= 0) return base::Deadline(0, &interrupt_);
  return base::Deadline(std::max(max_seconds_ + grace_ - (parts_.clock.now() - start_), 0.001), &interrupt_);
}

Exploration::Run Exploration::run_target(const NamedValues& values, bool is_concrete) {
  const base::Deadline deadline = time_left();
  const target::RunReport report = parts_.target.run({.put = put_index_,
                                                      .values = values,
                                                      .unfold = unfold_,
                                                      .decisions = decisions_,
                                                      .seconds = options_.run_seconds,
                                                      .leaks = options_.leaks,
                                                      .length = length_,
                                                      .objects = objects_,
                                                      .concrete = is_concrete,
                                                      .deadline = deadline,
                                                      .stand_ins = stand_ins_ != nullptr ? stand_ins_->classes() : 0});
  if (report.ended_early) throw base::OutOfTime();
  Run run;
  run.path = reader_.read(parts_.target.segment(), deadline);
  ++result_.runs;
  run.outcome = read_outcome(parts_.target, put_, report);
  testcase::name_purity_calls(put_, run.outcome);
  run.is_aside = looks_aside(run.path) && run.outcome.detail != testcase::OutcomeDetail::Algorithm &&
                 run.outcome.kind != OutcomeKind::Cut;
  if (run.is_aside) {
    run.outcome = {};
    run.outcome.kind = OutcomeKind::Discarded;
    run.path.covered.clear();
  }
  if (stand_ins_ != nullptr) run.is_possible = stand_ins_->hold(run.path, values, run.assumed);
  if (!run.is_possible) {  // from there on it is not a run of the program
    run.outcome = {};
    run.outcome.kind = OutcomeKind::Discarded;
    run.path.ledger.clear();
    run.path.ledger_details.clear();
    run.path.covered.clear();
  }
  return run;
}

void Exploration::note_approximations(const trace::Path& path, verdict::Ledger& ledger) {
  for (std::size_t i = 0; i < path.ledger.size(); ++i) {
    ledger.add_approximation(path.ledger[i], path.ledger_details[i]);
  }
}

void Exploration::explore_inputs(const NamedValues& values, const Alternative* alternative) {
  Run run = run_target(values);
  take_in(values, run, alternative);
}

// Limits may have become tighter since. What is beyond them is not explored, so such a case is neither run nor stale.
bool Exploration::fits(const Case& earlier) const {
  return std::none_of(earlier.inputs.begin(), earlier.inputs.end(), [&](const testcase::InputValue& input) {
    return input.name.ends_with(".size") && input.value.lo > length_;
  });
}

void Exploration::explore_earlier(const Case& earlier) {
  NamedValues values;
  for (const testcase::InputValue& input : earlier.inputs) values[input.name] = input.value;
  Run run = run_target(values);
  const auto& steps = run.path.steps;
  const bool is_beyond_limits = std::any_of(steps.begin(), steps.end(), [](const trace::Step& step) {
    return step.kind == abi::DecisionKind::Bound && step.value == 0;
  });
  if (is_beyond_limits) return;  // a run that the search would never make: nothing follows from it
  Case now;
  now.inputs = run.path.inputs;
  now.objects = run.path.objects;
  now.outcome = run.outcome;
  describe(run.path, true, now);
  if (now.outcome.kind == OutcomeKind::Discarded && !steps.empty() && steps.back().kind == abi::DecisionKind::Assume &&
      !says_how_inputs_are_made(steps.back())) {
    const testcase::Site& site = parts_.target.sites()[steps.back().site];
    now.outcome.file = site.file;
    now.outcome.line = site.line;
  }
  std::string reason = why_stale(earlier, now);
  if (!reason.empty()) result_.stale.push_back({earlier.name, earlier.inputs, earlier.objects, std::move(reason)});
  take_in(values, run, nullptr);
}

void Exploration::take_in(const NamedValues& values, Run& run, const Alternative* alternative) {
  note_approximations(run.path, ledger_);
  std::vector<testcase::BranchDirection> covered = coverage_.add(run.path.covered);
  const Tree::Insertion insertion = tree_.insert(run.path.steps);
  if (insertion.kind == Tree::Insertion::Kind::Deviated) {
    const std::uint32_t site = insertion.at < run.path.steps.size() ? run.path.steps[insertion.at].site : abi::kNoSite;
    ledger_.add_nondeterminism(site, "runs with the same decisions so far decided differently here");
  }
  if (alternative != nullptr) judge_prediction(*alternative, insertion, run.path);
  add_alternatives(alternative, insertion, run);
  if (stand_ins_ != nullptr) {
    const bool is_new = insertion.kind == Tree::Insertion::Kind::New;
    if (stand_ins_->is_contradictory()) {
      std::vector<Expr> constraints;
      for (const trace::Step& step : run.path.steps) constraints.push_back(step.condition);
      note_contradiction(std::move(constraints), std::nullopt);
    }
    if (run.is_possible && is_new) note_missing();
    if (stand_ins_->takes_failing() && is_new) keep_failing(run);
  }
  if (is_excluded(run)) {
    ledger_.add_instances_cut(run.outcome);
    run.outcome.kind = OutcomeKind::Discarded;
  }
  if (is_avoidable(values, run)) {
    if (insertion.kind == Tree::Insertion::Kind::New) ledger_.add_avoidable(run.outcome);
    run.outcome.kind = OutcomeKind::Discarded;
  }
  record(values, run, std::move(covered), insertion.kind == Tree::Insertion::Kind::New);
  tree_.prune();
}

// A run that was solved for must follow its prefix and then take the alternative.
void Exploration::judge_prediction(const Alternative& alternative, const Tree::Insertion& insertion,
                                   const trace::Path& path) {
  if (insertion.kind == Tree::Insertion::Kind::New && insertion.branched == alternative.node) return;
  if (insertion.kind != Tree::Insertion::Kind::Deviated) {
    const bool is_known = insertion.kind == Tree::Insertion::Kind::Known || insertion.at >= path.steps.size();
    ledger_.add_nondeterminism(is_known ? alternative.site : path.steps[insertion.at].site,
                               "a run did not take the decision that its inputs were solved for");
  }
  if (tree_.is_open(alternative.node)) tree_.close(alternative.node, AlternativeState::Lost);
}

// Root first. A subject that had a further value may have more of them.
void Exploration::add_alternatives(const Alternative* alternative, const Tree::Insertion& insertion, const Run& run) {
  if (alternative != nullptr && tree_.is_open(alternative->node)) frontier_->add(*alternative);
  if (insertion.new_nodes.empty()) return;
  auto inputs = std::make_shared<NamedValues>(run.assumed);
  for (const testcase::InputValue& input : run.path.inputs) (*inputs)[input.name] = input.value;
  const std::shared_ptr<const NamedValues> shared = std::move(inputs);
  for (const NodeRef node : insertion.new_nodes) {
    frontier_->add({node, tree_.depth(node), tree_.site(node), tree_.kind(node), tree_.first_value(node), shared});
  }
}

void Exploration::record(const NamedValues& values, Run& run, std::vector<testcase::BranchDirection> covered,
                         bool is_new) {
  const OutcomeKind kind = run.outcome.kind;
  if (kind == OutcomeKind::Cut) {
    ledger_.add_cut(run.outcome, unfold_, decisions_);
    if (!is_new) return;
    ++result_.cut;
    run_on(values, run);
    if (!testcase::refutes(run.outcome.kind) || is_known_failure(run.outcome)) return;
    ++result_.paths;
    keep_case(run, std::move(covered), true);
    return;
  }
  if (kind == OutcomeKind::Discarded) {
    if (is_new && !run.is_aside) ++result_.discarded;
    return;
  }
  // A failure is a fact, wherever in the tree its run belongs.
  if (!is_new && !(testcase::refutes(kind) && !is_known_failure(run.outcome))) return;
  ++result_.paths;
  if (hooks_.path && is_new) hooks_.path(run.path, run.outcome);
  if (kind == OutcomeKind::Passed && !witness_)
    witness_ = Witness{values, run.path.inputs, run.path.steps, run.path.observations};
  keep_case(run, std::move(covered), !is_new);
}

void Exploration::keep_case(Run& run, std::vector<testcase::BranchDirection> covered, bool is_further) {
  if (testcase::refutes(run.outcome.kind)) {
    ++result_.failed;
    failures_.insert(testcase::failure_of(run.outcome));
  } else if (!options_.passed) {
    return;
  }
  if (unit_ != nullptr) facts_.cases.push_back({run.path.steps.size(), is_further});
  result_.cases.push_back(make_case(run, std::move(covered)));
  case_bytes_ += stored_bytes(result_.cases.back());
  if (hooks_.found) hooks_.found(result_.cases.back());
}

// A loop that ends after 2^31 rounds takes too long as well, so before it counts as endless it gets the smallest inputs
// that lead down the path.
void Exploration::run_on(const NamedValues& values, Run& cut) {
  ++facts_.run_on;
  if (stand_ins_ != nullptr || endless_runs_ >= kMostEndlessRuns) return;
  const std::uint64_t runs = result_.runs;
  Run whole = run_target(values, true);
  if (whole.outcome.fault == testcase::Fault::EndlessLoop) {
    ++endless_runs_;
    const NamedValues smaller = Polish(parts_.pool)(cut.path.inputs, cut.path.steps);
    whole = run_target(smaller, true);
  }
  result_.runs = runs;
  if (!testcase::refutes(whole.outcome.kind)) return;
  cut.path.inputs = std::move(whole.path.inputs);
  cut.path.objects = std::move(whole.path.objects);
  cut.path.observations = std::move(whole.path.observations);
  cut.outcome = std::move(whole.outcome);
}

bool Exploration::is_known_failure(const testcase::Outcome& outcome) const {
  return failures_.count(testcase::failure_of(outcome)) != 0;
}

Case Exploration::make_case(Run& run, std::vector<testcase::BranchDirection> covered) {
  Case made;
  made.put = put_.full_name();
  made.inputs = std::move(run.path.inputs);
  made.objects = std::move(run.path.objects);
  made.observations = observed_values(parts_.pool, run.path.observations);
  made.outcome = std::move(run.outcome);
  made.covered = std::move(covered);
  const bool keeps_steps = has_room_for_steps(run.path.steps.size());
  describe(run.path, keeps_steps, made);
  steps_of_cases_.emplace_back();
  if (keeps_steps && hooks_.shown) steps_of_cases_.back() = std::move(run.path.steps);
  return made;
}

bool Exploration::has_room_for_steps(std::size_t steps) {
  if (kept_steps_ + steps > kMaxKeptSteps) return false;
  kept_steps_ += steps;
  return true;
}

testcase::Step Exploration::steps_not_kept(std::size_t steps) const {
  return {0, put_.file, static_cast<unsigned>(put_.line), fmt::format("... ({} decisions, not kept)", steps)};
}

void Exploration::describe(const trace::Path& path, bool keeps_steps, Case& described) {
  constraints_.clear();
  if (keeps_steps) {
    described.steps.reserve(path.steps.size());
  } else {
    described.steps.push_back(steps_not_kept(path.steps.size()));
  }
  const std::vector<testcase::Site>& sites = parts_.target.sites();
  const std::vector<std::uint32_t> unset = unset_variables(parts_.pool, described.inputs);
  const auto has_unset = [&](Expr condition) {
    if (unset.empty()) return false;
    const std::vector<std::uint32_t>& support = parts_.pool.support(condition);
    return std::find_first_of(support.begin(), support.end(), unset.begin(), unset.end()) != support.end();
  };
  for (const trace::Step& step : path.steps) {
    if (says_how_inputs_are_made(step)) continue;
    constraints_.push_back(step.condition);
    if (!keeps_steps) continue;
    const testcase::Site& site = sites[step.site];
    described.steps.push_back({site.id, site.file, site.line,
                               with_names(conditions_.text(step.condition), described.objects),
                               has_unset(step.condition)});
  }
  described.path_condition = with_names(conditions_.conjunction(constraints_), described.objects);
}

void Exploration::flip(const Alternative& alternative, Try which, bool gives) {
  ++flips_;
  effort_ = which == Try::First ? solve::quick_part(options_.effort) : options_.effort;
  const solve::Answer answer = ask(alternative);
  const auto* sat = std::get_if<solve::Sat>(&answer);
  if (sat != nullptr && gives) {
    give(alternative);
  } else if (sat != nullptr) {
    explore_inputs(inputs_of(alternative, sat->model), &alternative);
  } else if (std::holds_alternative<solve::Unsat>(answer)) {
    std::vector<Expr> refuted;  // by facts about stand-ins
    if (stand_ins_ != nullptr && stand_ins_->is_held(constraints_.back())) refuted = constraints_;
    if (!look_beyond_bounds(alternative, which)) {
      put_aside_.push_back(alternative);
      return;
    }
    ++result_.infeasible;
    if (!refuted.empty()) {
      const Expr last = refuted.back();
      note_contradiction(std::move(refuted), last);
    }
    tree_.close(alternative.node, AlternativeState::Infeasible);
  } else if (which == Try::First || !may_go_on()) {
    put_aside_.push_back(alternative);  // at the last try: the time of the exploration was over, not that of the query
  } else {
    note_undecided(alternative, std::get<solve::Unknown>(answer).reason);
  }
}

solve::Answer Exploration::ask(const Alternative& alternative) {
  constraints_.clear();
  tree_.prefix(alternative.node, constraints_);
  tree_.alternative(alternative.node, constraints_);
  return solve_constraints();
}

solve::Answer Exploration::solve_constraints() {
  solve::Effort effort = effort_;
  effort.interrupt = &interrupt_;
  const double before = parts_.clock.now();
  if (max_seconds_ > 0) {
    const double left = std::max(max_seconds_ - (before - start_), 0.001);
    effort.seconds = effort.seconds > 0 ? std::min(effort.seconds, left) : left;
  }
  ++result_.queries;
  solve::Answer answer = parts_.solver.check({constraints_}, effort);
  result_.solver_seconds += parts_.clock.now() - before;
  return answer;
}

// Of no interest to a reader of the path: which values a pointer can have at all, limits. Such conditions have a site
// that is made in the run, so the target's list does not know its kind.
bool Exploration::says_how_inputs_are_made(const trace::Step& step) const {
  if (step.kind == abi::DecisionKind::Bound || step.kind == abi::DecisionKind::Aside) return true;
  if (step.kind != abi::DecisionKind::Assume) return false;
  const abi::Header& segment = parts_.target.segment();
  return trace::table<abi::SiteRecord>(segment, segment.sites)[step.site].kind == abi::SiteKind::Other;
}

NamedValues Exploration::inputs_of(const Alternative& alternative, const expr::Assignment& model) const {
  NamedValues values = *alternative.inputs;
  const std::vector<expr::Variable>& variables = parts_.pool.variables();
  const std::size_t count = std::min(model.size(), variables.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (model.has(i)) values[variables[i].name] = model.get(i);
  }
  return values;
}

void Exploration::note_undecided(const Alternative& alternative, const std::string& reason) {
  const testcase::Site& site = parts_.target.sites()[alternative.site];
  result_.undecided.push_back({conditions_.conjunction(constraints_), site.file, site.line, reason});
  ledger_.add_undecided(alternative.site, reason);
  tree_.close(alternative.node, AlternativeState::Undecided);
}

Progress Exploration::progress() const {
  const double seconds = parts_.clock.now() - start_;
  return {result_.paths, result_.failed,      tree_.open_alternatives(), result_.runs,
          seconds,       coverage_.covered(), result_.queries,           std::max(0.0, options_.seconds - seconds)};
}

void Exploration::report_progress() {
  if (!hooks_.progress) return;
  const double now = parts_.clock.now();
  if (now - last_progress_ < kProgressInterval) return;
  last_progress_ = now;
  hooks_.progress(progress());
}

void Exploration::note_early_end() {
  const std::uint64_t pending = left_open();
  switch (end()) {
    case End::None: break;
    case End::Runs: ledger_.add_run_bound(result_.runs, pending); break;
    case End::Failures: ledger_.add_failure_bound(failures_.size(), pending); break;
    case End::Cases: ledger_.add_case_bound(result_.cases.size(), case_bytes_, pending); break;
    case End::Time: ledger_.add_time_bound(search_seconds(), pending); break;
    case End::Interrupted:
      result_.interrupted = true;
      ledger_.add_interruption(pending);
      break;
  }
}

}  // namespace forall::explore
