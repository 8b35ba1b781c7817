// Printing of floating-point operators.
#include "expr/floating.h"
#include "expr/printer.h"

namespace forall::expr {

namespace {

std::string float_type(unsigned width) {
  return width == 16 ? "_Float16" : width == 32 ? "float" : width == 64 ? "double" : "long double";
}

constexpr const char* kMathNames[] = {
#define FORALL_MATH(name, arity, function) #function,
#include "abi/math.def"
#undef FORALL_MATH
};
constexpr const char* kRoundingNames[] = {"nearbyint", "round", "trunc", "ceil", "floor"};

}  // namespace

void Printer::call(const char* function, std::initializer_list<Expr> arguments) {
  push(")");
  const char* separator = "";
  for (const Expr* e = arguments.end(); e-- != arguments.begin();) {
    if (*separator != 0) push(separator);
    push(*e, kAny, kFloat);
    separator = ", ";
  }
  push(std::string(function).append("("));
}

// A constant comes second, and the comparison is turned around for it.
void Printer::expand_float_order(const Piece& piece) {
  const Node& n = at(piece.e);
  const bool strict = n.op == Op::FLt, turned = pool_.is_constant(n.a);
  const char* symbol = turned ? (strict ? ">" : ">=") : (strict ? "<" : "<=");
  infix(piece, kOrder, turned ? n.b : n.a, symbol, turned ? n.a : n.b, Sign::Either, kFloat);
}

// The sign of a number turned around or cleared, and one whose NaN is made the usual one, which reads as the number.
bool Printer::expand_float_bits(const Piece& piece) {
  const Node& n = at(piece.e);
  if (n.op == Op::Ite && at(n.a).op == Op::FIsNan && at(n.a).a == n.c && pool_.is_constant(n.b)) {
    push(n.c, piece.precedence, kFloat);
    return true;
  }
  if (!is_format(n.width)) return false;
  if (n.op == Op::ZExt && at(n.a).op == Op::Extract) {
    const Node& bits = at(n.a);
    const bool absolute = bits.low == 0 && bits.width + 1 == n.width && at(bits.a).width == n.width;
    if (!absolute || (!piece.style.floating && !is_float(bits.a))) return false;
    call("fabs", {bits.a});
    return true;
  }
  if (n.op != Op::Xor || !pool_.is_constant(n.b) || (!piece.style.floating && !is_float(n.a))) return false;
  if (to_u128(pool_.value(n.b)) != sign_of_float(n.width)) return false;
  open(piece, kUnary);
  push(n.a, kUnary + 1, kFloat);
  push("-");
  return true;
}

void Printer::expand_floating(const Piece& piece) {
  const Node& n = at(piece.e);
  const char* symbol = abi::info(n.op).symbol;
  switch (n.op) {
    case Op::FAdd:
      if (pool_.is_constant(n.b) && (to_u128(pool_.value(n.b)) & sign_of_float(n.width)) != 0) {  // x + -3 is x - 3
        open(piece, kSum);
        push(print_float(n.width, from_u128(to_u128(pool_.value(n.b)) ^ sign_of_float(n.width))));
        push(" - ");
        return push(n.a, kSum, kFloat);
      }
      [[fallthrough]];
    case Op::FSub: return infix(piece, kSum, n.a, symbol, n.b, Sign::Either, kFloat);
    case Op::FMul:
    case Op::FDiv: return infix(piece, kProduct, n.a, symbol, n.b, Sign::Either, kFloat);
    case Op::FEq: return expand_equality(piece, piece.e, false);
    case Op::FLt:
    case Op::FLe: return expand_float_order(piece);
    case Op::FFma: return call(symbol, {n.a, n.b, n.c});
    case Op::FSqrt:
    case Op::FIsNan: return call(symbol, {n.a});
    case Op::FRound: return call(kRoundingNames[n.low], {n.a});
    case Op::FMath1: return call(kMathNames[n.low], {n.a});
    case Op::FMath2: return call(kMathNames[n.low], {n.a, n.b});
    default: break;
  }
  open(piece, kUnary);
  const bool from_integer = n.op == Op::SToF || n.op == Op::UToF;
  if (from_integer) {
    operand(n.a, kUnary, of(n.op == Op::SToF), {});
  } else {
    push(n.a, kUnary, kFloat);
  }
  std::string type = gives_float(n.op) ? float_type(n.width) : type_name(n.width, n.op == Op::FToS);
  if (type.empty()) type = (n.op == Op::FToS ? "int" : "unsigned") + std::to_string(n.width);
  push(std::string("(").append(type).append(")"));
}

}  // namespace forall::expr
