// Circuits of the operators.
//
//   addition        ripple carry: one xor3 and one majority per bit
//   multiplication  shift and add; by a constant, over its non-adjacent form (x * 255 is (x << 8) - x)
//   division        long division: subtract, and keep the difference where it does not borrow. (Fresh q and r with
//                   q * b + r = a are fewer clauses, but then known operands do not propagate to their quotient.)
//   shifts          barrel: one row of muxes per bit of the amount that can matter
//   comparison      the carry of a subtraction, without its sums
#include "solve/arithmetic.h"

#include <algorithm>

namespace forall::solve {
namespace {

Word inverted(Word a) {
  for (Lit& x : a) x = -x;
  return a;
}

bool all_constant(const Word& a) { return std::all_of(a.begin(), a.end(), is_constant); }

std::size_t constant_bits(const Word& a) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), is_constant));
}

// sum += row << from, modulo the width of sum; sum + ~row + 1 when subtracting.
void accumulate(Gates& g, Word& sum, const Word& row, std::size_t from, bool subtracting) {
  Lit carry = subtracting ? kTrue : kFalse;
  for (std::size_t i = from; i < sum.size(); ++i) {
    const Lit x = sum[i], y = subtracting ? -row[i - from] : row[i - from];
    sum[i] = g.xor3(x, y, carry);
    if (i + 1 < sum.size()) carry = g.majority(x, y, carry);
  }
}

// Non-adjacent form: digits -1, 0 and 1, no two neighbours of them non-zero, hence at most half of them and in the mean
// a third. Runs of ones (masks, -1, 2^k - 1) become two digits. Positive digits go first: added to zero the first is
// free.
Word multiply_by_constant(Gates& g, const Word& a, const Word& constant) {
  const std::size_t width = a.size();
  std::vector<int> digits(width, 0);
  bool carry = false;
  for (std::size_t i = 0; i < width; ++i) {
    const bool bit = constant[i] == kTrue;
    const bool next = i + 1 < width && constant[i + 1] == kTrue;
    // An odd rest: the digit is -1 when the next bit is set too, and the run is paid for by a carry after it.
    if (bit != carry) digits[i] = next ? -1 : 1;
    carry = bit != carry ? next : bit;
  }
  Word sum(width, kFalse);
  for (const int sign : {1, -1}) {
    for (std::size_t i = 0; i < width; ++i) {
      if (digits[i] == sign) accumulate(g, sum, a, i, sign < 0);
    }
  }
  return sum;
}

Word absolute(Gates& g, const Word& a) { return choose(g, a.back(), negate(g, a), a); }

}  // namespace

Word add(Gates& g, const Word& a, const Word& b, Lit carry) {
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = g.xor3(a[i], b[i], carry);
    if (i + 1 < a.size()) carry = g.majority(a[i], b[i], carry);
  }
  return sum;
}

Word negate(Gates& g, const Word& a) { return add(g, inverted(a), Word(a.size(), kFalse), kTrue); }

Word subtract(Gates& g, const Word& a, const Word& b) { return add(g, a, inverted(b), kTrue); }

Word multiply(Gates& g, const Word& a, const Word& b) {
  if (all_constant(b)) return multiply_by_constant(g, a, b);
  if (all_constant(a)) return multiply_by_constant(g, b, a);
  // Rows of the operand with more known bits: a row of a known zero is free.
  const bool swap = constant_bits(a) > constant_bits(b);
  const Word& rows = swap ? a : b;
  const Word& other = swap ? b : a;
  const std::size_t width = a.size();
  Word sum(width, kFalse);
  Word row(width);
  for (std::size_t i = 0; i < width; ++i) {
    if (rows[i] == kFalse) continue;
    for (std::size_t j = 0; i + j < width; ++j) row[j] = g.and_(rows[i], other[j]);
    accumulate(g, sum, row, i, false);
  }
  return sum;
}

