#include "expr/print.h"

namespace forall::expr {

std::string print_value(abi::ScalarKind, unsigned width, Bits value) {
  U128 v = to_u128(value) & mask(width);
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(v % 10)));
  while ((v /= 10) != 0);
  return digits;
}

std::string print(const Pool& pool, Expr e) {
  const Node& n = pool[e];
  if (n.op == Op::Const) return print_value(abi::ScalarKind::Int, n.width, n.value);
  if (n.op == Op::Input) return pool.variables()[n.low].name;
  std::string text = abi::info(n.op).name;
  for (const Expr operand : {n.a, n.b, n.c}) {
    if (operand) text.append(" e").append(std::to_string(operand.id));
  }
  return text;
}

}  // namespace forall::expr
