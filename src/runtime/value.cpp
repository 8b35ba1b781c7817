// Building a node: fold constants, apply the few rules that keep memory and address expressions small, look for the
// same node in the cache, append. Real simplification is left to the explorer's pool; a rule here must pay for itself
// at run time.
#include "runtime/value.h"

#include "base/hash.h"
#include "runtime/address_numbers.h"
#include "runtime/module.h"
#include "runtime/promises.h"
#include "runtime/run.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

constexpr u32 kCacheSize = 1u << 14;
struct CacheEntry {
  u32 epoch;
  u32 id;
};
CacheEntry cache[kCacheSize];

constexpr Kept kKept[] = {cache};

u32 intern(const abi::Node& node) {
  u64 hash = (u64{static_cast<u8>(node.op)} << 16 | node.width) * 0x9e3779b97f4a7c15ULL;
  hash = base::mix(hash ^ (u64{node.a} << 32 | node.b));
  hash = base::mix(hash + node.c + (node.op == Op::Const ? node.value.lo ^ (node.value.hi * 3) : 0));
  CacheEntry& entry = cache[hash & (kCacheSize - 1)];
  if (entry.epoch == g.epoch) {
    const abi::Node& old = g.nodes[entry.id];
    if (old.op == node.op && old.width == node.width && old.a == node.a && old.b == node.b && old.c == node.c &&
        old.value == node.value) {
      return entry.id;
    }
  }
  const u32 id = g.header->nodes.count;
  if (!append(g.header->nodes, g.nodes, node)) cut_run(abi::Fault::TraceFull, nullptr);
  entry = {g.epoch, id};
  return id;
}

bool commutes(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Eq;
}
bool compares(Op op) { return op >= Op::Eq && op <= Op::Sle; }

const abi::Node& node(Value v) { return g.nodes[v.id]; }
bool is_const(u32 id) { return g.nodes[id].op == Op::Const; }

// Offsets may be added up; a pointer keeps its own node, so that the object it points into can still be seen.
bool small_offset(U128 bits, unsigned width) {
  const expr::S128 s = expr::to_signed(bits, width);
  return s < (expr::S128{1} << 40) && s > -(expr::S128{1} << 40);
}

// How many of the lowest bits are certainly 0: the address of an element is aligned whatever its index.
unsigned trailing_zeros(u32 id, unsigned depth = 4) {
  const abi::Node& n = g.nodes[id];
  const auto of_constant = [](u64 bits) { return bits == 0 ? 64u : static_cast<unsigned>(__builtin_ctzll(bits)); };
  if (n.op == Op::Const) return of_constant(n.value.lo);
  if (depth == 0 || n.op == Op::Input) return 0;
  const unsigned a = n.a != 0 ? trailing_zeros(n.a, depth - 1) : 0;
  switch (n.op) {
    case Op::Add: {
      const unsigned b = trailing_zeros(n.b, depth - 1);
      return a < b ? a : b;
    }
    case Op::Mul: {
      const unsigned sum = a + trailing_zeros(n.b, depth - 1);
      return sum < n.width ? sum : n.width;
    }
    case Op::Shl:
      return is_const(n.b) && a + g.nodes[n.b].value.lo < n.width ? a + static_cast<unsigned>(g.nodes[n.b].value.lo)
                                                                  : a;
    case Op::ZExt: return a < g.nodes[n.a].width ? a : 0;
    default: return 0;
  }
}

