// Names of floating-point operators' parameters.
#pragma once

#include <cstdint>

namespace forall::abi {

// Functions that the runtime builds from operators, as the operator of __forall_float1, 2 and 3.
enum class FloatFunction : std::uint8_t {
  Negate = 0x80,
  Absolute,
  CopySign,  // (magnitude, sign)
  Compare,   // the parameter says for which order of the operands it holds: 1 equal, 2 greater, 4 less, 8 unordered
  MinNum,    // of a NaN and a number it is the number
  MaxNum,
  Minimum,  // of a NaN and a number it is the NaN; -0 is less than +0
  Maximum,
  Class,         // (value, mask): is it of one of the classes of llvm.is.fpclass in the mask?
  Canonicalize,  // the value itself, a NaN as a quiet one
};

// The parameter of FSqrt: a call of the C function, which sets errno.
inline constexpr unsigned kSetsErrno = 1;

// How FRound rounds.
enum class Rounding : std::uint8_t { ToNearestEven, ToNearestAway, TowardZero, Up, Down };

enum class MathFunction : std::uint8_t {
#define FORALL_MATH(name, arity, function) name,
#include "abi/math.def"
#undef FORALL_MATH
};

}  // namespace forall::abi
