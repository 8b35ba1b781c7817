// std::sort of a million ints.
#include <algorithm>
#include <vector>

#include "timing.h"

int main() {
  return report_median(5, [] {
    std::vector<int> numbers(1000000);
    unsigned state = 1;
    for (int& n : numbers) n = static_cast<int>(next_random(state));
    std::sort(numbers.begin(), numbers.end());
    return static_cast<unsigned long long>(static_cast<unsigned>(numbers[numbers.size() / 2]));
  });
}
