// Martin Brain's SymFPU, instantiated over gates, with two circuits of our own where its general ones are large:
//
//   quotient  of significands: subtract and shift, one bit per step; the remainder stays below twice the divisor
//   root      of significands: digit by digit, as one divider's worth of gates instead of one multiplier per bit
//
// The top bit of a significand is 1 by SymFPU's invariant. Saying so outright lets the gates that use it fold.
#include "solve/float_circuits.h"

#include "solve/symfpu_traits.h"

#include <symfpu/core/operations.h>

#include "expr/floating.h"

namespace symfpu {

using ForallTraits = forall::solve::symfpu_over_gates::Traits;
using ForallWord = ForallTraits::ubv;

template <>
ForallWord orderEncode<ForallTraits, ForallWord>(const ForallWord& x) {
  return orderEncodeBitwise<ForallTraits, ForallWord>(x);
}

template <>
stickyRightShiftResult<ForallTraits> stickyRightShift<ForallTraits>(const ForallWord& x, const ForallWord& n) {
  return stickyRightShiftBitwise<ForallTraits>(x, n);
}

// x and y in [1, 2): one bit of x / y, then as many as there are bits after the point.
template <>
resultWithRemainderBit<ForallTraits> fixedPointDivide<ForallTraits>(const ForallWord& x, const ForallWord& y) {
  using namespace forall::solve;
  Gates& g = symfpu_over_gates::gates();
  const std::size_t width = x.getWidth();
  Word rest = x.word(), divisor = y.word(), quotient(width);
  rest.push_back(kFalse);
  divisor.push_back(kFalse);
  for (std::size_t i = width; i-- > 0;) {
    Word difference(width + 1);
    Lit no_borrow = kTrue;
    for (std::size_t j = 0; j <= width; ++j) {
      difference[j] = g.xor3(rest[j], -divisor[j], no_borrow);
      no_borrow = g.majority(rest[j], -divisor[j], no_borrow);
    }
    quotient[i] = no_borrow;
    rest = choose(g, no_borrow, difference, rest);  // below the divisor: its top bit is 0
    if (i == 0) break;
    rest.insert(rest.begin(), kFalse);
    rest.pop_back();
  }
  return {ForallWord(std::move(quotient)), !ForallWord(std::move(rest)).isAllZeros()};
}

// x in [1, 4) with two bits before the point. The rest never exceeds twice the digits found so far.
template <>
resultWithRemainderBit<ForallTraits> fixedPointSqrt<ForallTraits>(const ForallWord& x) {
  using namespace forall::solve;
  Gates& g = symfpu_over_gates::gates();
  const std::size_t digits = x.getWidth() - 1;
  Word square(2 * digits, kFalse);  // x with `digits` pairs of bits
  for (std::size_t i = 0; i < x.getWidth(); ++i) square[square.size() - x.getWidth() + i] = x.word()[i];
  Word root, rest;  // lowest bit first
  for (std::size_t i = digits; i-- > 0;) {
    rest.insert(rest.begin(), {square[2 * i], square[2 * i + 1]});
    Word candidate = {kTrue, kFalse};
    candidate.insert(candidate.end(), root.begin(), root.end());
    const std::size_t width = std::max(rest.size(), candidate.size());
    rest.resize(width, kFalse);
    candidate.resize(width, kFalse);
    Word difference(width);
    Lit no_borrow = kTrue;
    for (std::size_t j = 0; j < width; ++j) {
      difference[j] = g.xor3(rest[j], -candidate[j], no_borrow);
      no_borrow = g.majority(rest[j], -candidate[j], no_borrow);
    }
    rest = choose(g, no_borrow, difference, rest);
    root.insert(root.begin(), no_borrow);
    if (rest.size() > root.size() + 1) rest.resize(root.size() + 1);
  }
  return {ForallWord(std::move(root)), !ForallWord(std::move(rest)).isAllZeros()};
}

}  // namespace symfpu

#include <symfpu/core/add.h>
#include <symfpu/core/compare.h>
#include <symfpu/core/convert.h>
#include <symfpu/core/divide.h>
#include <symfpu/core/fma.h>
#include <symfpu/core/multiply.h>
#include <symfpu/core/packing.h>
#include <symfpu/core/sqrt.h>

