// 200,000 inserts in a std::unordered_map.
#include <unordered_map>

#include "rows.h"

unsigned long long rows::unordered_map() {
  std::unordered_map<int, int> map;
  unsigned state = 1;
  for (int i = 0; i < 200000; ++i) map[static_cast<int>(next_random(state) >> 8)] += i;
  return map.size();
}
