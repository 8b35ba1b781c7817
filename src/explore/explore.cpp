#include "explore/explore.h"

#include "base/clock.h"
#include "explore/axiom_set.h"
#include "explore/exploration.h"

namespace forall::explore {

testcase::Result explore(target::Target& target, const testcase::Put& put, const Options& options, const Hooks& hooks,
                         const AxiomSet* axioms) {
  expr::Pool pool;
  if (options.solver.audit) pool.keep_simplifications();
  const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options.solver);
  StandIns stand_ins;
  if (axioms != nullptr) stand_ins = {axioms->stand_ins, axioms, nullptr};
  Exploration exploration({target, pool, *solver, base::system_clock()}, put, options, hooks, stand_ins);
  return exploration();
}

}  // namespace forall::explore
