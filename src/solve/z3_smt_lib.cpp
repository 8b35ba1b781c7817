// Queries as text, by Z3's printer.
#include <z3++.h>

#include <set>
#include <string>

#include "base/error.h"
#include "expr/print.h"
#include "solve/backends.h"
#include "solve/child.h"
#include "solve/z3_terms.h"

namespace forall::solve {

std::string to_smt_lib(expr::Pool& pool, const Query& query) {
  std::set<std::uint32_t> variables;
  for (const expr::Expr c : query.constraints) variables.insert(pool.support(c).begin(), pool.support(c).end());
  const NoForks guard;
  try {
    z3::context context;
    z3::solver solver(context, z3::solver::simple());
    Z3Terms translate(pool, context);
    for (const std::uint32_t v : variables) {
      const expr::Variable& variable = pool.variables()[v];
      const z3::sort sort = variable.width == 1 ? context.bool_sort() : context.bv_sort(variable.width);
      translate.define(pool.variable_expr(v), context.constant(variable.name.c_str(), sort));
    }
    for (const expr::Expr c : query.constraints) solver.add(translate(c));
    return solver.to_smt2();
  } catch (const base::SoundnessError&) {  // a function of libm
  } catch (const z3::exception&) {
  }
  std::string text;
  for (const expr::Expr c : query.constraints) text += "; " + expr::print(pool, c) + "\n";
  return text;
}

}  // namespace forall::solve
