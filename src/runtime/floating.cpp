// Floating-point operators as the pass calls them, and functions built from them.
//
// A node has the result that the machine computed. The expression built here is compared with it: they may differ only
// in the bits of a NaN. Where C++ leaves a result open and compilers differ (on x86-64, the sign of fmin(-0.0, 0.0)), an
// input that nobody sees says which it is.
#include "runtime/floating.h"

#include <cerrno>
#include <cmath>

#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/float_format.h"
#include "runtime/inputs.h"
#include "runtime/promises.h"
#include "runtime/shadow.h"
#include "runtime/trace.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace forall::runtime {

namespace {

using abi::FloatFunction;
using abi::LedgerKind;

// Rounding to nearest, no flushing of subnormal numbers.
bool default_environment() {
#if defined(__x86_64__)
  constexpr unsigned kRoundingAndFlushing = 0xe040;
  unsigned short x87 = 0;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (_mm_getcsr() & kRoundingAndFlushing) == 0 && (x87 & 0x0f00) == 0x0300;
#else
  u64 control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control == 0;
#endif
}

bool gives_nan(Op op) {
  switch (op) {
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FFma:
    case Op::FSqrt:
    case Op::FRound:
    case Op::FCast:
    case Op::FMath1:
    case Op::FMath2: return true;
    default: return false;
  }
}

Value constant(const FloatFormat& f, U128 bits) { return concrete(bits, f.width); }

Value comparison(Op op, Value a, Value b, bool truth) {
  if (!a.symbolic() && !b.symbolic()) return concrete(truth, 1);
  const u32 ia = id_of(a);
  return known(make(op, 1, truth, ia, id_of(b), 0).id);
}

// And, Or and Xor that change at most the sign, so that a NaN stays a NaN.
Value change_sign(Op op, Value a, U128 bits) {
  const U128 result = expr::apply(op, a.width, a.width, a.bits, bits, 0, 0);
  if (!a.symbolic()) return concrete(result, a.width);
  const abi::Node& n = g.nodes[a.id];
  if (op == Op::Xor && n.op == Op::Xor && g.nodes[n.b].op == Op::Const && expr::to_u128(g.nodes[n.b].value) == bits) {
    return node_value(n.a);
  }
  return make(op, a.width, result, a.id, id_of(concrete(bits, a.width)), 0, may_be_nan(a));
}

Value absolute(Value a) { return change_sign(Op::And, a, float_format(a.width).sign() - 1); }

Value copy_sign(Value a, Value b) {
  const FloatFormat f = float_format(a.width);
  const Value magnitude = absolute(a);
  const Value sign = binary(Op::And, b, f.sign());
  if (!sign.symbolic()) return sign.bits == 0 ? magnitude : change_sign(Op::Or, magnitude, f.sign());
  return make(Op::Or, a.width, magnitude.bits | sign.bits, id_of(magnitude), sign.id, 0, may_be_nan(magnitude));
}

Value conjunction(Value a, Value b) { return binary(Op::And, a, b); }
Value disjunction(Value a, Value b) { return binary(Op::Or, a, b); }

// The value itself; for a NaN, the quiet one that the machine computed.
Value canonical(Value a, U128 machine) {
  const FloatFormat f = float_format(a.width);
  const U128 bits = !f.nan(a.bits) ? a.bits : f.nan(machine) ? machine : a.bits | f.quiet();
  if (!a.symbolic()) return concrete(bits, a.width);
  return make(Op::FCast, a.width, bits, a.id, 0, 0, true);
}

// Whether the bit is `set`. For bits that matter only if the value is not a NaN, or are the same in all NaNs.
Value is_bit(Value a, unsigned index, bool set) {
  const Value bit = extract(a, index, 1);
  const bool truth = bit.truth() == set;
  if (!bit.symbolic()) return concrete(truth, 1);
  return make(Op::Eq, 1, truth, bit.id, id_of(concrete(set, 1)), 0);
}

// All NaNs that operators produce are quiet.
Value is_signaling(Value a) { return conjunction(is_nan(a), is_bit(a, float_format(a.width).fraction - 1, false)); }

// Which of two results it is, where C++ leaves that open.
[[maybe_unused]] Value either_result() {
  const InputName name(abi::kEitherResult);
  const U128 bits = chosen_value(name.key, {}, 1);
  return new_input(name, "", abi::ScalarKind::Bool, 1, bits, abi::InputOrigin::Unset);
}

// The minimum or maximum of two equal numbers, which may be -0 and +0: the minimum is negative if one of them is, the
// maximum if both are.
Value of_equals(Value a, Value b, bool least) {
  const Op op = least ? Op::Or : Op::And;
  const U128 bits = least ? a.bits | b.bits : a.bits & b.bits;
  if (!a.symbolic() && !b.symbolic()) return concrete(bits, a.width);
  const u32 ia = id_of(a);
  return make(op, a.width, bits, ia, id_of(b), 0, may_be_nan(a) || may_be_nan(b));
}

Value lesser_or_greater(Value a, Value b, bool least) {
  const Value first = least ? float_less(a, b) : float_less(b, a);
  const Value second = least ? float_less(b, a) : float_less(a, b);
  return ite(first, a, ite(second, b, of_equals(a, b, least)));
}

Value minimum(Value a, Value b, bool least, U128 machine) {
  const Value number = lesser_or_greater(a, b, least);
  return ite(is_nan(a), canonical(a, machine), ite(is_nan(b), canonical(b, machine), number));
}

#if defined(__aarch64__)
// An instruction, which all compilers use.
Value min_num(Value a, Value b, bool least, U128 machine) {
  const Value first = ite(is_signaling(a), canonical(a, machine), canonical(b, machine));
  const Value second = ite(is_signaling(b), canonical(b, machine), a);
  return ite(is_nan(a), first, ite(is_nan(b), second, lesser_or_greater(a, b, least)));
}
#else
// Of zeros of different sign, Clang's instructions give the first and glibc the second; g++ may exchange the operands. A
// signaling NaN is as any other for those instructions, and is the result (quiet) in glibc.
Value min_num(Value a, Value b, bool least, U128 machine) {
  const FloatFormat f = float_format(a.width);
  const Value zeros = conjunction(float_equal(a, constant(f, 0)), float_equal(b, constant(f, 0)));
  const Value signs = binary(Op::Xor, is_bit(a, f.width - 1, true), is_bit(b, f.width - 1, true));
  const Value open = disjunction(disjunction(is_signaling(a), is_signaling(b)), conjunction(zeros, signs));
  const Value as_glibc = open.symbolic() || open.truth() ? either_result() : concrete(0, 1);
  const Value first = ite(conjunction(is_signaling(a), as_glibc), canonical(a, machine), canonical(b, machine));
  const Value second = ite(conjunction(is_signaling(b), as_glibc), canonical(b, machine), a);
  const Value is_first = least ? float_less(a, b) : float_less(b, a);
  const Value is_second = least ? float_less(b, a) : float_less(a, b);
  const Value number = ite(is_first, a, ite(is_second, b, ite(as_glibc, b, a)));
  return ite(is_nan(a), first, ite(is_nan(b), second, number));
}
#endif

Value compare(unsigned holds, Value a, Value b) {
  switch (holds) {
    case 0: return concrete(0, 1);
    case 1: return float_equal(a, b);
    case 2: return float_less(b, a);
    case 3: return float_less_equal(b, a);
    case 4: return float_less(a, b);
    case 5: return float_less_equal(a, b);
    case 6: return disjunction(float_less(a, b), float_less(b, a));
    case 7: {
      const Value nan = is_nan(a);
      return logical_not(a.id == b.id && a.symbolic() ? nan : disjunction(nan, is_nan(b)));
    }
    default: return logical_not(compare(15 - holds, a, b));
  }
}

// One of the classes of llvm.is.fpclass: NaNs in bits 0 and 1, then infinite, normal, subnormal and zero, first
// negative and in falling order of magnitude, then positive in rising order.
Value of_class(Value a, unsigned mask) {
  const FloatFormat f = float_format(a.width);
  const Value size = absolute(a);
  const Value infinite = float_equal(size, constant(f, f.infinity()));
  const Value zero = float_equal(size, constant(f, 0));
  const Value tiny = float_less(size, constant(f, f.least_normal()));
  const Value subnormal = conjunction(tiny, logical_not(zero));
  const Value normal = conjunction(float_less(size, constant(f, f.infinity())), logical_not(tiny));
  const Value classes[] = {infinite, normal, subnormal, zero};
  Value any = (mask & 3) == 3   ? is_nan(a)
              : (mask & 1) != 0 ? is_signaling(a)
              : (mask & 2) != 0 ? conjunction(is_nan(a), logical_not(is_signaling(a)))
                                : concrete(0, 1);
  for (unsigned i = 0; i < 4; ++i) {
    const bool negative = (mask >> (2 + i) & 1) != 0, positive = (mask >> (9 - i) & 1) != 0;
    if (!negative && !positive) continue;
    Value one = classes[i];
    if (negative != positive) {
      // A NaN is in none of these classes, so its sign does not matter.
      one = conjunction(one, is_bit(a, f.width - 1, negative));
    }
    any = disjunction(any, one);
  }
  return any;
}

Value compose(FloatFunction function, unsigned parameter, const Value* operands, U128 machine) {
  const Value a = operands[0];
  switch (function) {
    case FloatFunction::Negate: return change_sign(Op::Xor, a, float_format(a.width).sign());
    case FloatFunction::Absolute: return absolute(a);
    case FloatFunction::CopySign: return copy_sign(a, operands[1]);
    case FloatFunction::Compare: return compare(parameter, a, operands[1]);
    case FloatFunction::MinNum: return min_num(a, operands[1], true, machine);
    case FloatFunction::MaxNum: return min_num(a, operands[1], false, machine);
    case FloatFunction::Minimum: return minimum(a, operands[1], true, machine);
    case FloatFunction::Maximum: return minimum(a, operands[1], false, machine);
    case FloatFunction::Class: return of_class(a, static_cast<unsigned>(operands[1].bits));
    default: return canonical(a, machine);
  }
}

void forget_errno(Op op, unsigned parameter) {
  const bool may_set = op == Op::FMath1 || op == Op::FMath2 || (op == Op::FSqrt && parameter == abi::kSetsErrno);
  if (!may_set) return;
  shadow_poison(&errno, sizeof errno);
  if (op == Op::FMath1 && static_cast<abi::MathFunction>(parameter) == abi::MathFunction::Lgamma) {
    shadow_poison(&signgam, sizeof signgam);
  }
}

Value operation(Op op, unsigned width, unsigned parameter, const Value* operands, unsigned count, U128 machine) {
  u32 ids[3] = {};
  for (unsigned i = 0; i < count; ++i) ids[i] = id_of(operands[i]);
  switch (op) {
    case Op::FToS:
    case Op::FToU:
      machine = float_to_integer(float_format(operands[0].width), operands[0].bits, width, op == Op::FToS);
      break;
    case Op::FRound:
    case Op::FMath1: ids[1] = parameter; break;
    case Op::FMath2: ids[2] = parameter; break;
    default: break;
  }
  forget_errno(op, parameter);
  return make(op, width, machine, ids[0], ids[1], ids[2], gives_nan(op));
}

u32 build(u32 code, Value* operands, unsigned count, U128 machine) {
  bool symbolic = false;
  for (unsigned i = 0; i < count; ++i) symbolic = symbolic || operands[i].symbolic();
  if (!symbolic) return 0;
  if (!default_environment()) {
    add_ledger(LedgerKind::RoundingMode, nullptr, "");
    return 0;
  }
  const unsigned number = code & 0xff, width = code >> 8 & 0xffff, parameter = code >> 24;
  const auto op = static_cast<Op>(number);
  if (op == Op::SToF || op == Op::UToF) operands[0] = exact_bits(operands[0]);
  if (!operands[0].symbolic() && count == 1) return 0;
  const Value result = number >= static_cast<unsigned>(FloatFunction::Negate)
                           ? compose(static_cast<FloatFunction>(number), parameter, operands, machine)
                           : operation(op, width, parameter, operands, count, machine);
  if (!result.symbolic()) return 0;
  const bool nans =
      may_be_nan(result) && float_format(result.width).nan(result.bits) && float_format(result.width).nan(machine);
  if (result.bits == machine || nans) return result.id;
  add_ledger(LedgerKind::UndefinedValue, nullptr, "a floating-point operation");
  return 0;
}

}  // namespace

