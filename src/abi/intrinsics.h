// Integer intrinsics of LLVM that the runtime builds from operators.
#pragma once

#include <cstdint>

namespace forall::abi {

enum class Intrinsic : std::uint8_t {
  // intrinsic1
  PopCount,
  LeadingZeros,
  TrailingZeros,
  ByteSwap,
  BitReverse,
  Abs,
  // intrinsic2; the *Overflow ones give a truth value, whether the operation of the given width overflows
  SMin,
  SMax,
  UMin,
  UMax,
  SAddSat,
  UAddSat,
  SSubSat,
  USubSat,
  SAddOverflow,
  UAddOverflow,
  SSubOverflow,
  USubOverflow,
  SMulOverflow,
  UMulOverflow,
  // intrinsic3
  FunnelLeft,
  FunnelRight,
};

}  // namespace forall::abi
