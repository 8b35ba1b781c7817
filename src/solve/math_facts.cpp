// One case per function; shorthand for the conditions first.
#include "solve/math_facts.h"

#include "expr/floating.h"

namespace forall::solve {
namespace {

using abi::MathFunction;
using expr::Expr;
using expr::Op;
using expr::U128;

class Facts {
 public:
  Facts(expr::Pool& pool, unsigned width, Expr a, Expr b, Expr result)
      : pool_(pool), width_(width), a_(a), b_(b), result_(result) {}

  std::vector<Expr> of(MathFunction f) {
    fact(either(number(result_), pool_.equals(result_, expr::from_u128(expr::nan_of(width_)))));
    unary(f);
    binary(f);
    return std::move(facts_);
  }

 private:
  void unary(MathFunction f);
  void binary(MathFunction f);

  void fact(Expr e) { facts_.push_back(e); }
  Expr constant(int n) {
    const U128 integer = static_cast<std::uint32_t>(n);
    return pool_.constant(expr::from_u128(expr::apply_floating(Op::SToF, width_, 32, integer, 0, 0, 0)), width_);
  }
  Expr is(Op op, Expr x, Expr y) { return pool_.floating(op, 1, 0, x, y); }
  Expr at_most(Expr x, Expr y) { return is(Op::FLe, x, y); }
  Expr less(Expr x, Expr y) { return is(Op::FLt, x, y); }
  Expr number(Expr x) { return negation(pool_.floating(Op::FIsNan, 1, 0, x)); }
  Expr negation(Expr x) { return pool_.logical_not(x); }
  Expr either(Expr x, Expr y) { return pool_.binary(Op::Or, x, y); }
  Expr both(Expr x, Expr y) { return pool_.binary(Op::And, x, y); }
  Expr same(Expr x, Expr y) { return pool_.binary(Op::Eq, x, y); }
  Expr negative(Expr x) { return pool_.extract(x, width_ - 1, 1); }
  Expr magnitude(Expr x) {
    return pool_.binary(Op::And, x, pool_.constant(expr::from_u128(expr::mask(width_ - 1)), width_));
  }
  Expr finite(Expr x) {
    return less(magnitude(x), pool_.constant(expr::from_u128(expr::infinity_of(width_, false)), width_));
  }

  void number_iff(Expr domain) { fact(same(number(result_), domain)); }
  void if_number(Expr e) { fact(either(negation(number(result_)), e)); }
  void bounded(int by) { if_number(at_most(magnitude(result_), constant(by))); }
  void at_least(int by) { if_number(at_most(constant(by), result_)); }
  void sign_of_argument() { if_number(same(negative(result_), negative(a_))); }

  expr::Pool& pool_;
  unsigned width_;
  Expr a_, b_, result_;
  std::vector<Expr> facts_;
};

void Facts::unary(MathFunction f) {
  switch (f) {
    case MathFunction::Sin:
    case MathFunction::Cos: number_iff(finite(a_)); return bounded(1);
    case MathFunction::Tan: return number_iff(finite(a_));
    case MathFunction::Asin:
      number_iff(at_most(magnitude(a_), constant(1)));
      sign_of_argument();
      return bounded(2);
    case MathFunction::Acos:
      number_iff(at_most(magnitude(a_), constant(1)));
      at_least(0);
      return bounded(4);
    case MathFunction::Atan:
      number_iff(number(a_));
      sign_of_argument();
      return bounded(2);
    case MathFunction::Tanh:
    case MathFunction::Erf:
      number_iff(number(a_));
      sign_of_argument();
      return bounded(1);
    case MathFunction::Sinh:
    case MathFunction::Asinh:
    case MathFunction::Cbrt: number_iff(number(a_)); return sign_of_argument();
    case MathFunction::Expm1:
      number_iff(number(a_));
      sign_of_argument();
      return at_least(-1);
    case MathFunction::Cosh:
    case MathFunction::Exp:
    case MathFunction::Exp2: number_iff(number(a_)); return at_least(0);
    case MathFunction::Erfc:
      number_iff(number(a_));
      at_least(0);
      return bounded(2);
    case MathFunction::Acosh: number_iff(at_most(constant(1), a_)); return at_least(0);
    case MathFunction::Atanh: number_iff(at_most(magnitude(a_), constant(1))); return sign_of_argument();
    case MathFunction::Log:
    case MathFunction::Log2:
    case MathFunction::Log10: return number_iff(at_most(constant(0), a_));
    case MathFunction::Log1p: number_iff(at_most(constant(-1), a_)); return sign_of_argument();
    case MathFunction::Lgamma:
    case MathFunction::Logb: return number_iff(number(a_));
    default: return;  // tgamma and functions of two arguments
  }
}

void Facts::binary(MathFunction f) {
  const auto numbers = [&] { return both(number(a_), number(b_)); };
  switch (f) {
    case MathFunction::Pow: {
      const Expr defined = both(both(number(b_), number(a_)), negation(negative(a_)));
      return fact(either(negation(defined), both(number(result_), negation(negative(result_)))));
    }
    case MathFunction::Atan2:
      number_iff(numbers());
      sign_of_argument();
      return bounded(4);
    case MathFunction::Hypot:
      fact(either(negation(numbers()), number(result_)));
      return if_number(negation(negative(result_)));
    case MathFunction::Fmod:
    case MathFunction::Remainder: {
      const Expr some = negation(is(Op::FEq, b_, constant(0)));
      number_iff(both(both(finite(a_), number(b_)), some));
      if_number(at_most(magnitude(result_), magnitude(a_)));
      if (f == MathFunction::Remainder) return if_number(at_most(magnitude(result_), magnitude(b_)));
      if_number(less(magnitude(result_), magnitude(b_)));
      return sign_of_argument();
    }
    case MathFunction::Nextafter: return number_iff(numbers());
    default: return;
  }
}

}  // namespace

std::vector<Expr> math_facts(expr::Pool& pool, const expr::Node& function, Expr a, Expr b, Expr result) {
  return Facts(pool, function.width, a, b, result).of(static_cast<MathFunction>(function.low));
}

}  // namespace forall::solve
