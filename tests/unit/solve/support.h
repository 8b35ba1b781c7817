// What the solver tests share: variables by name, random terms, and solvers that answer from a script.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/hash.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "solve/solver.h"

namespace forall::solve::testing {

using expr::Expr;
using expr::Op;
using expr::U128;

inline Expr variable(expr::Pool& pool, const std::string& name, unsigned width) {
  const auto bits = static_cast<std::uint16_t>(width);
  return pool.variable({base::fnv1a(name), name, "unsigned", abi::ScalarKind::UInt, bits});
}

// A node exactly as given: the pool's simplifier must not do the solver's work in the solver's own tests.
inline Expr raw(expr::Pool& pool, Op op, unsigned width, Expr a, Expr b = {}, Expr c = {}, unsigned low = 0) {
  return pool.intern({op, static_cast<std::uint16_t>(width), low, a, b, c, {}});
}

inline Expr equals(expr::Pool& pool, Expr e, U128 value) {
  return raw(pool, Op::Eq, 1, e, pool.constant(expr::from_u128(value), pool.width(e)));
}

inline U128 random_value(std::mt19937_64& random, unsigned width) {
  const U128 m = expr::mask(width);
  switch (random() % 6) {  // corners are where the bugs are
    case 0: return random() % 4 & m;
    case 1: return (m - random() % 4) & m;
    case 2: return (U128{1} << random() % width) & m;
    case 3: return ((U128{1} << random() % width) - 1) & m;
    default: return ((static_cast<U128>(random()) << 64) | random()) & m;
  }
}

// A random term of this width over the given variables, of the raw operators; every operator can occur.
class RandomTerms {
 public:
  RandomTerms(expr::Pool& pool, std::mt19937_64& random, std::vector<Expr> variables)
      : pool_(pool), random_(random), known_(std::move(variables)) {}

  // Grows the set of known terms by one operator over known ones, and returns it.
  Expr grow() {
    static constexpr Op kBinary[] = {Op::Add,  Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem,
                                     Op::SRem, Op::And, Op::Or,  Op::Xor,  Op::Shl,  Op::LShr,
                                     Op::AShr, Op::Eq,  Op::Ult, Op::Ule,  Op::Slt,  Op::Sle};
    const Expr a = pick();
    const unsigned width = pool_.width(a);
    Expr made;
    switch (random_() % 8) {
      case 0: made = raw(pool_, random_() % 2 ? Op::Not : Op::Neg, width, a); break;
      case 1: {
        const unsigned wider = width + static_cast<unsigned>(random_() % 5);
        made = wider == width ? a : raw(pool_, random_() % 2 ? Op::ZExt : Op::SExt, wider, a);
        break;
      }
      case 2: {
        const unsigned low = static_cast<unsigned>(random_() % width);
        made = raw(pool_, Op::Extract, 1 + static_cast<unsigned>(random_() % (width - low)), a, {}, {}, low);
        break;
      }
      case 3: {
        const Expr b = pick();
        made = width + pool_.width(b) <= 12 ? raw(pool_, Op::Concat, width + pool_.width(b), a, b) : a;
        break;
      }
      case 4: made = raw(pool_, Op::Ite, width, condition(), a, of_width(width)); break;
      default: {
        const Op op = kBinary[random_() % std::size(kBinary)];
        const bool truth = abi::info(op).result == abi::ResultWidth::Bool;
        made = raw(pool_, op, truth ? 1 : width, a, of_width(width));
      }
    }
    known_.push_back(made);
    return made;
  }

  // A truth value about known terms.
  Expr condition() {
    const Expr a = pick();
    static constexpr Op kCompare[] = {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
    const Expr c = raw(pool_, kCompare[random_() % std::size(kCompare)], 1, a, of_width(pool_.width(a)));
    return random_() % 2 ? c : raw(pool_, Op::Not, 1, c);
  }

 private:
  Expr pick() { return known_[random_() % known_.size()]; }
  Expr of_width(unsigned width) {
    if (random_() % 3 == 0) return pool_.constant(expr::from_u128(random_value(random_, width)), width);
    const Expr e = pick();
    const unsigned has = pool_.width(e);
    if (has == width) return e;
    return has < width ? raw(pool_, Op::ZExt, width, e) : raw(pool_, Op::Extract, width, e);
  }

  expr::Pool& pool_;
  std::mt19937_64& random_;
  std::vector<Expr> known_;
};

inline bool satisfies(expr::Pool& pool, const expr::Assignment& model, const std::vector<Expr>& constraints) {
  expr::Evaluator evaluate(pool);
  evaluate.assign(model);
  for (const Expr c : constraints) {
    if (!evaluate.holds(c)) return false;
  }
  return true;
}

// Records what it is asked and answers by a function.
class FakeSolver : public Solver {
 public:
  using Reply = std::function<Answer(const std::vector<Expr>&)>;
  FakeSolver(std::vector<std::vector<Expr>>& asked, Reply reply) : asked_(asked), reply_(std::move(reply)) {}

  Answer check(const Query& query, const Effort&) override {
    asked_.emplace_back(query.constraints.begin(), query.constraints.end());
    return reply_(asked_.back());
  }

 private:
  std::vector<std::vector<Expr>>& asked_;
  Reply reply_;
};

}  // namespace forall::solve::testing
