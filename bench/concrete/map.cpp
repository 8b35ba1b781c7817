// 200,000 inserts in a std::map.
#include <map>

#include "timing.h"

int main() {
  return report_median(5, [] {
    std::map<int, int> map;
    unsigned state = 1;
    for (int i = 0; i < 200000; ++i) map[static_cast<int>(next_random(state))] += i;
    return static_cast<unsigned long long>(map.size());
  });
}
