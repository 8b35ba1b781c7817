#include "explore/explore.h"

#include "base/clock.h"
#include "explore/exploration.h"

namespace forall::explore {

testcase::Result explore(Target& target, const testcase::Put& put, const Options& options, const Hooks& hooks) {
  expr::Pool pool;
  const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options.solver);
  Exploration exploration({target, pool, *solver, base::system_clock()}, put, options, hooks);
  return exploration();
}

}  // namespace forall::explore
