// capability: an index outside a block of the heap is found
// Reached: refuted by out of bounds
// Holds: proved
#include "../capability.h"

#include <memory>

namespace out_of_bounds_heap {

void Reached(unsigned x) {
  const std::unique_ptr<int[]> block(new int[16]());
  const unsigned index = x >> 8 == 0x123456u ? (x & 31u) : (x & 15u);
  block[index] = 5;
  forall::observe("first", block[0]);
}
FORALL(OutOfBoundsHeap, Reached);

void Holds(std::uint8_t x) {
  const std::unique_ptr<int[]> block(new int[16]());
  block[x % 16] = x;
  REQUIRE(block[x % 16] == x);
}
HOLDS(OutOfBoundsHeap);

}  // namespace out_of_bounds_heap
