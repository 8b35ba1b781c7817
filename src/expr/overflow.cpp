// Overflow checks come in four forms:
//
//   signed + and -   the sign bit of (x ^ s) & (y ^ s), s = x + y;  of (x ^ y) & (x ^ d), d = x - y
//   signed * + -     exact result in more bits == wrapped result, sign-extended to as many
//   unsigned +       x + y < x
//   unsigned *       high half of the double-width product != 0
//
// The simplifier may have moved constants in s and d, so sums are compared as linear forms: a constant and the multiset
// of the other addends, with their signs.
#include "expr/overflow.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace forall::expr {

namespace {

class Linear {
 public:
  // Adds sign * e; false if it has too many parts to be worth it.
  bool add(const Pool& pool, Expr e, int sign) {
    std::vector<std::pair<Expr, int>> pending = {{e, sign}};
    for (int steps = 0; !pending.empty(); ++steps) {
      if (steps > 64) return false;
      const auto [x, s] = pending.back();
      pending.pop_back();
      const Node& n = pool[x];
      switch (n.op) {
        case Op::Const: constant_ += s > 0 ? to_u128(n.value) : U128{0} - to_u128(n.value); break;
        case Op::Add:
          pending.push_back({n.a, s});
          pending.push_back({n.b, s});
          break;
        case Op::Sub:
          pending.push_back({n.a, s});
          pending.push_back({n.b, -s});
          break;
        case Op::Neg: pending.push_back({n.a, -s}); break;
        case Op::Not:  // ~x is -x - 1
          pending.push_back({n.a, -s});
          constant_ += s > 0 ? ~U128{0} : U128{1};
          break;
        default: count(x, s); break;
      }
    }
    return true;
  }
  bool is_zero(unsigned width) const {
    return (constant_ & mask(width)) == 0 &&
           std::all_of(parts_.begin(), parts_.end(), [](const auto& p) { return p.second == 0; });
  }

 private:
  void count(Expr x, int sign) {
    for (auto& [part, times] : parts_) {
      if (part == x) {
        times += sign;
        return;
      }
    }
    parts_.push_back({x, sign});
  }
  U128 constant_ = 0;
  std::vector<std::pair<Expr, int>> parts_;
};

// result == x + sign * y, modulo 2^width.
bool is_sum(const Pool& pool, Expr result, Expr x, Expr y, int sign) {
  Linear difference;
  return difference.add(pool, result, 1) && difference.add(pool, x, -1) && difference.add(pool, y, -sign) &&
         difference.is_zero(pool.width(result));
}

// Both operands of an Xor. (~x is x ^ -1, which only arises where an operand is constant; the simplifier's ranges cover
// it.)
bool xor_operands(const Pool& pool, Expr e, Expr (&operands)[2]) {
  const Node& n = pool[e];
  if (n.op != Op::Xor) return false;
  operands[0] = n.a;
  operands[1] = n.b;
  return true;
}

std::optional<OverflowCheck> match_signs(const Pool& pool, Expr e, bool overflows) {
  const Node& n = pool[e];
  Expr p[2], q[2];
  if (n.op != Op::And || !xor_operands(pool, n.a, p) || !xor_operands(pool, n.b, q)) return std::nullopt;
  for (const int i : {0, 1}) {
    for (const int j : {0, 1}) {
      if (p[i] != q[j]) continue;
      const Expr shared = p[i], u = p[1 - i], v = q[1 - j];
      // x - y = d and y + d = x have one check. The result is the one of the three that was made last.
      const bool is_addition = u < shared && v < shared;
      if (!is_addition && is_sum(pool, std::max(u, v), shared, std::min(u, v), -1)) {
        return OverflowCheck{Op::Sub, shared, std::min(u, v), true, overflows};
      }
      if (is_sum(pool, shared, u, v, 1)) return OverflowCheck{Op::Add, std::min(u, v), std::max(u, v), true, overflows};
    }
  }
  return std::nullopt;
}

// The operand of `e`, extended from n bits.
Expr extended_from(const Pool& pool, Expr e, Op extension, unsigned n) {
  return pool[e].op == extension && pool.width(pool[e].a) == n ? pool[e].a : Expr{};
}

std::optional<OverflowCheck> match_exact(const Pool& pool, Expr wrapped, Expr exact, bool overflows) {
  const Op extension = pool[wrapped].op;
  if (extension != Op::ZExt && extension != Op::SExt) return std::nullopt;
  const Expr result = pool[wrapped].a;
  const Node& e = pool[exact];
  if (e.op != Op::Add && e.op != Op::Sub && e.op != Op::Mul) return std::nullopt;
  const unsigned n = pool.width(result);
  const Expr x = extended_from(pool, e.a, extension, n), y = extended_from(pool, e.b, extension, n);
  if (!x || !y) return std::nullopt;
  const OverflowCheck check{e.op, x, y, extension == Op::SExt, overflows};
  if (e.op != Op::Mul)
    return is_sum(pool, result, x, y, e.op == Op::Add ? 1 : -1) ? std::optional(check) : std::nullopt;
  const Node& r = pool[result];
  const bool is_product = r.op == Op::Mul && ((r.a == x && r.b == y) || (r.a == y && r.b == x));
  return is_product && e.width >= 2 * n ? std::optional(check) : std::nullopt;
}

std::optional<OverflowCheck> match_high_half(const Pool& pool, Expr high, bool overflows) {
  const Node& h = pool[high];
  if (h.op != Op::Extract || pool[h.a].op != Op::Mul) return std::nullopt;
  const Node& product = pool[h.a];
  if (product.width != 2 * h.width || h.low != h.width) return std::nullopt;
  const Expr x = extended_from(pool, product.a, Op::ZExt, h.width),
             y = extended_from(pool, product.b, Op::ZExt, h.width);
  if (!x || !y) return std::nullopt;
  return OverflowCheck{Op::Mul, x, y, false, overflows};
}

bool is_zero(const Pool& pool, Expr e) { return pool.is_constant(e) && pool.value(e) == Bits{}; }

// x + y < x (overflows) and x <= x + y (does not).
std::optional<OverflowCheck> match_wrapping(const Pool& pool, Expr sum, Expr x, bool overflows) {
  const Node& s = pool[sum];
  if (s.op != Op::Add || (s.a != x && s.b != x)) return std::nullopt;
  return OverflowCheck{Op::Add, s.a, s.b, false, overflows};
}

}  // namespace

std::optional<OverflowCheck> match_overflow_check(const Pool& pool, Expr condition) {
  const bool negated = pool[condition].op == Op::Not;
  const Node& n = pool[negated ? pool[condition].a : condition];
  switch (n.op) {
    case Op::Slt: return is_zero(pool, n.b) ? match_signs(pool, n.a, !negated) : std::nullopt;
    case Op::Sle: return is_zero(pool, n.a) ? match_signs(pool, n.b, negated) : std::nullopt;
    case Op::Ult: return match_wrapping(pool, n.a, n.b, !negated);
    case Op::Ule: return match_wrapping(pool, n.b, n.a, negated);
    case Op::Eq: {
      if (is_zero(pool, n.b)) return match_high_half(pool, n.a, negated);
      if (const auto found = match_exact(pool, n.a, n.b, negated)) return found;
      return match_exact(pool, n.b, n.a, negated);
    }
    default: return std::nullopt;
  }
}

}  // namespace forall::expr
