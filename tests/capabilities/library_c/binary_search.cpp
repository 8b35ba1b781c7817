// capability: bsearch with a symbolic key
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace binary_search {

int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) < *static_cast<const int*>(b)   ? -1
         : *static_cast<const int*>(a) > *static_cast<const int*>(b) ? 1
                                                                     : 0;
}
constexpr int kPrimes[] = {2, 1009, 10007, 100003, 1000003, 10000019, 100000007};

void Reached(int key) {
  const void* found = std::bsearch(&key, kPrimes, 7, sizeof(int), compare);
  if (found == &kPrimes[5]) TARGET();
}
FORALL(BinarySearch, Reached);

void Holds(std::uint16_t key) {
  const int wanted = key;
  REQUIRE((std::bsearch(&wanted, kPrimes, 7, sizeof(int), compare) != nullptr) ==
          (key == 2 || key == 1009 || key == 10007));
}
HOLDS(BinarySearch);

}  // namespace binary_search
