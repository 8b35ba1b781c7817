// Circuits for the bit-vector operators, over gates. Words are least significant bit first; operands of one operator
// have equal widths. SMT-LIB semantics throughout (abi/operators.def).
#pragma once

#include "solve/gates.h"

namespace forall::solve {

Word add(Gates& g, const Word& a, const Word& b, Lit carry);  // a + b + carry, without the carry out
Word negate(Gates& g, const Word& a);
Word subtract(Gates& g, const Word& a, const Word& b);
Word multiply(Gates& g, const Word& a, const Word& b);

struct Division {
  Word quotient;
  Word remainder;
};
Division divide_unsigned(Gates& g, const Word& a, const Word& b);
Division divide_signed(Gates& g, const Word& a, const Word& b);

enum class Shift { Left, LogicalRight, ArithmeticRight };
Word shift(Gates& g, Shift direction, const Word& a, const Word& amount);

Lit equal(Gates& g, const Word& a, const Word& b);
Lit less_unsigned(Gates& g, const Word& a, const Word& b, bool or_equal);
Lit less_signed(Gates& g, const Word& a, const Word& b, bool or_equal);

Word choose(Gates& g, Lit condition, const Word& a, const Word& b);

}  // namespace forall::solve