// result: x where `x op b` is x or a constant for this b. The operands have passed the constant check.
bool simplify_by_constant(Op op, Value a, Value b, Value& result) {
  const unsigned w = a.width;
  const U128 ones = expr::mask(w);
  switch (op) {
    case Op::Add:
      if (b.bits == 0) return result = a, true;
      if (node(a).op == Op::Add && is_const(node(a).b)) {
        const Value c = node_value(node(a).b);
        if (small_offset(c.bits, w) && small_offset(b.bits, w)) {
          return result = binary(Op::Add, node_value(node(a).a), (c.bits + b.bits) & ones), true;
        }
        if (((c.bits + b.bits) & ones) == 0) return result = node_value(node(a).a), true;
      }
      return false;
    case Op::Mul:
      if (b.bits == 0) return result = b, true;
      if (b.bits == 1) return result = a, true;
      return false;
    case Op::And:
      if (b.bits == 0) return result = b, true;
      if (b.bits == ones) return result = a, true;
      if ((b.bits & (b.bits + 1)) == 0 && b.bits < (U128{1} << 6) - 1 && trailing_zeros(a.id) < 64 &&
          (U128{1} << trailing_zeros(a.id)) > b.bits) {
        return result = concrete(0, w), true;
      }
      return false;
    case Op::Or:
      if (b.bits == 0) return result = a, true;
      if (b.bits == ones) return result = b, true;
      return false;
    case Op::Xor:
      if (b.bits == 0) return result = a, true;
      if (b.bits == ones) return result = logical_not(a), true;
      return false;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      if (b.bits == 0) return result = a, true;
      if (b.bits >= w && op != Op::AShr) return result = concrete(0, w), true;
      return false;
    case Op::UDiv:
      if (b.bits == 1) return result = a, true;
      return false;
    case Op::Eq:
      if (w == 1) return result = b.bits != 0 ? a : logical_not(a), true;
      if (node(a).op == Op::ZExt) {
        const Value inner = node_value(node(a).a);
        if (b.bits > expr::mask(inner.width)) return result = concrete(0, 1), true;
        return result = binary(Op::Eq, inner, b.bits), true;
      }
      return false;
    case Op::Ult:
      if (upper_bound(a.id) < b.bits) return result = concrete(1, 1), true;
      if (b.bits == 0) return result = concrete(0, 1), true;
      return false;
    case Op::Ule:
      if (upper_bound(a.id) <= b.bits) return result = concrete(1, 1), true;
      return false;
    default: return false;
  }
}

bool simplify_by_sameness(Op op, Value a, Value& result) {
  switch (op) {
    case Op::Sub:
    case Op::Xor: return result = concrete(0, a.width), true;
    case Op::And:
    case Op::Or: return result = a, true;
    case Op::Eq:
    case Op::Ule:
    case Op::Sle: return result = concrete(1, 1), true;
    case Op::Ult:
    case Op::Slt: return result = concrete(0, 1), true;
    default: return false;
  }
}

}  // namespace

// Not reset: entries are valid only in the run whose number they carry.
FORALL_MODULE(value) = {.phase = Phase::Tables, .keeps = kKept};

u32 id_of(Value v) {
  if (v.id != 0) return v.id;
  return intern({Op::Const, 0, v.width, 0, 0, 0, expr::from_u128(v.bits)});
}

Value make(Op op, unsigned width, U128 bits, u32 a, u32 b, u32 c, bool marked) {
  const u32 id = intern({op, marked, static_cast<u16>(width), a, b, c, expr::from_u128(bits)});
  return {bits, id, static_cast<u16>(width)};
}

