// Single and double are the machine's own: one operation per expression, so that the compiler has nothing to contract,
// and the result of an operation that is a NaN made canonical. Everything else is computed in integers
// (exact_float.cpp). libm is called as the program under test calls it.
#include "expr/floating.h"

#include <math.h>

#include <cstring>
#include <iterator>
#include <string>

#include "base/error.h"

namespace forall::expr {

namespace {

template <typename Float>
Float number(U128 bits) {
  Float x{};
  std::memcpy(&x, &bits, sizeof(Float) < sizeof bits ? sizeof(Float) : sizeof bits);
  return x;
}

template <typename Float>
U128 canonical(Float x, unsigned width) {
  if (x != x) return nan_of(width);
  U128 bits = 0;
  std::memcpy(&bits, &x, sizeof(Float) < sizeof bits ? sizeof(Float) : sizeof bits);
  return bits & mask(width);
}

template <typename Float>
U128 on_machine(Op op, unsigned operand_width, U128 a, U128 b, U128 c) {
  const Float x = number<Float>(a), y = number<Float>(b);
  switch (op) {
    case Op::FAdd: return canonical<Float>(x + y, operand_width);
    case Op::FSub: return canonical<Float>(x - y, operand_width);
    case Op::FMul: return canonical<Float>(x * y, operand_width);
    case Op::FDiv: return canonical<Float>(x / y, operand_width);
    case Op::FFma: return canonical<Float>(static_cast<Float>(__builtin_fma(x, y, number<Float>(c))), operand_width);
    case Op::FSqrt: return canonical<Float>(static_cast<Float>(__builtin_sqrt(x)), operand_width);
    case Op::FEq: return x == y;
    case Op::FLt: return x < y;
    case Op::FLe: return x <= y;
    default: return x != x;  // FIsNan
  }
}

bool is_on_machine(Op op, unsigned operand_width) {
  if (operand_width != 64 && operand_width != 32) return false;
  switch (op) {
    case Op::FFma: return operand_width == 64;  // through double it would round twice
    case Op::FSqrt:                             // which is harmless here: 53 bits are more than twice 24
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FIsNan: return true;
    default: return false;
  }
}

// The format of long double, if it has one of its own.
constexpr unsigned kLongDouble = __LDBL_MANT_DIG__ == 113 ? 128 : __LDBL_MANT_DIG__ == 64 ? 80 : 0;

constexpr unsigned kArities[] = {
#define FORALL_MATH(name, arity, function) arity,
#include "abi/math.def"
#undef FORALL_MATH
};

#define FORALL_CALL_1(function) function(x)
#define FORALL_CALL_2(function) function(x, y)
float math_of(abi::MathFunction f, float x, float y) {
  switch (f) {
#define FORALL_MATH(name, arity, function) \
  case abi::MathFunction::name: return FORALL_CALL_##arity(::function##f);
#include "abi/math.def"
#undef FORALL_MATH
  }
  return x;
}

double math_of(abi::MathFunction f, double x, double y) {
  switch (f) {
#define FORALL_MATH(name, arity, function) \
  case abi::MathFunction::name: return FORALL_CALL_##arity(::function);
#include "abi/math.def"
#undef FORALL_MATH
  }
  return x;
}

long double math_of(abi::MathFunction f, long double x, long double y) {
  switch (f) {
#define FORALL_MATH(name, arity, function) \
  case abi::MathFunction::name: return FORALL_CALL_##arity(::function##l);
#include "abi/math.def"
#undef FORALL_MATH
  }
  return x;
}

template <typename Float>
U128 library(abi::MathFunction function, unsigned width, U128 a, U128 b) {
  return canonical<Float>(math_of(function, number<Float>(a), number<Float>(b)), width);
}

}  // namespace

bool has_math(unsigned width) { return width == 32 || width == 64 || width == kLongDouble; }

U128 apply_math(abi::MathFunction function, unsigned width, U128 a, U128 b) {
  if (width == 32) return library<float>(function, width, a, b);
  if (width == 64) return library<double>(function, width, a, b);
  if (width == kLongDouble) return library<long double>(function, width, a, b);
  throw base::SoundnessError("no function of this machine's libm has " + std::to_string(width) + " bits");
}

U128 apply_floating(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned parameter) {
  if (op == Op::FMath1 || op == Op::FMath2) return apply_math(static_cast<abi::MathFunction>(parameter), width, a, b);
  if (!is_on_machine(op, operand_width)) return apply_exactly(op, width, operand_width, a, b, c, parameter);
  return operand_width == 64 ? on_machine<double>(op, 64, a, b, c) : on_machine<float>(op, 32, a, b, c);
}

const char* floating_error(Op op, unsigned width, unsigned operand_width, unsigned parameter) {
  if (takes_floats(op) && !is_format(operand_width)) return "has an operand whose width is no floating-point format";
  if (gives_float(op) && !is_format(width)) return "has a width that is no floating-point format";
  switch (abi::info(op).result) {
    case abi::ResultWidth::Same:
      if (width != operand_width) return "has another width than its operands";
      break;
    case abi::ResultWidth::Bool:
      if (width != 1) return "is not a truth value";
      break;
    default: break;
  }
  if (!has_parameter(op)) return parameter == 0 ? nullptr : "has a parameter";
  if (op == Op::FRound) {
    return parameter <= static_cast<unsigned>(abi::Rounding::Down) ? nullptr : "has an unknown rounding";
  }
  if (parameter >= std::size(kArities)) return "is an unknown function";
  if (kArities[parameter] != abi::info(op).arity) return "is a function of another number of arguments";
  return has_math(width) ? nullptr : "is a function that this machine's libm does not have";
}

}  // namespace forall::expr
