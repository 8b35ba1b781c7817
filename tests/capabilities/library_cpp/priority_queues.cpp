// capability: std::priority_queue
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <queue>

namespace priority_queues {

void Reached(std::array<int, 4> values) {
  std::priority_queue<int> q;
  for (const int x : values) q.push(x);
  const int first = q.top();
  q.pop();
  if (first == 123123123 && q.top() == 321321 && values[2] == first && values[0] == q.top()) TARGET();
}
FORALL(PriorityQueues, Reached);

void Holds(std::array<std::int8_t, 2> values) {
  std::priority_queue<int> q(values.begin(), values.end());
  REQUIRE(q.top() >= values[0] && q.top() >= values[1]);
}
HOLDS(PriorityQueues);

}  // namespace priority_queues
