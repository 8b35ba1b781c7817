// Recognizes the overflow check of an arithmetic operation, in the forms the runtime writes and the simplifier leaves.
#pragma once

#include <optional>

#include "expr/pool.h"

namespace forall::expr {

struct OverflowCheck {
  Op op;  // Add, Sub or Mul
  Expr x, y;
  bool is_signed;
  bool overflows;  // the condition says that x op y overflows; else that it does not
};

std::optional<OverflowCheck> match_overflow_check(const Pool& pool, Expr condition);

}  // namespace forall::expr
