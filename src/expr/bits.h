// Arithmetic on abi::Bits: what each operator means, once, for evaluation, constant folding and the runtime.
//
// Header-only and free of allocation and exceptions, because the runtime inside the target uses it too.
#pragma once

#include <bit>
#include <cstdint>

#include "abi/operators.h"
#include "abi/segment.h"

namespace forall::expr {

using abi::Bits;
using abi::Op;
__extension__ using U128 = unsigned __int128;
__extension__ using S128 = __int128;

constexpr U128 to_u128(Bits x) { return (static_cast<U128>(x.hi) << 64) | x.lo; }
constexpr Bits from_u128(U128 x) { return {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)}; }
constexpr U128 mask(unsigned width) { return width >= 128 ? ~U128{0} : (U128{1} << width) - 1; }
constexpr unsigned bit_length(U128 x) {
  const Bits bits = from_u128(x);
  return static_cast<unsigned>(bits.hi != 0 ? 64 + std::bit_width(bits.hi) : std::bit_width(bits.lo));
}
constexpr bool sign_bit(U128 x, unsigned width) { return (x >> (width - 1)) & 1; }
constexpr S128 to_signed(U128 x, unsigned width) {
  return static_cast<S128>(sign_bit(x, width) ? x | ~mask(width) : x);
}

// The value of a node from its operands' values. `width` is the width of the result, `operand_width` that of operand a
// (of operand b for Ite and Concat's low part), `low` the lowest bit of an Extract. Operands are zero above their
// width.
constexpr U128 apply(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned low) {
  const U128 m = mask(width);
  switch (op) {
    case Op::Const:
    case Op::Input: return a;
    case Op::Not: return ~a & m;
    case Op::Neg: return (U128{0} - a) & m;
    case Op::Add: return (a + b) & m;
    case Op::Sub: return (a - b) & m;
    case Op::Mul: return (a * b) & m;
    case Op::UDiv: return b == 0 ? m : a / b;
    case Op::URem: return b == 0 ? a : a % b;
    case Op::SDiv: {
      const bool na = sign_bit(a, width), nb = sign_bit(b, width);
      if (b == 0) return na ? U128{1} : m;
      const U128 ua = na ? (U128{0} - a) & m : a, ub = nb ? (U128{0} - b) & m : b;
      const U128 q = ua / ub;
      return (na != nb ? U128{0} - q : q) & m;
    }
    case Op::SRem: {
      if (b == 0) return a;
      const bool na = sign_bit(a, width), nb = sign_bit(b, width);
      const U128 ua = na ? (U128{0} - a) & m : a, ub = nb ? (U128{0} - b) & m : b;
      const U128 r = ua % ub;
      return (na ? U128{0} - r : r) & m;
    }
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Shl: return b >= width ? U128{0} : (a << static_cast<unsigned>(b)) & m;
    case Op::LShr: return b >= width ? U128{0} : a >> static_cast<unsigned>(b);
    case Op::AShr: {
      const bool negative = sign_bit(a, width);
      if (b >= width) return negative ? m : U128{0};
      const unsigned n = static_cast<unsigned>(b);
      return negative ? ((a >> n) | (n == 0 ? U128{0} : (m << (width - n)))) & m : a >> n;
    }
    case Op::Eq: return a == b;
    case Op::Ult: return a < b;
    case Op::Ule: return a <= b;
    case Op::Slt: return to_signed(a, operand_width) < to_signed(b, operand_width);
    case Op::Sle: return to_signed(a, operand_width) <= to_signed(b, operand_width);
    case Op::ZExt: return a;
    case Op::SExt: return static_cast<U128>(to_signed(a, operand_width)) & m;
    case Op::Extract: return (a >> low) & m;
    case Op::Concat: return ((a << operand_width) | b) & m;
    case Op::Ite: return a ? b : c;
    default: break;  // floating point: expr/floating.h
  }
  return 0;
}

}  // namespace forall::expr
