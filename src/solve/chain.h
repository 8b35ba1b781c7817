// Assembles the solver chain.
#pragma once

#include <filesystem>
#include <memory>

#include "solve/solver.h"

namespace forall::solve {

struct ChainOptions {
  Backend backend = Backend::Cadical;
  bool order = true;
  bool substitute = true;
  bool independence = true;
  bool reuse = true;
  bool narrow = true;
  bool fallback = true;  // ask both back ends at once where the first cannot decide quickly
  bool audit = false;    // decide unsatisfiable queries again by the other back end; check simplifications
  std::filesystem::path audit_folder = {};  // for the queries of a disagreement
};

//   checked( counting( trivial( order( substitute( independent( reuse( narrow( refine( search( race( back end,
//   other ) ) ) ) ) ) ) ) ) )
//
// Reuse sits below independence: the independent parts of a query repeat far more often than whole queries do. Every
// model that leaves the chain has been evaluated; a model that does not satisfy its query is a bug of ours and throws
// SoundnessError. An audit comes right below `checked`, so that it sees whole queries in their original form.
std::unique_ptr<Solver> make_chain(expr::Pool& pool, const ChainOptions& options);

}  // namespace forall::solve
