// proved: four claims about what Stack does, two about what it refuses
#include <gtest/gtest.h>

#include "stack_state.h"

namespace {

void StartsEmpty(int capacity) {
  ASSUME(0 <= capacity && capacity <= 3);
  EXPECT_EQ(Stack(capacity).count(), 0);
}
FORALL(StackTest, StartsEmpty);

void PushThenPop(Stack& stack, Object* object) {
  const int count = stack.count();
  stack.push(object);
  EXPECT_EQ(stack.count(), count + 1);
  EXPECT_EQ(stack.peek(), object);
  EXPECT_EQ(stack.pop(), object);
  EXPECT_EQ(stack.count(), count);
}
FORALL(StackTest, PushThenPop);

void PushKeepsWhatIsBelow(Stack& stack, Object* object) {
  ASSUME(stack.count() > 0);
  const Object* below = stack.peek();
  stack.push(object);
  stack.pop();
  EXPECT_EQ(stack.peek(), below);
}
FORALL(StackTest, PushKeepsWhatIsBelow);

void ClearEmpties(Stack& stack) {
  stack.clear();
  EXPECT_EQ(stack.count(), 0);
}
FORALL(StackTest, ClearEmpties);

void NegativeCapacityThrows(int capacity) {
  ASSUME(capacity < 0);
  const Stack stack(capacity);
}
FORALL(StackTest, NegativeCapacityThrows).Throws<std::invalid_argument>();

void PopOfAnEmptyStackThrows(Stack& stack) {
  ASSUME(stack.count() == 0);
  stack.pop();
}
FORALL(StackTest, PopOfAnEmptyStackThrows).Throws<std::logic_error>();

}  // namespace
