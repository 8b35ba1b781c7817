// LLVM's integer intrinsics, expressed exactly by operators.
//
// Overflow of a multiplication is read off the product of twice the width, if that is at most 128 bits; otherwise a
// division finds it: a * b overflows unsigned iff b > max / a (a division by a = 0 yields all ones, so never), and
// signed iff a != 0 and (a * b) / a != b, or a = -1 and b is the least value (where the division wraps too).
#include "abi/intrinsics.h"

#include "runtime/calls_abi.h"
#include "runtime/value.h"

namespace forall::runtime {

namespace {

using abi::Intrinsic;

U128 least(unsigned width) { return U128{1} << (width - 1); }
U128 greatest(unsigned width) { return least(width) - 1; }
Value bit(Value a, unsigned index) { return extract(a, index, 1); }
Value is_negative(Value a) { return bit(a, a.width - 1u); }

// Sums the bits pairwise, in a tree of adders just wide enough.
Value pop_count(Value a) {
  Value sums[abi::kMaxWidth];
  unsigned count = a.width, bits = 1;
  for (unsigned i = 0; i < count; ++i) sums[i] = bit(a, i);
  while (count > 1) {
    ++bits;
    const unsigned half = count / 2;
    for (unsigned i = 0; i < half; ++i) {
      sums[i] = binary(Op::Add, zext(sums[2 * i], bits), zext(sums[2 * i + 1], bits));
    }
    if (count % 2 != 0) sums[half] = zext(sums[count - 1], bits);
    count = (count + 1) / 2;
  }
  return zext_or_trunc(sums[0], a.width);
}

// The number of zeros above the highest set bit: the last test of the chain, for the highest bit, wins.
Value leading_zeros(Value a) {
  Value result = concrete(a.width, a.width);
  for (unsigned i = 0; i < a.width; ++i) result = ite(bit(a, i), concrete(a.width - 1u - i, a.width), result);
  return result;
}

Value trailing_zeros(Value a) {
  Value result = concrete(a.width, a.width);
  for (unsigned i = a.width; i-- > 0;) result = ite(bit(a, i), concrete(i, a.width), result);
  return result;
}

// Pieces of `size` bits in reverse order.
Value reversed(Value a, unsigned size) {
  Value result = extract(a, 0, size);
  for (unsigned low = size; low < a.width; low += size) result = concat(result, extract(a, low, size));
  return result;
}

Value unary_intrinsic(Intrinsic kind, Value a) {
  switch (kind) {
    case Intrinsic::PopCount: return pop_count(a);
    case Intrinsic::LeadingZeros: return leading_zeros(a);
    case Intrinsic::TrailingZeros: return trailing_zeros(a);
    case Intrinsic::ByteSwap: return reversed(a, 8);
    case Intrinsic::BitReverse: return reversed(a, 1);
    default: return ite(is_negative(a), negate(a), a);  // Abs
  }
}

Value signed_multiply_overflow(Value a, Value b) {
  const unsigned w = a.width;
  if (2 * w <= abi::kMaxWidth) {
    const Value wide = binary(Op::Mul, sext(a, 2 * w), sext(b, 2 * w));
    return logical_not(equals(wide, sext(extract(wide, 0, w), 2 * w)));
  }
  const Value quotient = binary(Op::SDiv, binary(Op::Mul, a, b), a);
  const Value differs = binary(Op::And, logical_not(equals(a, U128{0})), logical_not(equals(quotient, b)));
  const Value wraps = binary(Op::And, equals(a, expr::mask(w)), equals(b, least(w)));
  return binary(Op::Or, differs, wraps);
}

Value unsigned_multiply_overflow(Value a, Value b) {
  const unsigned w = a.width;
  if (2 * w <= abi::kMaxWidth) {
    const Value wide = binary(Op::Mul, zext(a, 2 * w), zext(b, 2 * w));
    return logical_not(equals(extract(wide, w, w), U128{0}));
  }
  return binary(Op::Ult, binary(Op::UDiv, concrete(expr::mask(w), w), a), b);
}

// A sum overflows if the operands have the same sign (for a difference: different signs) and the result has another.
Value signed_add_overflow(Value a, Value b) {
  const Value sum = binary(Op::Add, a, b);
  return is_negative(binary(Op::And, binary(Op::Xor, a, sum), binary(Op::Xor, b, sum)));
}
Value signed_subtract_overflow(Value a, Value b) {
  const Value difference = binary(Op::Sub, a, b);
  return is_negative(binary(Op::And, binary(Op::Xor, a, b), binary(Op::Xor, a, difference)));
}

// Where a signed result overflows, it saturates towards the sign of the first operand.
Value saturated(Value overflow, Value a, Value result) {
  const Value limit = ite(is_negative(a), concrete(least(a.width), a.width), concrete(greatest(a.width), a.width));
  return ite(overflow, limit, result);
}

Value binary_intrinsic(Intrinsic kind, Value a, Value b) {
  const unsigned w = a.width;
  switch (kind) {
    case Intrinsic::SMin: return ite(binary(Op::Slt, a, b), a, b);
    case Intrinsic::SMax: return ite(binary(Op::Slt, a, b), b, a);
    case Intrinsic::UMin: return ite(binary(Op::Ult, a, b), a, b);
    case Intrinsic::UMax: return ite(binary(Op::Ult, a, b), b, a);
    case Intrinsic::SAddSat: return saturated(signed_add_overflow(a, b), a, binary(Op::Add, a, b));
    case Intrinsic::SSubSat: return saturated(signed_subtract_overflow(a, b), a, binary(Op::Sub, a, b));
    case Intrinsic::UAddSat: {
      const Value sum = binary(Op::Add, a, b);
      return ite(binary(Op::Ult, sum, a), concrete(expr::mask(w), w), sum);
    }
    case Intrinsic::USubSat: return ite(binary(Op::Ult, a, b), concrete(0, w), binary(Op::Sub, a, b));
    case Intrinsic::SAddOverflow: return signed_add_overflow(a, b);
    case Intrinsic::UAddOverflow: return binary(Op::Ult, binary(Op::Add, a, b), a);
    case Intrinsic::SSubOverflow: return signed_subtract_overflow(a, b);
    case Intrinsic::USubOverflow: return binary(Op::Ult, a, b);
    case Intrinsic::SMulOverflow: return signed_multiply_overflow(a, b);
    default: return unsigned_multiply_overflow(a, b);
  }
}

// A shift by the whole width yields 0 in our operators, so an amount of 0 needs no special case.
Value funnel(bool left, Value a, Value b, Value amount) {
  const unsigned w = a.width;
  const bool power = (w & (w - 1)) == 0;
  const Value n = power ? binary(Op::And, amount, U128{w - 1}) : binary(Op::URem, amount, U128{w});
  const Value rest = binary(Op::Sub, concrete(w, w), n);
  return left ? binary(Op::Or, binary(Op::Shl, a, n), binary(Op::LShr, b, rest))
              : binary(Op::Or, binary(Op::Shl, a, rest), binary(Op::LShr, b, n));
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;
using forall::abi::Intrinsic;

extern "C" {

u32 __forall_intrinsic1(u32 kind_width, u32 a, u64 lo, u64 hi) {
  if (!g.in_run || a == 0) return 0;
  return unary_intrinsic(static_cast<Intrinsic>(kind_width & 0xff), operand(a, lo, hi, kind_width >> 8)).id;
}

u32 __forall_intrinsic2(u32 kind_width, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi) {
  if (!g.in_run || (a | b) == 0) return 0;
  const unsigned width = kind_width >> 8;
  return binary_intrinsic(static_cast<Intrinsic>(kind_width & 0xff), operand(a, a_lo, a_hi, width),
                          operand(b, b_lo, b_hi, width))
      .id;
}

u32 __forall_intrinsic3(u32 kind_width, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi, u32 c, u64 c_lo,
                        u64 c_hi) {
  if (!g.in_run || (a | b | c) == 0) return 0;
  const unsigned width = kind_width >> 8;
  const bool left = static_cast<Intrinsic>(kind_width & 0xff) == Intrinsic::FunnelLeft;
  return funnel(left, operand(a, a_lo, a_hi, width), operand(b, b_lo, b_hi, width), operand(c, c_lo, c_hi, width)).id;
}

}  // extern "C"
