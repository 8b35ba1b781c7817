// What a stack does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../../papers/stack/stack_state.h"

namespace {

void NewHasNothing(int capacity) {
  ASSUME(0 <= capacity && capacity <= 8);
  const Stack stack(capacity);
  EXPECT_EQ(stack.count(), 0);
}
FORALL(StackTruth, NewHasNothing);
void NoCapacityIsNegative(int capacity) {
  ASSUME(capacity < 0);
  const Stack stack(capacity);
}
FORALL(StackTruth, NoCapacityIsNegative).Throws<std::invalid_argument>();
void CountIsNotNegative(const Stack& stack) { EXPECT_GE(stack.count(), 0); }
FORALL(StackTruth, CountIsNotNegative);
void NothingHasNoTop(const Stack& stack) {
  ASSUME(stack.count() == 0);
  stack.peek();
}
FORALL(StackTruth, NothingHasNoTop).Throws<std::logic_error>();
void PushAddsOne(Stack& stack, Object* object) {
  const int count = stack.count();
  stack.push(object);
  EXPECT_EQ(stack.count(), count + 1);
}
FORALL(StackTruth, PushAddsOne);
void PushPutsOnTop(Stack& stack, Object* object) {
  stack.push(object);
  EXPECT_EQ(stack.peek(), object);
}
FORALL(StackTruth, PushPutsOnTop);
void NothingCanBeTakenFromNothing(Stack& stack) {
  ASSUME(stack.count() == 0);
  stack.pop();
}
FORALL(StackTruth, NothingCanBeTakenFromNothing).Throws<std::logic_error>();
void PopTakesOne(Stack& stack) {
  ASSUME(stack.count() != 0);
  const int count = stack.count();
  stack.pop();
  EXPECT_EQ(stack.count(), count - 1);
}
FORALL(StackTruth, PopTakesOne);
void PopTakesTheTop(Stack& stack) {
  ASSUME(stack.count() != 0);
  const Object* top = stack.peek();
  EXPECT_EQ(stack.pop(), top);
}
FORALL(StackTruth, PopTakesTheTop);
void PopUndoesPush(Stack& stack, Object* object) {
  const int count = stack.count();
  stack.push(object);
  EXPECT_EQ(stack.pop(), object);
  EXPECT_EQ(stack.count(), count);
}
FORALL(StackTruth, PopUndoesPush);
void PopUncoversWhatWasOnTop(Stack& stack, Object* object) {
  ASSUME(stack.count() != 0);
  const Object* top = stack.peek();
  stack.push(object);
  stack.pop();
  EXPECT_EQ(stack.peek(), top);
}
FORALL(StackTruth, PopUncoversWhatWasOnTop);
void LastInFirstOut(Stack& stack, Object* one, Object* two) {
  stack.push(one);
  stack.push(two);
  EXPECT_EQ(stack.pop(), two);
  EXPECT_EQ(stack.pop(), one);
}
FORALL(StackTruth, LastInFirstOut);
void ClearLeavesNothing(Stack& stack) {
  stack.clear();
  EXPECT_EQ(stack.count(), 0);
}
FORALL(StackTruth, ClearLeavesNothing);
void NothingIsOnTopAfterClear(Stack& stack) {
  stack.clear();
  stack.peek();
}
FORALL(StackTruth, NothingIsOnTopAfterClear).Throws<std::logic_error>();
void CountChangesNothing(const Stack& stack) { stack.count(); }
FORALL(StackTruth, CountChangesNothing).Pure();
void PeekChangesNothing(const Stack& stack) {
  ASSUME(stack.count() != 0);
  stack.peek();
}
FORALL(StackTruth, PeekChangesNothing).Pure();

}  // namespace
