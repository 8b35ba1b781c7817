// The back ends: solvers that decide a query themselves. Nothing else knows CaDiCaL or Z3.
#pragma once

#include <cstdint>
#include <memory>

#include "solve/solver.h"

namespace forall::solve {

struct CadicalOptions {
  // Queries between two looks at how much of the SAT solver is still in use.
  std::uint32_t audit_every = 64;
  // The solver is rebuilt when it has more variables than `slack` and more than `waste` times those that the queries
  // since the last look used.
  double waste = 2;
  std::uint32_t slack = 2000;
};

// Bit-blasting to CaDiCaL, incremental. Unsat comes with a core.
std::unique_ptr<Solver> make_cadical(expr::Pool& pool, const CadicalOptions& options = {});

// Z3's bit-vector solver, incremental by push and pop. Started at its first query.
std::unique_ptr<Solver> make_z3(expr::Pool& pool);

}  // namespace forall::solve
