// Assembles the solver chain.
#pragma once

#include <memory>

#include "solve/solver.h"

namespace forall::solve {

enum class Backend { Cadical, Z3 };

struct ChainOptions {
  Backend backend = Backend::Cadical;
  bool substitute = true;
  bool independence = true;
  bool reuse = true;
  bool fallback = true;  // ask the other back end when the first gives up
};

//   checked( counting( trivial( substitute( independent( reuse( refine( fallback( search( back end ), other ) ) ) ) ) )
//   ) )
//
// Reuse sits below independence: the independent parts of a query repeat far more often than whole queries do. Every
// model that leaves the chain has been evaluated; a model that does not satisfy its query is a bug of ours and throws
// SoundnessError.
std::unique_ptr<Solver> make_chain(expr::Pool& pool, const ChainOptions& options);

}  // namespace forall::solve
