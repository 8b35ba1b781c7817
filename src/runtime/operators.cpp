// The operators as the pass calls them.
#include "runtime/calls_abi.h"
#include "runtime/value.h"

using namespace forall::runtime;

extern "C" {

u32 __forall_binary(u32 op_width, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi) {
  if (!g.in_run || (a | b) == 0) return 0;
  const unsigned width = op_width >> 8;
  return binary(static_cast<Op>(op_width & 0xff), operand(a, a_lo, a_hi, width), operand(b, b_lo, b_hi, width)).id;
}

u32 __forall_unary(u32 op_width, u32 a, u32 low) {
  if (!g.in_run || a == 0) return 0;
  const unsigned width = op_width >> 8;
  const Value x = known(a);
  switch (static_cast<Op>(op_width & 0xff)) {
    case Op::Not: return logical_not(x).id;
    case Op::Neg: return negate(x).id;
    case Op::ZExt: return zext(x, width).id;
    case Op::SExt: return sext(x, width).id;
    default: return extract(x, low, width).id;
  }
}

u32 __forall_ite(u32 width, u32 condition, u64 value, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi) {
  if (!g.in_run || (condition | a | b) == 0) return 0;
  return ite(operand(condition, value, 0, 1), operand(a, a_lo, a_hi, width), operand(b, b_lo, b_hi, width)).id;
}

}  // extern "C"
