// Expressions as terms of Z3, for the back-end files that know Z3.
//
// Expressions of width 1 are of sort Bool in Z3, all others bit vectors; where an arithmetic operator meets width 1,
// they are converted. Floating-point numbers are bit vectors too, and cross into Z3's theory only inside an operator,
// so that a NaN has the bits that evaluation computes.
#pragma once

#include <z3++.h>

#include <optional>
#include <vector>

#include "expr/floating.h"
#include "expr/pool.h"

namespace forall::solve {

// Z3's memory limit: products of quadruple precision grow without end otherwise.
void limit_z3_memory();

// Translates each expression once, operands first by an explicit stack. Functions of libm have no translation: they
// throw SoundnessError.
class Z3Terms {
 public:
  Z3Terms(const expr::Pool& pool, z3::context& context) : pool_(pool), context_(context) {}

  z3::expr operator()(expr::Expr root);
  // Replaces the translation of an expression. To be called before the first translation of an expression that contains
  // it.
  void define(expr::Expr e, const z3::expr& term);

 private:
  const z3::expr& term(expr::Expr e) const { return *terms_[e.id]; }

  z3::expr as_bits(expr::Expr e);
  z3::expr as_term(const z3::expr& bits);
  z3::expr make(const expr::Node& node);
  z3::expr make_leaf(const expr::Node& node);
  z3::expr make_logical(const expr::Node& node);
  z3::expr make_binary(expr::Op op, const z3::expr& a, const z3::expr& b);
  z3::expr make_floating(const expr::Node& node);
  z3::expr make_truncation(const expr::Node& node, const z3::expr& x);
  z3::sort float_sort(unsigned width);
  z3::expr as_float(expr::Expr e);
  z3::expr packed(const z3::expr& number, unsigned width);
  z3::expr wrapped(Z3_ast made);
  z3::expr bits(expr::U128 value, unsigned width);

  const expr::Pool& pool_;
  z3::context& context_;
  std::vector<std::optional<z3::expr>> terms_;
  std::vector<expr::Expr> stack_;
};

}  // namespace forall::solve
