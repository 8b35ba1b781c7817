// capability: a table written at a symbolic index
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace table_write {

void Reached(std::uint8_t i, std::uint8_t j, int value) {
  int table[32] = {};
  table[i % 32] = value;
  table[j % 32] ^= 0x111111;
  if (table[21] == 0x765432 && table[7] == 0x111111 && i > 200) TARGET();
}
FORALL(TableWrite, Reached);

void Holds(std::uint8_t i, std::uint8_t j) {
  std::uint8_t table[32] = {};
  table[i % 32] = 1;
  REQUIRE(table[j % 32] == (i % 32 == j % 32 ? 1 : 0));
}
HOLDS(TableWrite);

}  // namespace table_write
