// Each term of the sum is x * factor, with x in a range known from its expression. If every product fits in 58 bits,
// the sum modulo 2^64 is the sum of the integers, and its candidates are the multiples of the greatest common divisor
// of the factors (added to the constant) within the sum of the ranges. Otherwise only the power of two in the divisor
// is certain, and the range is all of [0, last].
#include "runtime/offsets.h"

#include <numeric>

namespace forall::runtime {

namespace {

constexpr expr::S128 kSafe = expr::S128{1} << 58;

struct Term {
  Value x;
  u64 factor = 1;
  expr::S128 low = 0, high = 0;  // of x
  bool exact = false;            // x * factor is within kSafe
};

bool constant_operand(const abi::Node& node) { return g.nodes[node.b].op == Op::Const; }

Term term_of(Value value) {
  Term term{value, 1, 0, 0, false};
  for (;;) {
    const abi::Node& node = g.nodes[term.x.id];
    if (node.op != Op::Mul && node.op != Op::Shl) break;
    const u64 c = g.nodes[node.b].value.lo;
    if (!constant_operand(node) || (node.op == Op::Shl && c >= 32)) break;
    u64 factor = 0;
    if (__builtin_mul_overflow(term.factor, node.op == Op::Mul ? c : u64{1} << c, &factor) || factor == 0) break;
    term.factor = factor;
    term.x = node_value(node.a);
  }
  const abi::Node& node = g.nodes[term.x.id];
  if (node.op == Op::SExt) {
    const unsigned inner = g.nodes[node.a].width;
    const U128 bound = upper_bound(node.a), sign = U128{1} << (inner - 1);
    term.low = bound < sign ? 0 : -static_cast<expr::S128>(sign);
    term.high = static_cast<expr::S128>(bound < sign ? bound : sign - 1);
  } else {
    term.high = static_cast<expr::S128>(upper_bound(term.x.id));
  }
  const auto factor = static_cast<expr::S128>(term.factor);
  term.exact = factor < kSafe && term.high < kSafe / factor && term.low > -kSafe / factor;
  return term;
}

// The power of two that divides every value of x.
u64 power_in(Value x) {
  const abi::Node& node = g.nodes[x.id];
  if (node.op != Op::And || !constant_operand(node)) return 1;
  const u64 mask = g.nodes[node.b].value.lo;
  return mask == 0 ? 1 : mask & (~mask + 1);
}

u64 lowest_bit(u64 x) { return x & (~x + 1); }

// A term is a constant if a value that it is computed from was decided; nodes built before do not reflect that.
bool is_fixed(u32 id) {
  for (;;) {
    if (was_decided(id)) return true;
    const abi::Node& node = g.nodes[id];
    const bool by_constant = abi::info(node.op).arity == 2 && constant_operand(node);
    if (node.op != Op::ZExt && node.op != Op::SExt && node.op != Op::Extract && !by_constant) return false;
    id = node.a;
  }
}

}  // namespace

Value Sum::value() const {
  Value sum = concrete(constant, 64);
  for (unsigned i = count; i-- > 0;) sum = binary(Op::Add, terms[i], sum);
  return sum;
}

Sum sum_of(u32 id) {
  Sum sum;
  u32 pending[Sum::kMostTerms];
  unsigned waiting = 0;
  pending[waiting++] = id;
  while (waiting > 0) {
    const u32 next = pending[--waiting];
    const Value value = is_fixed(next) ? concrete(node_value(next).bits, 64) : node_value(next);
    const abi::Node& node = g.nodes[next];
    if (!value.symbolic() || node.op == Op::Const) {
      sum.constant += static_cast<u64>(value.bits);
    } else if (node.op == Op::Add && waiting + sum.count + 2 <= Sum::kMostTerms) {
      pending[waiting++] = node.a;
      pending[waiting++] = node.b;
    } else {
      sum.terms[sum.count++] = value;
    }
  }
  return sum;
}

Offsets offsets_of(const Sum& sum, u64 last) {
  Offsets result;
  const auto constant = static_cast<expr::S128>(static_cast<std::int64_t>(sum.constant));
  expr::S128 low = constant, high = constant;
  bool exact = constant < kSafe && constant > -kSafe;
  u64 divisor = 0;
  Term term;
  for (unsigned i = 0; i < sum.count; ++i) {
    term = term_of(sum.terms[i]);
    exact = exact && term.exact;
    if (term.exact) {
      low += term.low * static_cast<expr::S128>(term.factor);
      high += term.high * static_cast<expr::S128>(term.factor);
    }
    u64 step = 0;
    if (__builtin_mul_overflow(term.factor, power_in(term.x), &step)) step = lowest_bit(term.factor);
    divisor = std::gcd(divisor, step);
  }
  if (divisor == 0) divisor = 1;
  const bool one_term = exact && sum.count == 1 && divisor == term.factor;
  result.stride = one_term ? divisor : lowest_bit(divisor);
  if (result.stride > u64{1} << 32) result.stride = u64{1} << 32;
  result.may_leave = !exact || low < 0 || high > static_cast<expr::S128>(last);
  const u64 from = exact && low > 0 ? static_cast<u64>(low) : 0;
  const u64 to = exact && high < static_cast<expr::S128>(last) ? static_cast<u64>(high < 0 ? 0 : high) : last;
  // The least candidate at or above `from` that leaves the remainder of the constant.
  const auto stride = static_cast<expr::S128>(result.stride);
  const expr::S128 above = (constant - static_cast<expr::S128>(from)) % stride;
  result.first = from + static_cast<u64>(above < 0 ? above + stride : above);
  result.count = result.first > to || (exact && high < 0) ? 0 : (to - result.first) / result.stride + 1;
  if (one_term) {
    result.operand = term.x;
    result.origin = static_cast<u64>((static_cast<expr::S128>(result.first) - constant) / stride);
  } else {
    result.operand = sum.value();
    result.shift = static_cast<unsigned>(__builtin_ctzll(result.stride));
    result.origin = result.first >> result.shift;
  }
  return result;
}

Value is_candidate(const Offsets& offsets, u64 i) {
  if (offsets.count == 1) return concrete(1, 1);
  const Value operand = is_fixed(offsets.operand.id) ? concrete(offsets.operand.bits, 64) : offsets.operand;
  return equals(operand, U128{offsets.shift == 0 ? offsets.origin + i : offsets.at(i)});
}

}  // namespace forall::runtime
