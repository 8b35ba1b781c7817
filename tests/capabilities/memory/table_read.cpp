// capability: a table read at a symbolic index, without one path per index
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace table_read {

constexpr auto kTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) table[i] = i * 2654435761u ^ i << 7;
  return table;
}();

void Reached(std::array<std::uint8_t, 2> index) {
  std::uint32_t hash = 0;
  for (const auto i : index) hash = hash * 5 + kTable[i];
  if (hash == kTable[200] * 5 + kTable[3]) TARGET();
}
FORALL(TableRead, Reached);

void Holds(std::uint8_t i) { REQUIRE(kTable[i] == (i * 2654435761u ^ static_cast<std::uint32_t>(i) << 7)); }
HOLDS(TableRead);

}  // namespace table_read