// Down the chain of operators with a constant, then up again: f(x) <= f(bound of x) for operators that grow with x and
// do not wrap around below the bound.
U128 upper_bound(u32 id) {
  constexpr unsigned kMostSteps = 12;
  u32 chain[kMostSteps];
  unsigned count = 0;
  U128 bound = 0;
  for (;;) {
    const abi::Node& n = g.nodes[id];
    const bool by_constant = info(n.op).arity == 2 && is_const(n.b);
    const U128 c = by_constant ? expr::to_u128(g.nodes[n.b].value) : 0;
    bound = expr::mask(n.width);
    if (n.op == Op::Const) bound = expr::to_u128(n.value);
    if (by_constant && n.op == Op::URem && c != 0) bound = c - 1;
    if (by_constant && n.op == Op::And) bound = c;
    const bool grows = n.op == Op::ZExt || (by_constant && (n.op == Op::Mul || n.op == Op::Shl || n.op == Op::Add ||
                                                            n.op == Op::LShr || n.op == Op::UDiv));
    if (!grows || count == kMostSteps) break;
    chain[count++] = id;
    id = n.a;
  }
  while (count > 0) {
    const abi::Node& n = g.nodes[chain[--count]];
    const U128 most = expr::mask(n.width);
    const U128 c = n.op == Op::ZExt ? 0 : expr::to_u128(g.nodes[n.b].value);
    switch (n.op) {
      case Op::ZExt: break;
      case Op::Add: bound = c <= most - bound ? bound + c : most; break;
      case Op::Mul: bound = c == 0 || bound <= most / c ? bound * c : most; break;
      case Op::Shl:
        bound = c < n.width && bound <= (most >> static_cast<unsigned>(c)) ? bound << static_cast<unsigned>(c) : most;
        break;
      case Op::LShr: bound = c < n.width ? bound >> static_cast<unsigned>(c) : 0; break;
      default: bound = c == 0 ? most : bound / c; break;  // UDiv
    }
  }
  return bound;
}

Value make_input(u32 index, U128 bits, unsigned width) {
  abi::Node n = {Op::Input, 0, static_cast<u16>(width), index, 0, 0, expr::from_u128(bits)};
  const u32 id = g.header->nodes.count;
  if (!append(g.header->nodes, g.nodes, n)) cut_run(abi::Fault::TraceFull, nullptr);
  return {bits, id, n.width};
}

Value binary(Op op, Value a, Value b) {
  if (op == Op::Concat) return concat(a, b);
  const unsigned width = compares(op) ? 1 : a.width;
  if (Value result; (is_address_number(a) || is_address_number(b)) && operate_on_addresses(op, a, b, result))
    return result;
  const bool asks_little = asks_for_promise(op, a, b);
  a = asks_little ? plain(a) : exact_bits(a);
  b = asks_little ? plain(b) : exact_bits(b);
  if (!a.symbolic() && !b.symbolic()) {
    return concrete(expr::apply(op, width, a.width, a.bits, b.bits, 0, 0), width);
  }
  if (op == Op::Sub && !b.symbolic()) return binary(Op::Add, a, (U128{0} - b.bits) & expr::mask(a.width));
  if (commutes(op) && !a.symbolic()) {
    const Value swap = a;
    a = b;
    b = swap;
  }
  Value result;
  if (!b.symbolic() && simplify_by_constant(op, a, b, result)) return result;
  if (a.id == b.id && simplify_by_sameness(op, a, result)) return result;
  const U128 bits = expr::apply(op, width, a.width, a.bits, b.bits, 0, 0);
  const u32 ia = id_of(a);
  return make(op, width, bits, ia, id_of(b), 0);
}

Value logical_not(Value a) {
  const U128 bits = ~a.bits & expr::mask(a.width);
  a = exact_bits(a);
  if (!a.symbolic()) return concrete(bits, a.width);
  if (node(a).op == Op::Not) return node_value(node(a).a);
  return make(Op::Not, a.width, bits, a.id, 0, 0);
}

Value negate(Value a) {
  const U128 bits = (U128{0} - a.bits) & expr::mask(a.width);
  a = exact_bits(a);
  if (!a.symbolic()) return concrete(bits, a.width);
  return make(Op::Neg, a.width, bits, a.id, 0, 0);
}

// With zeros in front it is 0 if it was, and for a constant the mark is that of 1.
static bool keeps_zero(Value v) {
  return !is_address_number(v) && (!is_const(v.id) || node(v).reserved == static_cast<u8>(Promise::Zero));
}

Value zext(Value a, unsigned width) {
  if (!a.symbolic()) return concrete(a.bits, width);
  if (a.width == width) return a;
  if (is_promised(a) && !keeps_zero(a)) a = exact_bits(a);
  if (!a.symbolic()) return concrete(a.bits, width);
  if (is_promised(a))
    return promised(is_const(a.id) ? concrete(a.bits, width) : make(Op::ZExt, width, a.bits, a.id, 0, 0),
                    Promise::Zero);
  if (node(a).op == Op::ZExt) return zext(node_value(node(a).a), width);
  return make(Op::ZExt, width, a.bits, a.id, 0, 0, may_be_nan(a));
}

