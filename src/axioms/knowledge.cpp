#include "axioms/knowledge.h"

#include <set>
#include <string>

#include "axioms/quantifiers.h"

namespace forall::axioms {

Knowledge::Knowledge(expr::Pool& pool, const AxiomSet& axioms, base::Clock& clock)
    : pool_(pool), classes_(axioms.stand_ins), axioms_(&axioms), instances_(pool, &axioms), clock_(clock) {}

Knowledge::Knowledge(expr::Pool& pool, std::uint64_t classes, std::vector<explore::FailingPath>& failing,
                     base::Clock& clock)
    : pool_(pool), classes_(classes), failing_(&failing), instances_(pool, nullptr), clock_(clock) {}

bool Knowledge::hold(trace::Path& path, const testcase::NamedValues& values, testcase::NamedValues& assumed) {
  return instances_.hold(path, values, assumed);
}

// Leaves out one instance of an axiom after the other, as long as the rest is contradictory still.
testcase::Contradiction Knowledge::explain(const std::vector<expr::Expr>& constraints,
                                           std::optional<expr::Expr> condition, const Question& is_impossible) {
  const Instances::Condition* last = condition ? instances_.find(*condition) : instances_.contradiction();
  std::vector<expr::Expr> facts;
  std::vector<Instances::Instance> instances = last->instances;
  for (const expr::Expr constraint : constraints) {
    const Instances::Condition* ours = instances_.find(constraint);
    if (ours == nullptr) {
      facts.push_back(constraint);
    } else if (ours != last) {
      instances.insert(instances.end(), ours->instances.begin(), ours->instances.end());
    }
  }
  for (std::size_t i = instances.size(); i-- > 0;) {
    std::vector<expr::Expr> rest = facts;
    for (std::size_t k = 0; k < instances.size(); ++k) {
      if (k != i) rest.push_back(instances[k].formula);
    }
    if (is_impossible(rest)) instances.erase(instances.begin() + static_cast<std::ptrdiff_t>(i));
  }
  std::set<std::string> puts;
  for (const Instances::Instance& instance : instances) {
    if (!instance.put.empty()) puts.insert(instance.put);
  }
  return {{puts.begin(), puts.end()}, last->method};
}

// Instances have limits. Before a failure counts, the axioms themselves are checked, as long as there is time for it.
bool Knowledge::excludes(const trace::Path& path, const base::Interrupt& interrupt) {
  if (axioms_ == nullptr || !instances_.is_cut() || quantifier_seconds_ <= 0) return false;
  const double before = clock_.now();
  const bool is_excluded = is_impossible(path, pool_, *axioms_, &interrupt);
  quantifier_seconds_ -= clock_.now() - before;
  return is_excluded;
}

testcase::Result explore_with(const AxiomSet& axioms, target::Target& target, const testcase::Put& put,
                              const explore::Options& options, const explore::Hooks& hooks) {
  return explore::explore(target, put, options, hooks, [&](expr::Pool& pool, base::Clock& clock) {
    return std::make_unique<Knowledge>(pool, axioms, clock);
  });
}

}  // namespace forall::axioms
