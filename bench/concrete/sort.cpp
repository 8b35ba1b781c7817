// std::sort of 200,000 ints.
#include <algorithm>
#include <vector>

#include "rows.h"

unsigned long long rows::sort() {
  std::vector<int> numbers(200000);
  unsigned state = 1;
  for (int& n : numbers) n = static_cast<int>(next_random(state));
  std::sort(numbers.begin(), numbers.end());
  return static_cast<unsigned>(numbers[numbers.size() / 2]);
}
