// 500,000 inserts in a std::unordered_map.
#include <unordered_map>

#include "timing.h"

int main() {
  return report_median(5, [] {
    std::unordered_map<int, int> map;
    unsigned state = 1;
    for (int i = 0; i < 500000; ++i) map[static_cast<int>(next_random(state) >> 8)] += i;
    return static_cast<unsigned long long>(map.size());
  });
}
