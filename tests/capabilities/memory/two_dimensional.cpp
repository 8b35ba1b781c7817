// capability: two-dimensional arrays with two symbolic indices
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace two_dimensional {

void Reached(std::uint8_t i, std::uint8_t j, std::int16_t value) {
  std::int16_t grid[8][16] = {};
  grid[i % 8][j % 16] = value;
  if (grid[6][11] == -31000 && i > 200) TARGET();
}
FORALL(TwoDimensional, Reached);

void Holds(std::uint8_t i, std::uint8_t j) {
  std::uint8_t grid[4][4] = {};
  grid[i % 4][j % 4] = 1;
  int sum = 0;
  for (const auto& row : grid)
    for (const auto cell : row) sum += cell;
  REQUIRE(sum == 1 && grid[i % 4][j % 4] == 1);
}
HOLDS(TwoDimensional);

}  // namespace two_dimensional