Value is_nan(Value a) {
  const bool truth = float_format(a.width).nan(a.bits);
  if (!a.symbolic()) return concrete(truth, 1);
  return known(make(Op::FIsNan, 1, truth, a.id, 0, 0).id);
}

Value float_equal(Value a, Value b) {
  return comparison(Op::FEq, a, b, float_equal(float_format(a.width), a.bits, b.bits));
}
Value float_less(Value a, Value b) {
  return comparison(Op::FLt, a, b, float_less(float_format(a.width), a.bits, b.bits));
}
Value float_less_equal(Value a, Value b) {
  const FloatFormat f = float_format(a.width);
  return comparison(Op::FLe, a, b, float_less(f, a.bits, b.bits) || float_equal(f, a.bits, b.bits));
}

Value minimum_or_maximum(Value a, Value b, bool least, U128 machine) {
  if (default_environment()) return min_num(a, b, least, machine);
  add_ledger(LedgerKind::RoundingMode, nullptr, "");
  return concrete(machine, a.width);
}

// Finds the operators whose NaN may be in the value and decides for each that its result is not a NaN. Their marks and
// those of the moves in between are cleared, so that nothing is visited twice.
Value without_nan(Value marked) {
  if (!observing()) return marked;
  if (is_promised(marked)) {
    note_unpromised(marked);
    return plain(marked);
  }
  constexpr unsigned kMost = 64;
  u32 seen[kMost];
  unsigned count = 0;
  bool exact = true;
  const auto see = [&](u32 id) {
    if (id == 0 || g.nodes[id].reserved == 0 || !exact) return;
    if (is_promised(id)) return note_unpromised(node_value(id));
    exact = count < kMost;
    if (!exact) return;
    g.nodes[id].reserved = 0;
    seen[count++] = id;
  };
  see(marked.id);
  for (unsigned i = 0; i < count && exact; ++i) {
    const abi::Node n = g.nodes[seen[i]];
    if (gives_nan(n.op)) {
      exact = !branch_on(is_nan(node_value(seen[i])), nullptr);
    } else {
      if (n.op != Op::Ite) see(n.a);
      if (n.op != Op::Extract) see(n.b);
      see(n.c);
    }
  }
  if (exact) return marked;
  for (unsigned i = 0; i < count; ++i) g.nodes[seen[i]].reserved = 1;
  add_ledger(LedgerKind::NanBits, nullptr, "");
  return concrete(marked.bits, marked.width);
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

u32 __forall_float1(u32 code, u32 a, u64, u64, u64 lo, u64 hi) {
  if (!g.in_run || a == 0) return 0;
  Value operands[] = {known(a)};
  return build(code, operands, 1, forall::expr::to_u128({lo, hi}));
}

u32 __forall_float2(u32 code, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi, u64 lo, u64 hi) {
  if (!g.in_run || (a | b) == 0) return 0;
  const unsigned width = code >> 8 & 0xffff;
  Value operands[] = {operand(a, a_lo, a_hi, width), operand(b, b_lo, b_hi, width)};
  return build(code, operands, 2, forall::expr::to_u128({lo, hi}));
}

u32 __forall_float3(u32 code, u32 a, u64 a_lo, u64 a_hi, u32 b, u64 b_lo, u64 b_hi, u32 c, u64 c_lo, u64 c_hi, u64 lo,
                    u64 hi) {
  if (!g.in_run || (a | b | c) == 0) return 0;
  const unsigned width = code >> 8 & 0xffff;
  Value operands[] = {operand(a, a_lo, a_hi, width), operand(b, b_lo, b_hi, width), operand(c, c_lo, c_hi, width)};
  return build(code, operands, 3, forall::expr::to_u128({lo, hi}));
}

}  // extern "C"
