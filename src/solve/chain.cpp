// The order of the decorators, from the outside in; chain.h draws it.
#include "solve/chain.h"

#include "solve/backends.h"
#include "solve/decorators.h"

namespace forall::solve {

std::unique_ptr<Solver> make_chain(expr::Pool& pool, const ChainOptions& options) {
  const auto backend = [&](Backend which) { return which == Backend::Cadical ? make_cadical(pool) : make_z3(pool); };
  const Backend other = options.backend == Backend::Cadical ? Backend::Z3 : Backend::Cadical;

  std::unique_ptr<Solver> chain = make_search(pool, backend(options.backend));
  if (options.fallback) chain = make_fallback(std::move(chain), backend(other));
  chain = make_refine(pool, std::move(chain));
  if (options.reuse) chain = make_reuse(pool, std::move(chain));
  if (options.independence) chain = make_independent(pool, std::move(chain));
  if (options.substitute) chain = make_substitute(pool, std::move(chain));
  chain = make_trivial(pool, std::move(chain));
  chain = make_counting(std::move(chain));
  return make_checked(pool, std::move(chain));
}

}  // namespace forall::solve
