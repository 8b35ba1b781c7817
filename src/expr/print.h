// Writes expressions as a C++ programmer would: infix, minimal parentheses, negations pushed inwards (`a != b`, `a >
// b`), constants in the signedness of what they are compared with, characters as 'x' beside character inputs.
#pragma once

#include <string>

#include "expr/pool.h"

namespace forall::expr {

std::string print(const Pool& pool, Expr e);
// A value in the notation of its C++ type: 42, -1, 'a', '\n', true, 0x1p.. is not used; 128-bit values in decimal.
std::string print_value(abi::ScalarKind kind, unsigned width, Bits value);

}  // namespace forall::expr
