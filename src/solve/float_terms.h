// Which floating-point operators a term contains. Computed once per expression.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/pool.h"

namespace forall::solve {

class FloatTerms {
 public:
  enum Kind : std::uint8_t { Unseen, None, Floating, Math };  // Math: a function of libm

  explicit FloatTerms(const expr::Pool& pool) : pool_(pool) {}
  Kind operator()(expr::Expr e);
  Kind operator()(std::span<const expr::Expr> constraints);

 private:
  const expr::Pool& pool_;
  std::vector<Kind> kinds_;
  std::vector<expr::Expr> stack_;
};

}  // namespace forall::solve
