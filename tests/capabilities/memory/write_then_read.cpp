// capability: values that meet through memory only (histogram)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace write_then_read {

void Reached(std::array<std::uint8_t, 5> text) {
  std::uint8_t count[16] = {};
  for (const auto c : text) ++count[c % 16];
  if (count[text[0] % 16] == 3 && count[text[1] % 16] == 2 && text[0] == 177) TARGET();
}
FORALL(WriteThenRead, Reached);

void Holds(std::array<std::uint8_t, 2> text) {
  std::uint8_t count[16] = {};
  for (const auto c : text) ++count[c % 16];
  REQUIRE(count[text[0] % 16] == (text[0] % 16 == text[1] % 16 ? 2 : 1));
}
HOLDS(WriteThenRead);

}  // namespace write_then_read
