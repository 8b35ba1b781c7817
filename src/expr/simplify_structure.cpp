// Rules for casts, extracts, concatenations and shifts by constants: everything that only moves bits.
//
// The normal form has casts outermost, concatenations nested to the right, extracts innermost and merged. A shift by a
// constant is one of these: x << n is concat(extract(x, 0, w - n), 0), a logical x >> n is zext(extract(x, n, w - n)),
// an arithmetic one is sext(extract(x, n, w - n)). So a value that was stored and loaded byte by byte, shifted and
// masked out, or truncated and extended, is found to be itself.
#include "expr/simplify.h"

namespace forall::expr {

Expr simplify_shift(Terms t, Op op, Expr a, Expr b) {
  const unsigned w = t.width(a);
  // match:  0 << x    0 >> x    -1 >> x, arithmetic
  // result: 0         0         -1
  if (t.zero(a) || (op == Op::AShr && t.ones(a))) return a;
  if (!t.constant(b)) return {};
  const bool all = t.value(b) >= w;
  const unsigned n = all ? 0 : static_cast<unsigned>(t.value(b));
  // match:  x << 0
  // result: x
  if (!all && n == 0) return a;
  switch (op) {
    // match:  x << n                              n >= w
    // result: concat(extract(x, 0, w - n), 0)     0
    case Op::Shl: return all ? t.make(0, w) : t.concat(t.extract(a, 0, w - n), t.make(0, n));
    // match:  x >> n, logical                     n >= w
    // result: zext(extract(x, n, w - n))          0
    case Op::LShr: return all ? t.make(0, w) : t.zext(t.extract(a, n, w - n), w);
    // match:  x >> n, arithmetic                  n >= w
    // result: sext(extract(x, n, w - n))          sext(extract(x, w - 1, 1))
    default: return all ? t.sext(t.extract(a, w - 1, 1), w) : t.sext(t.extract(a, n, w - n), w);
  }
}

Expr simplify_cast(Pool& pool, Op op, Expr a, unsigned w) {
  Terms t{pool};
  // match:  zext(zext(x))    sext(sext(x))
  // result: zext(x)          sext(x)
  if (t.is(a, op)) return t.cast(op, t.a(a), w);
  // match:  sext(x), x known not to be negative
  // result: zext(x)
  if (op == Op::SExt && t.non_negative(a)) return t.zext(a, w);
  // match:  zext(extract(x, 0, n)), all values of x fit n bits
  // result: x, in the width asked for
  if (op == Op::ZExt && t.is(a, Op::Extract) && t.low(a) == 0 && t.most(t.a(a)) <= mask(t.width(a))) {
    const Expr x = t.a(a);
    return w < t.width(x) ? t.extract(x, 0, w) : w > t.width(x) ? t.zext(x, w) : x;
  }
  // match:  zext(x + k), no sum wraps, x known to be bounded
  // result: zext(x) + zext(k)
  if (op == Op::ZExt && t.with_constant(a, Op::Add) && t.most(t.a(a)) <= mask(t.width(a)) - t.value(t.b(a))) {
    const U128 k = t.value(t.b(a));
    return t.add(t.zext(t.a(a), w), k);
  }
  // match:  ext(c ? k1 : k2)
  // result: c ? ext(k1) : ext(k2)
  if (t.constant_ite(a)) {
    const Expr c = t.a(a), x = t.cast(op, t.b(a), w);
    return t.ite(c, x, t.cast(op, t.c(a), w));
  }
  return {};
}

namespace {

// Extraction costs nothing in these: it disappears or narrows them.
bool extracts_freely(Terms t, Expr e) {
  return t.constant(e) || t.extension(e) || t.is(e, Op::Concat) || t.is(e, Op::Extract);
}

Expr extract_of_extension(Terms t, Expr a, unsigned low, unsigned w) {
  const Expr x = t.a(a);
  const Op op = t.op(a);
  const unsigned n = t.width(x);
  // match:  extract(ext(x), low, w), inside x
  // result: extract(x, low, w)
  if (low + w <= n) return t.extract(x, low, w);
  // match:  extract(ext(x), low, w), from inside x to beyond it
  // result: ext(extract(x, low, n - low))
  if (low < n) return t.cast(op, t.extract(x, low, n - low), w);
  // match:  extract(zext(x), low, w), beyond x
  // result: 0
  if (op == Op::ZExt) return t.make(0, w);
  // match:  extract(sext(x), low, w), beyond x, x or the result of width 1
  // result: sext(extract(x, n - 1, 1)). Otherwise it stays, so that neighbouring extracts are recognized.
  return n == 1 || w == 1 ? t.sext(t.extract(x, n - 1, 1), w) : Expr{};
}

Expr extract_of_concat(Terms t, Expr a, unsigned low, unsigned w) {
  const Expr high_part = t.a(a), low_part = t.b(a);
  const unsigned n = t.width(low_part);
  // match:  extract(concat(x, y), low, w), inside y / inside x / across both
  // result: extract(y, ...) / extract(x, ...) / concat(extract(x, ...), extract(y, ...))
  if (low + w <= n) return t.extract(low_part, low, w);
  if (low >= n) return t.extract(high_part, low - n, w);
  const Expr x = t.extract(high_part, 0, low + w - n);
  return t.concat(x, t.extract(low_part, low, n - low));
}

}  // namespace

Expr simplify_extract(Pool& pool, Expr a, unsigned low, unsigned w) {
  Terms t{pool};
  switch (t.op(a)) {
    // match:  extract(extract(x, low1), low2, w)
    // result: extract(x, low1 + low2, w)
    case Op::Extract: return t.extract(t.a(a), t.low(a) + low, w);
    case Op::Concat: return extract_of_concat(t, a, low, w);
    case Op::ZExt:
    case Op::SExt:
      if (const Expr e = extract_of_extension(t, a, low, w)) return e;
      break;
    // match:  extract(x op y, low, w), op bitwise, x and y constant, extended, concatenated or extracted
    // result: extract(x, low, w) op extract(y, low, w)
    // match:  extract(x op y, 0, w), op one of + - *, x and y as above
    // result: extract(x, 0, w) op extract(y, 0, w)
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor: {
      const bool carries = t.is(a, Op::Add) || t.is(a, Op::Sub) || t.is(a, Op::Mul);
      if ((carries && low != 0) || !extracts_freely(t, t.a(a)) || !extracts_freely(t, t.b(a))) break;
      const Op op = t.op(a);
      const Expr y = t.b(a), x = t.extract(t.a(a), low, w);
      return t.binary(op, x, t.extract(y, low, w));
    }
    // match:  extract(~x, low, w)    extract(-x, 0, w)     x as above
    // result: ~extract(x, low, w)    -extract(x, 0, w)
    case Op::Not:
    case Op::Neg:
      if ((t.is(a, Op::Neg) && low != 0) || !extracts_freely(t, t.a(a))) break;
      return t.unary(t.op(a), t.extract(t.a(a), low, w));
    default: break;
  }
  // match:  extract(x, width - 1, 1)
  // result: x < 0
  if (w == 1 && low + 1 == t.width(a)) return t.binary(Op::Slt, a, t.make(0, t.width(a)));
  return {};
}

namespace {

// The concatenation of two neighbours as one term without a concatenation, if it is one.
Expr merge_neighbours(Terms t, Expr a, Expr b) {
  const unsigned n = t.width(a), m = t.width(b);
  // match:  concat(k1, k2)
  // result: k
  if (t.constant(a) && t.constant(b)) return t.concat(a, b);
  // match:  concat(extract(x, low, n), y), y the m bits of x below
  // result: extract(x, low - m, n + m)
  if (t.is(a, Op::Extract) && t.low(a) >= m && !t.constant(b)) {
    const Expr x = t.a(a);
    const unsigned low = t.low(a) - m;
    if (t.extract(x, low, m) == b) return t.extract(x, low, n + m);
  }
  // match:  concat(y, extract(x, low, m)), y the n bits of x above
  // result: extract(x, low, m + n)
  if (t.is(b, Op::Extract) && t.low(b) + m + n <= t.width(t.a(b)) && !t.constant(a)) {
    const Expr x = t.a(b);
    const unsigned low = t.low(b);
    if (t.extract(x, low + m, n) == a) return t.extract(x, low, n + m);
  }
  // match:  concat(p, sext(p)), p of width 1
  // result: sext(p)
  if (n == 1 && t.is(b, Op::SExt) && t.a(b) == a) return t.sext(a, n + m);
  return {};
}

}  // namespace

Expr simplify_concat(Terms t, Expr a, Expr b) {
  const unsigned w = t.width(a) + t.width(b);
  if (const Expr e = merge_neighbours(t, a, b)) return e;
  // match:  concat(0, x)
  // result: zext(x)
  if (t.zero(a)) return t.zext(b, w);
  // match:  concat(ext(x), y)
  // result: ext(concat(x, y))
  if (t.extension(a)) {
    const Op op = t.op(a);
    return t.cast(op, t.concat(t.a(a), b), w);
  }
  // match:  concat(concat(x, y), z)
  // result: concat(x, concat(y, z))
  if (t.is(a, Op::Concat)) {
    const Expr x = t.a(a);
    return t.concat(x, t.concat(t.b(a), b));
  }
  // match:  concat(x, concat(y, z)), x and y neighbours
  // result: concat(xy, z)
  if (t.is(b, Op::Concat)) {
    const Expr z = t.b(b);
    if (const Expr merged = merge_neighbours(t, a, t.a(b))) return t.concat(merged, z);
  }
  // match:  concat(k, zext(x))
  // result: concat(k0, x)
  if (t.constant(a) && t.is(b, Op::ZExt)) {
    const Expr x = t.a(b);
    return t.concat(t.concat(a, t.make(0, t.width(b) - t.width(x))), x);
  }
  return {};
}

}  // namespace forall::expr
