// Translates terms to Z3, operator by operator and without the simplifier's help, and asks it whether two are equal.
#pragma once

#include <z3++.h>

#include <map>
#include <string>

#include "expr/pool.h"

namespace forall::expr::testing {

class Z3Terms {
 public:
  // Making a context takes longer than most proofs, so they share one.
  Z3Terms(const Pool& pool, z3::context& context) : pool_(pool), context_(context) {}

  // Are the two equal under every assignment? Empty if so, else a counterexample or the reason why Z3 gave up.
  // The plain solver proves most rules at once; the others need the tactics of the default one.
  std::string difference(Expr x, Expr y) {
    z3::solver plain(context_, z3::solver::simple());
    std::string quick = difference(plain, 300, x, y);
    if (quick != kGaveUp) return quick;
    z3::solver thorough(context_);
    return difference(thorough, 60000, x, y);
  }

 private:
  static constexpr const char* kGaveUp = "Z3 cannot tell";

  std::string difference(z3::solver& solver, unsigned milliseconds, Expr x, Expr y) {
    z3::params params(context_);
    params.set("timeout", milliseconds);
    solver.set(params);
    solver.add(translate(x) != translate(y));
    switch (solver.check()) {
      case z3::unsat: return {};
      case z3::sat: {
        std::string text = "differ for";
        const z3::model model = solver.get_model();
        for (unsigned i = 0; i < model.size(); ++i) {
          const z3::func_decl f = model[static_cast<int>(i)];
          text.append(" ").append(f.name().str()).append(" = ").append(model.get_const_interp(f).to_string());
        }
        return text;
      }
      default: return kGaveUp;
    }
  }

  // Operands have smaller ids than what is made of them, so ascending order is bottom-up.
  z3::expr translate(Expr root) {
    std::map<std::uint32_t, bool> reached{{root.id, true}};
    for (auto i = reached.rbegin(); i != reached.rend(); ++i) {
      const Node& n = pool_[Expr{i->first}];
      for (const Expr operand : {n.a, n.b, n.c}) {
        if (operand) reached.emplace(operand.id, true);
      }
    }
    for (const auto& [id, unused] : reached) {
      if (!done_.contains(id)) done_.emplace(id, make(pool_[Expr{id}]));
    }
    return done_.at(root.id);
  }

  z3::expr bit(const z3::expr& condition) { return z3::ite(condition, context_.bv_val(1, 1), context_.bv_val(0, 1)); }

  z3::expr make(const Node& n) {
    if (n.op == Op::Input) return context_.bv_const(std::string("v").append(std::to_string(n.low)).c_str(), n.width);
    if (n.op == Op::Const) {
      const z3::expr low = context_.bv_val(n.value.lo, 64), high = context_.bv_val(n.value.hi, 64);
      return z3::concat(high, low).extract(n.width - 1u, 0);
    }
    const z3::expr a = done_.at(n.a.id);
    if (!n.b) {
      const unsigned added = n.width - (n.op == Op::Extract ? 0u : pool_.width(n.a));
      switch (n.op) {
        case Op::Not: return ~a;
        case Op::Neg: return -a;
        case Op::ZExt: return z3::zext(a, added);
        case Op::SExt: return z3::sext(a, added);
        default: return a.extract(n.low + n.width - 1, n.low);
      }
    }
    const z3::expr b = done_.at(n.b.id);
    switch (n.op) {
      case Op::Add: return a + b;
      case Op::Sub: return a - b;
      case Op::Mul: return a * b;
      case Op::UDiv: return z3::udiv(a, b);
      case Op::SDiv: return a / b;
      case Op::URem: return z3::urem(a, b);
      case Op::SRem: return z3::srem(a, b);
      case Op::And: return a & b;
      case Op::Or: return a | b;
      case Op::Xor: return a ^ b;
      case Op::Shl: return z3::shl(a, b);
      case Op::LShr: return z3::lshr(a, b);
      case Op::AShr: return z3::ashr(a, b);
      case Op::Eq: return bit(a == b);
      case Op::Ult: return bit(z3::ult(a, b));
      case Op::Ule: return bit(z3::ule(a, b));
      case Op::Slt: return bit(z3::slt(a, b));
      case Op::Sle: return bit(z3::sle(a, b));
      case Op::Concat: return z3::concat(a, b);
      default: return z3::ite(a == context_.bv_val(1, 1), b, done_.at(n.c.id));
    }
  }

  const Pool& pool_;
  z3::context& context_;
  std::map<std::uint32_t, z3::expr> done_;
};

}  // namespace forall::expr::testing
