// capability: std::deque and std::stack
// Reached: refuted
#include "../capability.h"

#include <deque>
#include <stack>

namespace deques {

void Reached(std::array<int, 6> values) {
  std::deque<int> d;
  for (const int x : values) {
    if (x % 2 != 0)
      d.push_front(x);
    else
      d.push_back(x);
  }
  std::stack<int> s(d);
  if (d.front() == 10101 && d[1] == 303 && s.top() == 40404 && d[2] == -7) TARGET();
}
FORALL(Deques, Reached);

}  // namespace deques
