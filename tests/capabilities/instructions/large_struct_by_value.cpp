// capability: large structures by value (byval, sret)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace large_struct_by_value {

struct Matrix {
  int cell[3][3];
};

[[gnu::noinline]] Matrix transposed(Matrix m) {
  Matrix result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result.cell[i][j] = m.cell[j][i];
  return result;
}

void Reached(std::array<int, 9> values) {
  Matrix m;
  std::memcpy(m.cell, values.data(), sizeof m.cell);
  const Matrix t = transposed(m);
  if (t.cell[0][1] == 333 && t.cell[2][0] == -777 && t.cell[1][2] == 0x10203040 && m.cell[2][1] == 0x10203040) TARGET();
}
FORALL(LargeStructByValue, Reached);

void Holds(std::array<std::uint8_t, 9> values) {
  Matrix m;
  for (int i = 0; i < 9; ++i) m.cell[i / 3][i % 3] = values[static_cast<std::size_t>(i)];
  const Matrix t = transposed(transposed(m));
  for (int i = 0; i < 9; ++i) REQUIRE(t.cell[i / 3][i % 3] == m.cell[i / 3][i % 3]);
}
HOLDS(LargeStructByValue);

}  // namespace large_struct_by_value