namespace forall::solve {
namespace {

using abi::Op;
using symfpu_over_gates::CurrentGates;
using symfpu_over_gates::Layout;
using symfpu_over_gates::Mode;
using symfpu_over_gates::Traits;
using symfpu_over_gates::Truth;
using Signed = Traits::sbv;
using Unsigned = Traits::ubv;
using Number = symfpu::unpackedFloat<Traits>;

Layout layout_of(unsigned width) {
  const expr::Format f = expr::format_of(width);
  return {f.exponent, f.fraction + 1};
}

Number number(const UnpackedFloat& x) {
  return {Truth::of(x.nan),  Truth::of(x.infinite), Truth::of(x.zero),
          Truth::of(x.sign), Signed(x.exponent),    Unsigned(x.significand)};
}

UnpackedFloat plain(const Number& x) {
  UnpackedFloat r{x.getNaN().lit(),  x.getInf().lit(),       x.getZero().lit(),
                  x.getSign().lit(), x.getExponent().word(), x.getSignificand().word()};
  r.significand.back() = kTrue;
  return r;
}

// SymFPU's own conversion rounds numbers that have no room for the two bits its rounder asks for (64 bits to 80).
Number converted(const Layout& from, const Layout& to, const Number& x) {
  const unsigned exponent = Number::exponentWidth(from), significand = Number::significandWidth(from);
  const unsigned to_exponent = Number::exponentWidth(to), to_significand = Number::significandWidth(to);
  if (exponent <= to_exponent && significand <= to_significand) {
    return x.extend(to_exponent - exponent, to_significand - significand);
  }
  const unsigned wanted = to_significand + 2;
  const Number wide =
      x.extend(exponent < to_exponent ? to_exponent - exponent : 0, significand < wanted ? wanted - significand : 0);
  const Number rounded = symfpu::rounder<Traits>(to, Traits::RNE(), wide);
  return symfpu::ITE(x.getNaN(), Number::makeNaN(to),
                     symfpu::ITE(x.getInf(), Number::makeInf(to, x.getSign()),
                                 symfpu::ITE(x.getZero(), Number::makeZero(to, x.getSign()), rounded)));
}

// The x87 format without its integer bit; expr/floating.h says which patterns are numbers.
Word without_integer_bit(Gates& g, const Word& x) {
  const std::span<const Lit> exponent(x.data() + 64, 15);
  const Lit none = -g.or_all(exponent), one = x[63], invalid = g.and_(-none, -one);
  Word r(x.begin(), x.begin() + 63);
  r.insert(r.end(), exponent.begin(), exponent.end());
  r.push_back(x[79]);
  r[63] = g.or_(r[63], g.and_(none, one));
  for (std::size_t i = 62; i < 78; ++i) r[i] = g.or_(r[i], invalid);  // a NaN
  return r;
}

Word with_integer_bit(Gates& g, const Word& x) {
  Word r(x.begin(), x.begin() + 63);
  r.push_back(g.or_all(std::span<const Lit>(x.data() + 63, 15)));
  r.insert(r.end(), x.begin() + 63, x.end());
  return r;
}

}  // namespace

UnpackedFloat unpack(Gates& g, unsigned width, const Word& packed) {
  const CurrentGates current(g);
  return plain(
      symfpu::unpack<Traits>(layout_of(width), Unsigned(width == 80 ? without_integer_bit(g, packed) : packed)));
}

Word pack(Gates& g, unsigned width, const UnpackedFloat& x) {
  const CurrentGates current(g);
  const Word packed = symfpu::pack<Traits>(layout_of(width), number(x)).word();
  return width == 80 ? with_integer_bit(g, packed) : packed;
}

UnpackedFloat float_operation(Gates& g, Op op, unsigned width, unsigned from, unsigned parameter,
                              std::span<const UnpackedFloat> operands) {
  const CurrentGates current(g);
  const Layout layout = layout_of(width);
  const Mode nearest = Traits::RNE();
  const Number a = number(operands[0]);
  const auto b = [&] { return number(operands[1]); };
  switch (op) {
    case Op::FAdd: return plain(symfpu::add<Traits>(layout, nearest, a, b(), Truth(true)));
    case Op::FSub: return plain(symfpu::add<Traits>(layout, nearest, a, b(), Truth(false)));
    case Op::FMul: return plain(symfpu::multiply<Traits>(layout, nearest, a, b()));
    case Op::FDiv: return plain(symfpu::divide<Traits>(layout, nearest, a, b()));
    case Op::FFma: return plain(symfpu::fma<Traits>(layout, nearest, a, b(), number(operands[2])));
    case Op::FSqrt: return plain(symfpu::sqrt<Traits>(layout, nearest, a));
    case Op::FRound: return plain(symfpu::roundToIntegral<Traits>(layout, Mode(static_cast<int>(parameter)), a));
    default: return plain(converted(layout_of(from), layout, a));  // FCast
  }
}

// The magnitude is a significand that wants to be normalised, in a format with just enough exponent.
UnpackedFloat float_from_integer(Gates& g, unsigned width, const Word& integer, bool is_signed) {
  const CurrentGates current(g);
  const Lit sign = is_signed ? integer.back() : kFalse;
  Word magnitude = is_signed ? choose(g, sign, negate(g, integer), integer) : integer;
  if (magnitude.size() == 1) magnitude.push_back(kFalse);
  const auto bits = static_cast<unsigned>(magnitude.size());
  const Layout exact(symfpu::bitsToRepresent(bits) + 1, bits);
  const Number unnormalised(Truth::of(sign), Signed(Number::exponentWidth(exact), bits - 1), Unsigned(magnitude));
  return plain(converted(exact, layout_of(width), unnormalised.normaliseUpDetectZero(exact)));
}

Word float_to_integer(Gates& g, unsigned from, const UnpackedFloat& x, unsigned width, bool is_signed) {
  const CurrentGates current(g);
  // SymFPU wants two bits at least; one is then what saturates to it.
  if (width == 1) {
    const Word two = float_to_integer(g, from, x, 2, is_signed);
    return {is_signed ? two[1] : g.or_(two[0], two[1])};
  }
  const Layout layout = layout_of(from);
  const Word zero(width, kFalse);
  const auto beyond = [&](const Word& least, const Word& most) {
    return choose(g, x.nan, zero, choose(g, x.sign, least, most));
  };
  if (!is_signed) {
    const Unsigned out(beyond(zero, Unsigned::maxValue(width).word()));
    return symfpu::convertFloatToUBV<Traits>(layout, Traits::RTZ(), number(x), width, out).word();
  }
  const Signed out(beyond(Signed::minValue(width).word(), Signed::maxValue(width).word()));
  return symfpu::convertFloatToSBV<Traits>(layout, Traits::RTZ(), number(x), width, out).word();
}

Lit compare_unpacked(Gates& g, Op op, unsigned width, const UnpackedFloat& x, const UnpackedFloat& y) {
  const CurrentGates current(g);
  const Layout layout = layout_of(width);
  switch (op) {
    case Op::FEq: return symfpu::ieee754Equal<Traits>(layout, number(x), number(y)).lit();
    case Op::FLt: return symfpu::lessThan<Traits>(layout, number(x), number(y)).lit();
    default: return symfpu::lessThanOrEqual<Traits>(layout, number(x), number(y)).lit();  // FLe
  }
}

// As sign and magnitude: the order of the magnitudes is that of the integers, turned around below zero.
Lit compare_packed(Gates& g, Op op, unsigned width, const Word& x, const Word& y) {
  if (width == 80) return compare_packed(g, op, 79, without_integer_bit(g, x), without_integer_bit(g, y));
  const Lit ordered = g.and_(-is_nan_packed(g, width, x), -is_nan_packed(g, width, y));
  const Word p(x.begin(), x.end() - 1), q(y.begin(), y.end() - 1);
  const Lit below_x = x.back(), below_y = y.back(), both_zero = -g.or_(g.or_all(p), g.or_all(q));
  if (op == Op::FEq) {
    return g.and_(ordered, g.or_(both_zero, g.and_(equal(g, p, q), -g.xor_(below_x, below_y))));
  }
  const bool or_equal = op == Op::FLe;
  const Lit same_sign = g.mux(below_x, less_unsigned(g, q, p, or_equal), less_unsigned(g, p, q, or_equal));
  const Lit less = g.mux(g.xor_(below_x, below_y), g.or_(below_x, or_equal ? both_zero : kFalse), same_sign);
  return g.and_(ordered, or_equal ? g.or_(less, both_zero) : g.and_(less, -both_zero));
}

Lit is_nan_packed(Gates& g, unsigned width, const Word& x) {
  if (width == 80) return is_nan_packed(g, 79, without_integer_bit(g, x));
  const std::size_t fraction = width == 79 ? 63 : expr::format_of(width).fraction;
  const std::span<const Lit> all(x);
  return g.and_(g.and_all(all.subspan(fraction, x.size() - 1 - fraction)), g.or_all(all.first(fraction)));
}

}  // namespace forall::solve
