// Friendly mocks (.Friendly<Interface>()): a failure does not count if it depends on what such a mock returned and the same inputs
// pass with other results of it. That is shown by a run: from the last decision that depends on a friendly result to the first, its other
// side is solved for with all other inputs as they are, and run.
#include <algorithm>
#include <string>

#include "explore/exploration.h"
#include "testcase/names.h"

namespace forall::explore {

namespace {

// "x.", "p->": what the names of the inputs of friendly mocks begin with.
std::vector<std::string> friendly_prefixes(const testcase::Put& put, const trace::Path& path) {
  std::vector<std::string> prefixes;
  for (const testcase::ObjectValue& object : path.objects) {
    const auto found = put.classes.find(object.type);
    if (found == put.classes.end() || found->second.kind != testcase::Type::Kind::Mock) continue;
    const bool is_friendly =
        std::find(put.friendly.begin(), put.friendly.end(), found->second.pointee) != put.friendly.end();
    if (is_friendly) prefixes.push_back(testcase::member_name(object.name, ""));
  }
  return prefixes;
}

}  // namespace

bool Exploration::is_avoidable(const testcase::NamedValues& values, const Run& run) {
  if (put_.friendly.empty() || stand_ins_ != nullptr || !testcase::refutes(run.outcome.kind)) return false;
  const std::vector<std::string> prefixes = friendly_prefixes(put_, run.path);
  const auto is_friendly = [&](std::uint32_t variable) {
    const std::string& name = parts_.pool.variables()[variable].name;
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const std::string& prefix) { return name.starts_with(prefix); });
  };
  const std::vector<trace::Step> steps = run.path.steps;
  testcase::NamedValues all = values;
  for (const testcase::InputValue& input : run.path.inputs) all[input.name] = input.value;
  bool is_avoided = false;
  for (std::size_t i = std::min(run.path.steps_to_outcome, steps.size()); i-- > 0 && !is_avoided;) {
    const std::vector<std::uint32_t>& decided = parts_.pool.support(steps[i].condition);
    if (steps[i].kind == abi::DecisionKind::Assume || steps[i].kind == abi::DecisionKind::Bound ||
        std::none_of(decided.begin(), decided.end(), is_friendly))
      continue;
    constraints_.clear();
    for (std::size_t k = 0; k < i; ++k) constraints_.push_back(steps[k].condition);
    constraints_.push_back(parts_.pool.logical_not(steps[i].condition));
    std::set<std::uint32_t> fixed;
    for (const expr::Expr constraint : std::vector<expr::Expr>(constraints_)) {
      for (const std::uint32_t variable : parts_.pool.support(constraint)) {
        if (is_friendly(variable) || !fixed.insert(variable).second) continue;
        const auto value = all.find(parts_.pool.variables()[variable].name);
        if (value != all.end())
          constraints_.push_back(parts_.pool.equals(parts_.pool.variable_expr(variable), value->second));
      }
    }
    effort_ = options_.effort;
    const solve::Answer answer = solve_constraints();
    const auto* sat = std::get_if<solve::Sat>(&answer);
    if (sat == nullptr) continue;
    testcase::NamedValues other = all;
    const std::vector<expr::Variable>& variables = parts_.pool.variables();
    for (std::uint32_t v = 0; v < std::min(sat->model.size(), variables.size()); ++v) {
      if (sat->model.has(v)) other[variables[v].name] = sat->model.get(v);
    }
    is_avoided = run_target(other).outcome.kind == testcase::OutcomeKind::Passed;
  }
  // What is read from the target afterwards is about the run in question.
  if (!is_avoided) run_target(values);
  return is_avoided;
}

}  // namespace forall::explore