// Long division from the top bit of a down. Before the step for bit i the remainder has as many bits as steps were
// made, so only that many low bits of b are subtracted; if b has a higher bit, it does not fit. For b = 0 everything
// fits: the quotient is all ones and the remainder a, as SMT-LIB wants. A divisor that is surely not 0 bounds the
// remainder: the bits above its own are 0 after each step. With a constant divisor this makes the circuit a small
// automaton over the bits of a, which unit propagation runs through.
Division divide_unsigned(Gates& g, const Word& a, const Word& b) {
  const std::size_t width = a.size();
  Word higher(width + 1, kFalse);  // b has a bit at this position or above
  for (std::size_t i = width; i-- > 0;) higher[i] = g.or_(b[i], higher[i + 1]);

  std::size_t divisor_bits = width;
  if (std::find(b.begin(), b.end(), kTrue) != b.end()) {
    while (b[divisor_bits - 1] == kFalse) --divisor_bits;
  }

  Word quotient(width), remainder, difference(width);
  for (std::size_t i = width; i-- > 0;) {
    remainder.insert(remainder.begin(), a[i]);
    const std::size_t bits = remainder.size();
    Lit no_borrow = kTrue;
    for (std::size_t j = 0; j < bits; ++j) {
      difference[j] = g.xor3(remainder[j], -b[j], no_borrow);
      no_borrow = g.majority(remainder[j], -b[j], no_borrow);
    }
    quotient[i] = g.and_(no_borrow, -higher[bits]);
    for (std::size_t j = 0; j < bits; ++j) remainder[j] = g.mux(quotient[i], difference[j], remainder[j]);
    if (remainder.size() > divisor_bits) remainder.resize(divisor_bits);
  }
  remainder.resize(width, kFalse);
  // Implied, but only by the whole circuit: said outright, it spares the search for a remainder that does not exist.
  if (divisor_bits < width) g.require({less_unsigned(g, remainder, b, false)});
  return {quotient, remainder};
}

// Through absolute values. The remainder has the sign of a, and SMT-LIB's division by zero needs no case of its own:
// |a| / 0 is all ones, which negated is 1; |a| % 0 is |a|, which gets back the sign of a.
Division divide_signed(Gates& g, const Word& a, const Word& b) {
  const Division d = divide_unsigned(g, absolute(g, a), absolute(g, b));
  return {choose(g, g.xor_(a.back(), b.back()), negate(g, d.quotient), d.quotient),
          choose(g, a.back(), negate(g, d.remainder), d.remainder)};
}

Word shift(Gates& g, Shift direction, const Word& a, const Word& amount) {
  const std::size_t width = a.size();
  const Lit fill = direction == Shift::ArithmeticRight ? a.back() : kFalse;
  Word result = a;
  std::size_t stage = 0;
  for (; stage < width && (std::size_t{1} << stage) < width; ++stage) {
    const std::size_t distance = std::size_t{1} << stage;
    Word next(width);
    for (std::size_t i = 0; i < width; ++i) {
      Lit from = fill;
      if (direction == Shift::Left) {
        if (i >= distance) from = result[i - distance];
      } else if (i + distance < width) {
        from = result[i + distance];
      }
      next[i] = g.mux(amount[stage], from, result[i]);
    }
    result = std::move(next);
  }
  // Any higher bit of the amount shifts everything out.
  const Lit beyond = g.or_all(std::span(amount).subspan(stage));
  for (Lit& x : result) x = g.mux(beyond, fill, x);
  return result;
}

Lit equal(Gates& g, const Word& a, const Word& b) {
  Word same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) same[i] = -g.xor_(a[i], b[i]);
  return g.and_all(same);
}

// From the lowest bit upwards: a higher bit that differs overrules what the lower ones said.
Lit less_unsigned(Gates& g, const Word& a, const Word& b, bool or_equal) {
  Lit less = or_equal ? kTrue : kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) less = g.majority(-a[i], b[i], less);
  return less;
}

Lit less_signed(Gates& g, const Word& a, const Word& b, bool or_equal) {
  Word x = a, y = b;
  std::swap(x.back(), y.back());  // a set sign bit makes a number smaller
  return less_unsigned(g, x, y, or_equal);
}

Word choose(Gates& g, Lit condition, const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = g.mux(condition, a[i], b[i]);
  return result;
}

}  // namespace forall::solve
