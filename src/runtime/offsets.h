// Where in its object a symbolic address can point.
#pragma once

#include "runtime/value.h"

namespace forall::runtime {

// An address as a sum of symbolic terms and a constant, modulo 2^64.
struct Sum {
  static constexpr unsigned kMostTerms = 16;
  Value terms[kMostTerms];
  unsigned count = 0;
  u64 constant = 0;

  Value value() const;  // as one expression
};

// A 64-bit expression as a sum. Terms that were decided on this path are in the constant.
Sum sum_of(u32 id);

// The values in [0, last] that a sum may have: first + i * stride for i < count, and perhaps not all of them. Once the
// sum is known to be one of them, bits of one expression say which:
//
//   sum == first + i * stride    iff    operand >> shift == origin + i    in the lowest ceil(log2(count)) bits
//
// With shift 0 this holds in all bits; with any other shift the operand is the sum itself.
struct Offsets {
  u64 first = 0;
  u64 count = 0;
  u64 stride = 0;
  Value operand;
  unsigned shift = 0;
  u64 origin = 0;
  bool may_leave = false;  // the sum can also be outside of [0, last]

  u64 at(u64 i) const { return first + i * stride; }
};
Offsets offsets_of(const Sum& sum, u64 last);

// Whether the sum, known to be one of them, is the i-th.
Value is_candidate(const Offsets& offsets, u64 i);

}  // namespace forall::runtime
