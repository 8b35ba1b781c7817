// Facts about libm's functions that hold at every point.
#pragma once

#include <vector>

#include "expr/pool.h"

namespace forall::solve {

// Conditions that hold for any arguments when `result` is the result of the FMath node `function` for `a` (and `b`).
// Only what Annex F of the C standard requires or rounding cannot break: when a result is a NaN, its sign, bounds with
// room to spare. Nothing about growth: libm's functions are not monotone to the last place.
std::vector<expr::Expr> math_facts(expr::Pool& pool, const expr::Node& function, expr::Expr a, expr::Expr b,
                                   expr::Expr result);

}  // namespace forall::solve
