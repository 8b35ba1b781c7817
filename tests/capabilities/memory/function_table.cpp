// capability: a table of functions with a symbolic index
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace function_table {

unsigned twice(unsigned x) { return x * 2; }
unsigned thrice(unsigned x) { return x * 3; }
unsigned square(unsigned x) { return x * x; }
unsigned negated(unsigned x) { return ~x; }
constexpr unsigned (*kOperations[])(unsigned) = {twice, thrice, square, negated};

void Reached(std::uint16_t program, unsigned x) {
  for (int i = 0; i < 4; ++i) x = kOperations[program >> (2 * i) & 3](x);
  if (x == 0x9abcdef1u && program % 4 == 1 && program / 64 % 4 == 3) TARGET();
}
FORALL(FunctionTable, Reached);

void Holds(std::uint8_t program, std::uint8_t x) { REQUIRE(kOperations[program % 2](x) == x * (program % 2 + 2u)); }
HOLDS(FunctionTable);

}  // namespace function_table
