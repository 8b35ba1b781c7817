// A std::map of 200,000 nodes: filled, searched, and emptied.
#include <map>

#include "rows.h"

unsigned long long rows::map() {
  std::map<int, int> map;
  unsigned state = 1;
  for (int i = 0; i < 200000; ++i) map[static_cast<int>(next_random(state))] += i;
  unsigned long long found = 0;
  for (int i = 0; i < 200000; ++i) found += map.count(i);
  return map.size() + found;
}
