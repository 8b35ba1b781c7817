// Writes expressions as a C++ programmer would: infix, minimal parentheses, negations pushed inwards (`a != b`, `a >
// b`), constants in the signedness of what they are compared with, characters as 'x' beside character inputs, overflow
// checks as `a + b overflows`. What is longer than kMaxPrinted characters is cut and ends in `...`.
#pragma once

#include <cstddef>
#include <string>

#include "expr/pool.h"

namespace forall::expr {

inline constexpr std::size_t kMaxPrinted = 400;

std::string print(const Pool& pool, Expr e);
// The size of a container where e is computed from its pointers, else e. Containers have far fewer elements than their size has
// bits, so it is printed as the size that it is.
Expr plain_size(const Pool& pool, Expr e);
// A value in the notation of its C++ type: 42, -1, 'a', '\n', true, 0x1p.. is not used; 128-bit values in decimal.
std::string print_value(abi::ScalarKind kind, unsigned width, Bits value);
bool is_float_kind(abi::ScalarKind kind);
// A floating-point number with the fewest digits that read back as the same number in its type: "0.5", "1e+300",
// "-0.0", "inf", "-nan", "nan(0x1)" with the bits after the quiet one.
std::string print_float(unsigned width, Bits value);

// What printing an expression needs to know of values.
std::string print_number(unsigned width, Bits value, bool is_signed);
std::string print_hexadecimal(Bits value);
bool is_signed_kind(abi::ScalarKind kind, unsigned width);
bool is_character_kind(abi::ScalarKind kind);

}  // namespace forall::expr
