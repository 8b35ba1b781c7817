// Solvers that wrap another solver and add one thing to it. chain.h puts them in order.
#pragma once

#include <filesystem>
#include <memory>

#include "solve/solver.h"

namespace forall::solve {

// Drops constraints that are constant true and decides queries that then need no solver: nothing left, a constant
// false, a constraint next to its own negation.
std::unique_ptr<Solver> make_trivial(expr::Pool& pool, std::unique_ptr<Solver> next);

// Decides comparisons of variables with each other and with constants, where nothing else is said about them.
std::unique_ptr<Solver> make_order(expr::Pool& pool, std::unique_ptr<Solver> next);

// Uses equations with a variable on one side as definitions: replaces the variable everywhere else.
std::unique_ptr<Solver> make_substitute(expr::Pool& pool, std::unique_ptr<Solver> next);

// Solves the connected components of a query (constraints that share variables) one by one and merges their models.
std::unique_ptr<Solver> make_independent(expr::Pool& pool, std::unique_ptr<Solver> next);

// Answers from earlier answers: the same query again, a superset of an unsatisfiable one, a query that a recent model
// satisfies.
std::unique_ptr<Solver> make_reuse(expr::Pool& pool, std::unique_ptr<Solver> next);

// Replaces the upper bits of bounded variables by 0.
std::unique_ptr<Solver> make_narrow(expr::Pool& pool, std::unique_ptr<Solver> next);

// The back ends: first one alone with a small effort; if that does not decide the query, both at the same time.
// Without a second, the first goes on alone.
std::unique_ptr<Solver> make_race(expr::Pool& pool, Backend first, bool has_second);

// Looks for a model of a floating-point query by local search: shortly before `next` is asked, longer when a quick
// effort of it did not suffice.
std::unique_ptr<Solver> make_search(expr::Pool& pool, std::unique_ptr<Solver> next);

// Decides queries with functions of libm, which no solver below knows: solves them with the functions uninterpreted,
// evaluates, and learns their values at the points it met.
std::unique_ptr<Solver> make_refine(expr::Pool& pool, std::unique_ptr<Solver> next);

// Counts the queries asked.
std::unique_ptr<Solver> make_counting(std::unique_ptr<Solver> next);

// Decides every unsatisfiable query again, with the back end that did not decide it, and checks by evaluation what the
// pool's simplifier did since the last query. A disagreement throws base::SoundnessError; the queries are then in files
// of the folder.
std::unique_ptr<Solver> make_audit(expr::Pool& pool, std::unique_ptr<Solver> next, std::filesystem::path folder);

// Evaluates every model against its query. A model that does not satisfy it, or leaves a variable of it open, and a
// core that is not part of it, throw base::SoundnessError.
std::unique_ptr<Solver> make_checked(expr::Pool& pool, std::unique_ptr<Solver> next);

}  // namespace forall::solve
