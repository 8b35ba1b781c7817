// proved, but purity, which is compared through observers: what a Queue does.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "queue_axioms.h"

namespace {

// A queue that has seen up to three pushes and as many pops.
Queue MakeQueue(std::array<int, 3> values, unsigned pushes, unsigned pops) {
  Queue queue;
  for (unsigned i = 0; i < pushes && i < values.size(); ++i) queue.push(values[i]);
  for (unsigned i = 0; i < pops && !queue.empty(); ++i) queue.pop();
  return queue;
}

}  // namespace

FORALL_FACTORY(Queue, MakeQueue);

namespace {

void NewIsEmpty() {
  Queue queue;
  EXPECT_TRUE(queue.empty());
}
FORALL(QueueTests, NewIsEmpty);

void PushThenFront(Queue& queue, int value) {
  const bool was_empty = queue.empty();
  const int before = was_empty ? value : queue.front();
  queue.push(value);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.front(), before);
}
FORALL(QueueTests, PushThenFront);

void PopNeedsAValue(Queue& queue) {
  ASSUME(!queue.empty());
  queue.pop();
}
FORALL(QueueTests, PopNeedsAValue);

void PushThenPopIsPure(Queue& queue, int value) {
  ASSUME(queue.empty());
  queue.push(value);
  queue.pop();
}
FORALL(QueueTests, PushThenPopIsPure).Pure();

void EmptyIsPure(Queue& queue) { queue.empty(); }
FORALL(QueueTests, EmptyIsPure).Pure();

void FrontIsPure(Queue& queue) {
  ASSUME(!queue.empty());
  queue.front();
}
FORALL(QueueTests, FrontIsPure).Pure();

void FrontOfEmptyThrows(Queue& queue) {
  ASSUME(queue.empty());
  queue.front();
}
FORALL(QueueTests, FrontOfEmptyThrows).Throws<std::out_of_range>();

}  // namespace
