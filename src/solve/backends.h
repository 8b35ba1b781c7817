// The back ends: solvers that decide a query themselves. Nothing else knows CaDiCaL or Z3.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "solve/solver.h"

namespace forall::solve {

struct CadicalOptions {
  // Queries between two looks at how much of the SAT solver is still in use; cadical_backend.cpp says what follows.
  std::uint32_t audit_every = 16;
  // What it costs to lose a learnt clause, in variables to be assigned.
  std::uint32_t clause_worth = 500;
};

// Bit-blasting to CaDiCaL, incremental. Unsat comes with a core.
std::unique_ptr<Solver> make_cadical(expr::Pool& pool, const CadicalOptions& options = {});

// Z3's bit-vector solver, incremental by push and pop. Started at its first query.
std::unique_ptr<Solver> make_z3(expr::Pool& pool);

// The query in SMT-LIB, for other solvers and for people, with the names of the variables. Functions of libm
// have no translation: a query with one is printed as a comment.
std::string to_smt_lib(expr::Pool& pool, const Query& query);

}  // namespace forall::solve
