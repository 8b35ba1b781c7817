// Sums that are compared: what both sides add up is cancelled, in whatever order they add it.
//
// Each side is a linear combination of terms modulo 2^width. Its terms are gathered with an explicit stack through +,
// -, ~ and products with constants; a term whose coefficients on the two sides are equal falls away.
#include <algorithm>
#include <array>

#include "expr/simplify.h"

namespace forall::expr {

namespace {

// Longer sums are left alone.
constexpr std::size_t kMostTerms = 24;

class Difference {
 public:
  explicit Difference(Terms t, unsigned width) : t_(t), width_(width) {}

  bool add(Expr sum, U128 sign) {
    stack_[0] = {sum, sign};
    std::size_t depth = 1;
    while (depth > 0) {
      const auto [e, k] = stack_[--depth];
      if (depth + 2 > stack_.size()) return false;
      if (t_.constant(e)) {
        constant_ += k * t_.value(e);
      } else if (t_.is(e, Op::Add) || t_.is(e, Op::Sub)) {
        stack_[depth++] = {t_.a(e), k};
        stack_[depth++] = {t_.b(e), t_.is(e, Op::Sub) ? U128{0} - k : k};
      } else if (t_.is(e, Op::Neg) || t_.is(e, Op::Not)) {
        if (t_.is(e, Op::Not)) constant_ -= k;  // ~x = -x - 1
        stack_[depth++] = {t_.a(e), U128{0} - k};
      } else if (t_.with_constant(e, Op::Mul)) {
        stack_[depth++] = {t_.a(e), k * t_.value(t_.b(e))};
      } else if (!gather(e, k)) {
        return false;
      }
    }
    return true;
  }

  bool cancels() {
    const auto end = std::remove_if(terms_.begin(), terms_.begin() + count_,
                                    [&](const Term& term) { return (term.coefficient & mask(width_)) == 0; });
    const auto left = static_cast<std::size_t>(end - terms_.begin());
    const bool shorter = left < gathered_;
    count_ = left;
    return shorter;
  }

  // The terms with a positive coefficient on one side, the others on the other.
  Expr equation() {
    Expr left = t_.make(U128{0}, width_), right = t_.make(U128{0} - constant_, width_);
    for (std::size_t i = 0; i < count_; ++i) {
      const U128 k = terms_[i].coefficient & mask(width_);
      const bool negative = sign_bit(k, width_) && width_ > 1;
      const Expr factor = t_.make(negative ? U128{0} - k : k, width_);
      const Expr product = t_.binary(Op::Mul, terms_[i].e, factor);
      Expr& side = negative ? right : left;
      side = t_.add(side, product);
    }
    return t_.equal(left, right);
  }

 private:
  struct Term {
    Expr e;
    U128 coefficient;
  };

  bool gather(Expr e, U128 k) {
    ++gathered_;
    const auto end = terms_.begin() + count_;
    const auto found = std::find_if(terms_.begin(), end, [&](const Term& term) { return term.e == e; });
    if (found != end) {
      found->coefficient += k;
      return true;
    }
    if (count_ == terms_.size()) return false;
    terms_[count_++] = {e, k};
    return true;
  }

  Terms t_;
  unsigned width_;
  std::array<Term, kMostTerms> terms_;
  std::array<Term, kMostTerms> stack_;
  std::size_t count_ = 0;
  std::size_t gathered_ = 0;  // occurrences of terms
  U128 constant_ = 0;
};

bool is_sum(Terms t, Expr e) { return t.is(e, Op::Add) || t.is(e, Op::Sub) || t.with_constant(e, Op::Mul); }

}  // namespace

// match:  x + (y + z) == z + (x + v)
// result: y == v
Expr simplify_equal_sums(Terms t, Expr a, Expr b) {
  if (!is_sum(t, a) && !is_sum(t, b)) return {};
  Difference difference(t, t.width(a));
  if (!difference.add(a, 1) || !difference.add(b, U128{0} - 1) || !difference.cancels()) return {};
  return difference.equation();
}

}  // namespace forall::expr