Value sext(Value a, unsigned width) {
  const U128 bits = expr::apply(Op::SExt, width, a.width, a.bits, 0, 0, 0);
  if (is_promised(a)) {
    const auto promise = static_cast<Promise>(node(a).reserved);
    if (is_const(a.id)) return promised(concrete(bits, width), promise);
    return a.width == width ? a : promised(make(Op::SExt, width, bits, a.id, 0, 0), promise);
  }
  a = exact_bits(a);
  if (!a.symbolic()) return concrete(bits, width);
  if (a.width == width) return a;
  return make(Op::SExt, width, bits, a.id, 0, 0);
}

Value extract(Value a, unsigned low, unsigned width) {
  for (;;) {
    if (!a.symbolic()) return concrete(a.bits >> low, width);
    if (low == 0 && a.width == width) return a;
    const abi::Node& n = node(a);
    const unsigned inner = n.op != Op::Input && n.a != 0 ? g.nodes[n.a].width : 0;
    if (n.op == Op::Extract) {
      low += n.b;
      a = node_value(n.a);
    } else if (n.op == Op::Concat) {
      const unsigned split = g.nodes[n.b].width;
      if (low >= split) {
        low -= split;
        a = node_value(n.a);
      } else if (low + width <= split) {
        a = node_value(n.b);
      } else {
        break;
      }
      if (is_const(a.id)) a.id = 0;
    } else if ((n.op == Op::ZExt || n.op == Op::SExt) && low + width <= inner) {
      a = node_value(n.a);
    } else if (n.op == Op::ZExt && low >= inner) {
      return concrete(0, width);
    } else {
      break;
    }
  }
  if (is_address_number(a))  // a part may be moved as the whole is
    return promised(make(Op::Extract, width, (a.bits >> low) & expr::mask(width), a.id, low, 0), Promise::Address);
  if (is_promised(a)) a = exact_bits(a);
  if (!a.symbolic()) return concrete(a.bits >> low, width);
  return make(Op::Extract, width, (a.bits >> low) & expr::mask(width), a.id, low, 0, may_be_nan(a));
}

Value concat(Value high, Value low) {
  const unsigned width = high.width + low.width;
  const U128 bits = expr::apply(Op::Concat, width, low.width, high.bits, low.bits, 0, 0);
  if (!high.symbolic() && !low.symbolic()) return concrete(bits, width);
  if (!high.symbolic() && high.bits == 0) return zext(low, width);
  if (high.symbolic() && low.symbolic() && node(high).op == Op::Extract && node(low).op == Op::Extract &&
      node(high).a == node(low).a && node(high).b == node(low).b + low.width) {
    return extract(node_value(node(low).a), node(low).b, width);
  }
  const u32 ih = id_of(high);
  return make(Op::Concat, width, bits, ih, id_of(low), 0, may_be_nan(high) || may_be_nan(low));
}

Value ite(Value condition, Value a, Value b) {
  condition = exact_bits(condition);
  if (!condition.symbolic()) return condition.truth() ? a : b;
  if (a.id == b.id && (a.id != 0 || a.bits == b.bits)) return a;
  if (a.width == 1 && !a.symbolic() && !b.symbolic()) return a.truth() ? condition : logical_not(condition);
  const u32 ia = id_of(a);
  const Value made = make(Op::Ite, a.width, condition.truth() ? a.bits : b.bits, condition.id, ia, id_of(b),
                          may_be_nan(a) || may_be_nan(b));
  if (is_promised(a)) return promised(made, static_cast<Promise>(node(a).reserved));
  return is_promised(b) ? promised(made, static_cast<Promise>(node(b).reserved)) : made;
}

}  // namespace forall::runtime
