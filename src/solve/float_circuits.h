// Circuits for the floating-point operators, over gates.
//
// Between operators a number stays unpacked (classified, with a normalised significand), because packing and unpacking
// cost more than an addition; it is packed only where its bits are used. The 80-bit format is packed with its integer
// bit (expr/floating.h).
#pragma once

#include <span>

#include "abi/operators.h"
#include "solve/gates.h"

namespace forall::solve {

struct UnpackedFloat {
  Lit nan = kFalse, infinite = kFalse, zero = kFalse, sign = kFalse;
  Word exponent;     // signed, without bias
  Word significand;  // its top bit is 1
};

UnpackedFloat unpack(Gates& g, unsigned width, const Word& packed);
Word pack(Gates& g, unsigned width, const UnpackedFloat& x);

// FAdd to FRound, and FCast from `from` to `width` bits.
UnpackedFloat float_operation(Gates& g, abi::Op op, unsigned width, unsigned from, unsigned parameter,
                              std::span<const UnpackedFloat> operands);
UnpackedFloat float_from_integer(Gates& g, unsigned width, const Word& integer, bool is_signed);
Word float_to_integer(Gates& g, unsigned from, const UnpackedFloat& x, unsigned width, bool is_signed);

// FEq, FLt, FLe.
Lit compare_unpacked(Gates& g, abi::Op op, unsigned width, const UnpackedFloat& x, const UnpackedFloat& y);
Lit compare_packed(Gates& g, abi::Op op, unsigned width, const Word& x, const Word& y);
Lit is_nan_packed(Gates& g, unsigned width, const Word& x);

}  // namespace forall::solve
