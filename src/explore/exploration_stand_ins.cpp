// What a search does about classes whose code does not run.
#include <algorithm>
#include <utility>
#include <variant>

#include "explore/exploration.h"

namespace forall::explore {

using expr::Expr;

// An axiom about a type with fewer values than bits, an enumeration, is about these. The possible targets of
// pointers are not part of it: it is about all of them.
bool Exploration::says_which_values(const trace::Step& step) const {
  if (step.kind != abi::DecisionKind::Assume || stand_ins_->is_held(step.subject)) return false;
  const std::vector<std::uint32_t>& support = parts_.pool.support(step.condition);
  return std::none_of(support.begin(), support.end(), [&](std::uint32_t variable) {
    return parts_.pool.variables()[variable].kind == abi::ScalarKind::Pointer;
  });
}

void Exploration::keep_failing(const Run& run) {
  if (!testcase::refutes(run.outcome.kind)) return;
  FailingPath kept{{}, {}, run.path.calls, run.path.objects};
  for (std::size_t i = 0; i < run.path.steps_to_outcome; ++i) {
    const trace::Step& step = run.path.steps[i];
    if (!says_how_inputs_are_made(step) || says_which_values(step)) {
      kept.steps.push_back(step);
    } else if (step.kind == abi::DecisionKind::Assume) {
      kept.made.push_back(step.condition);
    }
  }
  stand_ins_->take_failing(std::move(kept));
}

bool Exploration::is_excluded(const Run& run) {
  if (stand_ins_ == nullptr || !run.is_possible || !testcase::refutes(run.outcome.kind)) return false;
  return stand_ins_->excludes(run.path, interrupt_);
}

void Exploration::note_missing() {
  for (testcase::MissingAxiom& missing : stand_ins_->open_terms()) {
    const auto is_known = [&](const auto& known) { return known.term == missing.term; };
    if (std::none_of(result_.missing.begin(), result_.missing.end(), is_known)) {
      result_.missing.push_back(std::move(missing));
    }
  }
}

void Exploration::note_contradiction(std::vector<Expr> constraints, std::optional<Expr> last) {
  effort_ = options_.effort;
  testcase::Contradiction found = stand_ins_->explain(constraints, last, [&](const std::vector<Expr>& asked) {
    constraints_ = asked;
    return std::holds_alternative<solve::Unsat>(solve_constraints());
  });
  ledger_.add_contradiction(found);
  const auto is_known = [&](const auto& known) { return known.puts == found.puts; };
  if (std::none_of(result_.contradictions.begin(), result_.contradictions.end(), is_known)) {
    result_.contradictions.push_back(std::move(found));
  }
}

}  // namespace forall::explore
