// The meaning of the floating-point operators, on bit patterns; abi/operators.def has the rules.
#pragma once

#include <optional>

#include "abi/floating.h"
#include "expr/bits.h"

namespace forall::expr {

// An IEEE 754 format with an implicit integer bit: sign, exponent, fraction.
struct Format {
  unsigned exponent;  // bits
  unsigned fraction;  // bits
  constexpr unsigned width() const { return 1 + exponent + fraction; }
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
};

constexpr bool is_format(unsigned width) {
  return width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
}
// The format of this many bits. That of 80 bits has an integer bit of its own and is computed with as 79 bits without.
constexpr Format format_of(unsigned width) {
  return width == 16   ? Format{5, 10}
         : width == 32 ? Format{8, 23}
         : width == 64 ? Format{11, 52}
         : width == 80 ? Format{15, 63}
                       : Format{15, 112};
}
// Every value of the format `narrow` is one of `wide`.
constexpr bool contains(unsigned wide, unsigned narrow) {
  return format_of(wide).exponent >= format_of(narrow).exponent &&
         format_of(wide).fraction >= format_of(narrow).fraction;
}

constexpr bool is_floating(Op op) { return op >= Op::FAdd && op <= Op::FMath2; }
// Operands are floating-point numbers.
constexpr bool takes_floats(Op op) { return is_floating(op) && op != Op::SToF && op != Op::UToF; }
// The result is a floating-point number.
constexpr bool gives_float(Op op) {
  return is_floating(op) && abi::info(op).result != abi::ResultWidth::Bool && op != Op::FToS && op != Op::FToU;
}
constexpr bool has_parameter(Op op) { return op == Op::FRound || op == Op::FMath1 || op == Op::FMath2; }

U128 nan_of(unsigned width);
U128 infinity_of(unsigned width, bool negative);
bool is_nan(U128 x, unsigned width);
constexpr U128 sign_of_float(unsigned width) { return U128{1} << (width - 1); }

// The value of a floating-point node from its operands' values; `parameter` is its abi::Rounding or abi::MathFunction.
// Throws base::SoundnessError for a libm function of a format that this machine's library does not have.
U128 apply_floating(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned parameter);

// One operation of any format in integer arithmetic, without the machine's floating point: what apply_floating does for
// formats that the machine lacks, and the oracle for those that it has. Arithmetic, rounding and conversions.
U128 apply_exactly(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned parameter);

// Can libm compute functions of this format here?
bool has_math(unsigned width);
U128 apply_math(abi::MathFunction function, unsigned width, U128 a, U128 b);

// Any operator.
inline U128 apply_any(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned low) {
  return is_floating(op) ? apply_floating(op, width, operand_width, a, b, c, low)
                         : apply(op, width, operand_width, a, b, c, low);
}

// The widths of an operator's operands and its parameter, as far as they are its own affair; null or what is wrong.
const char* floating_error(Op op, unsigned width, unsigned operand_width, unsigned parameter);

}  // namespace forall::expr
