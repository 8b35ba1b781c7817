// Names of floating-point operators' parameters.
#pragma once

#include <cstdint>

namespace forall::abi {

// How FRound rounds.
enum class Rounding : std::uint8_t { ToNearestEven, ToNearestAway, TowardZero, Up, Down };

enum class MathFunction : std::uint8_t {
#define FORALL_MATH(name, arity, function) name,
#include "abi/math.def"
#undef FORALL_MATH
};

}  // namespace forall::abi
