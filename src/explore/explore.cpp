#include "explore/explore.h"

#include "base/clock.h"
#include "explore/exploration.h"

namespace forall::explore {

testcase::Result explore(target::Target& target, const testcase::Put& put, const Options& options, const Hooks& hooks,
                         const MakeStandIns& make_stand_ins) {
  expr::Pool pool;
  if (options.solver.audit) pool.keep_simplifications();
  const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options.solver);
  std::unique_ptr<StandIns> stand_ins;
  if (make_stand_ins) stand_ins = make_stand_ins(pool, base::system_clock());
  Exploration exploration({target, pool, *solver, base::system_clock()}, put, options, hooks, stand_ins.get());
  return exploration();
}

}  // namespace forall::explore
