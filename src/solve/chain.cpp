// The order of the decorators, from the outside in; chain.h draws it.
#include "solve/chain.h"

#include "solve/decorators.h"

namespace forall::solve {

std::unique_ptr<Solver> make_chain(expr::Pool& pool, const ChainOptions& options) {
  std::unique_ptr<Solver> chain = make_race(pool, options.backend, options.fallback);
  chain = make_search(pool, std::move(chain));
  chain = make_refine(pool, std::move(chain));
  if (options.narrow) chain = make_narrow(pool, std::move(chain));
  if (options.reuse) chain = make_reuse(pool, std::move(chain));
  if (options.independence) chain = make_independent(pool, std::move(chain));
  if (options.substitute) chain = make_substitute(pool, std::move(chain));
  if (options.order) chain = make_order(pool, std::move(chain));
  chain = make_trivial(pool, std::move(chain));
  chain = make_counting(std::move(chain));
  if (options.audit) chain = make_audit(pool, std::move(chain), options.audit_folder);
  return make_checked(pool, std::move(chain));
}

}  // namespace forall::solve
