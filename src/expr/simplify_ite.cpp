// Rules for Ite, and the folding of comparisons with if-then-else chains.
#include "expr/simplify.h"

namespace forall::expr {

namespace {

// Ite of truth values is plain logic.
Expr simplify_boolean_ite(Terms t, Expr c, Expr a, Expr b) {
  // match:  c ? 1 : p    c ? 0 : p    c ? p : 1    c ? p : 0
  // result: c | p        ~c & p       ~c | p       c & p
  if (t.one(a)) return t.disjunction(c, b);
  if (t.zero(a)) return t.conjunction(t.negate(c), b);
  if (t.one(b)) return t.disjunction(t.negate(c), a);
  if (t.zero(b)) return t.conjunction(c, a);
  // match:  c ? c : p    c ? p : c
  // result: c | p        c & p
  if (a == c) return t.disjunction(c, b);
  if (b == c) return t.conjunction(c, a);
  // match:  c ? p : ~p
  // result: c == p
  if (t.complements(a, b)) return t.equal(c, a);
  return {};
}

// match:  c ? 1 : 0    c ? 0 : 1    c ? -1 : 0    c ? 0 : -1     (wider than 1)
// result: zext(c)      zext(~c)     sext(c)       sext(~c)
Expr simplify_constant_ite(Terms t, Expr c, Expr a, Expr b) {
  const unsigned w = t.width(a);
  if (t.zero(b)) {
    if (t.one(a)) return t.zext(c, w);
    if (t.ones(a)) return t.sext(c, w);
  }
  if (t.zero(a)) {
    if (t.one(b)) return t.zext(t.negate(c), w);
    if (t.ones(b)) return t.sext(t.negate(c), w);
  }
  return {};
}

Expr simplify_nested_ite(Terms t, Expr c, Expr a, Expr b) {
  if (t.is(a, Op::Ite)) {
    const Expr d = t.a(a), x = t.b(a), y = t.c(a);
    // match:  c ? (c ? x : y) : b
    // result: c ? x : b
    if (d == c) return t.ite(c, x, b);
    // match:  c ? (d ? x : b) : b    c ? (d ? b : y) : b
    // result: (c & d) ? x : b        (c & ~d) ? y : b
    if (y == b) return t.ite(t.conjunction(c, d), x, b);
    if (x == b) return t.ite(t.conjunction(c, t.negate(d)), y, b);
  }
  if (t.is(b, Op::Ite)) {
    const Expr d = t.a(b), x = t.b(b), y = t.c(b);
    // match:  c ? a : (c ? x : y)
    // result: c ? a : y
    if (d == c) return t.ite(c, a, y);
    // match:  c ? a : (d ? a : y)    c ? a : (d ? x : a)
    // result: (c | d) ? a : y        (c | ~d) ? a : x
    if (x == a) return t.ite(t.disjunction(c, d), a, y);
    if (y == a) return t.ite(t.disjunction(c, t.negate(d)), a, x);
  }
  return {};
}

// match:  c ? ext(x) : ext(y)    c ? ext(x) : ext(k)    (x and y of one width)
// result: ext(c ? x : y)         ext(c ? x : k)
Expr pull_out_extension(Terms t, Expr c, Expr a, Expr b) {
  const Expr lead = t.extension(a) ? a : b;
  if (!t.extension(lead)) return {};
  const Op op = t.op(lead);
  const unsigned n = t.width(t.a(lead)), w = t.width(a);
  if (n == 1) return {};  // an extended truth value reads better as it is
  const auto narrow = [&](Expr e) -> Expr {
    if (t.is(e, op) && t.width(t.a(e)) == n) return t.a(e);
    if (!t.constant(e)) return {};
    const Expr k = t.extract(e, 0, n);
    return t.cast(op, k, w) == e ? k : Expr{};
  };
  const Expr x = narrow(a), y = narrow(b);
  return x && y ? t.cast(op, t.ite(c, x, y), w) : Expr{};
}

}  // namespace

Expr simplify_ite(Pool& pool, Expr c, Expr a, Expr b) {
  Terms t{pool};
  // match:  ~c ? a : b
  // result: c ? b : a
  if (t.is(c, Op::Not)) return t.ite(t.a(c), b, a);
  if (t.width(a) == 1) {
    if (const Expr e = simplify_boolean_ite(t, c, a, b)) return e;
  } else if (const Expr e = simplify_constant_ite(t, c, a, b)) {
    return e;
  }
  // match:  x == y ? x : y    x == y ? y : x
  // result: y                 x
  if (t.is(c, Op::Eq) && ((t.a(c) == a && t.b(c) == b) || (t.a(c) == b && t.b(c) == a))) return b;
  if (const Expr e = simplify_nested_ite(t, c, a, b)) return e;
  return pull_out_extension(t, c, a, b);
}

// From the innermost level outwards:
// match:  c ? true : rest     c ? false : rest
// result: c | rest            ~c & rest
Expr IteLevels::fold(Expr rest) {
  while (!levels_.empty()) {
    const Level level = levels_.back();
    levels_.pop_back();
    rest = level.result ? t_.disjunction(level.condition, rest) : t_.conjunction(t_.negate(level.condition), rest);
  }
  return rest;
}

}  // namespace forall::expr
