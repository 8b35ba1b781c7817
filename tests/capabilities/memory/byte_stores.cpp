// capability: overlapping stores of different sizes at symbolic addresses
// Reached: refuted
#include "../capability.h"

namespace byte_stores {

void Reached(std::uint8_t at, std::uint32_t value) {
  unsigned char buffer[32] = {};
  std::memcpy(buffer + at % 29, &value, 4);
  std::uint16_t seen = 0;
  std::memcpy(&seen, buffer + 17, 2);
  if (seen == 0xa55a && buffer[16] == 0 && buffer[15] == 0x11) TARGET();
  if (seen == 0xa55a && buffer[16] == 0x22 && buffer[15] == 0x11) TARGET();
}
FORALL(ByteStores, Reached);

}  // namespace byte_stores
