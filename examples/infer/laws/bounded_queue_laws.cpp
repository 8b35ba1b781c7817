// What a queue of at most four numbers does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../bounded_queue.h"

namespace {

using Queue = BoundedQueue;

void NewHasNothing(bool) { EXPECT_EQ(Queue().size(), 0); }
FORALL(BoundedQueueTruth, NewHasNothing);
void NewIsEmptyAndNotFull(bool) {
  const Queue queue;
  EXPECT_TRUE(queue.is_empty());
  EXPECT_FALSE(queue.is_full());
}
FORALL(BoundedQueueTruth, NewIsEmptyAndNotFull);
void EmptyMeansThatThereIsNothing(const Queue& queue) { EXPECT_EQ(queue.is_empty(), queue.size() == 0); }
FORALL(BoundedQueueTruth, EmptyMeansThatThereIsNothing);
void FullMeansThatThereAreFour(const Queue& queue) { EXPECT_EQ(queue.is_full(), queue.size() == 4); }
FORALL(BoundedQueueTruth, FullMeansThatThereAreFour);
void HoldsNoneToFour(const Queue& queue) {
  EXPECT_GE(queue.size(), 0);
  EXPECT_LE(queue.size(), 4);
}
FORALL(BoundedQueueTruth, HoldsNoneToFour);
void NothingHasNoFront(const Queue& queue) {
  ASSUME(queue.size() == 0);
  queue.front();
}
FORALL(BoundedQueueTruth, NothingHasNoFront).Throws<std::out_of_range>();
void NothingIsOutside(const Queue& queue, int index) {
  ASSUME(index < 0 || index >= queue.size());
  queue.at(index);
}
FORALL(BoundedQueueTruth, NothingIsOutside).Throws<std::out_of_range>();
void FrontIsTheFirst(const Queue& queue) {
  ASSUME(queue.size() > 0);
  EXPECT_EQ(queue.front(), queue.at(0));
}
FORALL(BoundedQueueTruth, FrontIsTheFirst);
void AFullQueueTakesNoMore(Queue& queue, int value) {
  ASSUME(queue.is_full());
  queue.push(value);
}
FORALL(BoundedQueueTruth, AFullQueueTakesNoMore).Throws<std::length_error>();
void PushAddsOne(Queue& queue, int value) {
  ASSUME(!queue.is_full());
  const int size = queue.size();
  queue.push(value);
  EXPECT_EQ(queue.size(), size + 1);
  EXPECT_FALSE(queue.is_empty());
}
FORALL(BoundedQueueTruth, PushAddsOne);
void PushIntoNothingMakesTheFront(Queue& queue, int value) {
  ASSUME(queue.is_empty());
  queue.push(value);
  EXPECT_EQ(queue.front(), value);
}
FORALL(BoundedQueueTruth, PushIntoNothingMakesTheFront);
void PushKeepsTheFront(Queue& queue, int value) {
  ASSUME(!queue.is_empty() && !queue.is_full());
  const int front = queue.front();
  queue.push(value);
  EXPECT_EQ(queue.front(), front);
}
FORALL(BoundedQueueTruth, PushKeepsTheFront);
void PushPutsLast(Queue& queue, int value) {
  ASSUME(!queue.is_full());
  queue.push(value);
  EXPECT_EQ(queue.at(queue.size() - 1), value);
}
FORALL(BoundedQueueTruth, PushPutsLast);
void PushKeepsAll(Queue& queue, int value, int index) {
  ASSUME(!queue.is_full() && index >= 0 && index < queue.size());
  const int before = queue.at(index);
  queue.push(value);
  EXPECT_EQ(queue.at(index), before);
}
FORALL(BoundedQueueTruth, PushKeepsAll);
void NothingCanBeTakenFromNothing(Queue& queue) {
  ASSUME(queue.is_empty());
  queue.pop();
}
FORALL(BoundedQueueTruth, NothingCanBeTakenFromNothing).Throws<std::out_of_range>();
void PopTakesOne(Queue& queue) {
  ASSUME(!queue.is_empty());
  const int size = queue.size();
  queue.pop();
  EXPECT_EQ(queue.size(), size - 1);
  EXPECT_FALSE(queue.is_full());
}
FORALL(BoundedQueueTruth, PopTakesOne);
void PopTakesTheFront(Queue& queue) {
  ASSUME(!queue.is_empty());
  const int front = queue.front();
  EXPECT_EQ(queue.pop(), front);
}
FORALL(BoundedQueueTruth, PopTakesTheFront);
void TheSecondBecomesTheFront(Queue& queue) {
  ASSUME(queue.size() > 1);
  const int second = queue.at(1);
  queue.pop();
  EXPECT_EQ(queue.front(), second);
}
FORALL(BoundedQueueTruth, TheSecondBecomesTheFront);
void PopMovesAllForward(Queue& queue, int index) {
  ASSUME(index >= 0 && index < queue.size() - 1);
  const int next = queue.at(index + 1);
  queue.pop();
  EXPECT_EQ(queue.at(index), next);
}
FORALL(BoundedQueueTruth, PopMovesAllForward);
void ClearLeavesNothing(Queue& queue) {
  queue.clear();
  EXPECT_EQ(queue.size(), 0);
  EXPECT_TRUE(queue.is_empty());
}
FORALL(BoundedQueueTruth, ClearLeavesNothing);
void FirstInFirstOut(Queue& queue, int one, int two) {
  ASSUME(queue.is_empty());
  queue.push(one);
  queue.push(two);
  EXPECT_EQ(queue.pop(), one);
  EXPECT_EQ(queue.pop(), two);
}
FORALL(BoundedQueueTruth, FirstInFirstOut);
void PushAndPopKeepTheSize(Queue& queue, int value) {
  ASSUME(!queue.is_full());
  const int size = queue.size();
  queue.push(value);
  queue.pop();
  EXPECT_EQ(queue.size(), size);
}
FORALL(BoundedQueueTruth, PushAndPopKeepTheSize);
void LookingChangesNothing(const Queue& queue) {
  queue.size();
  queue.is_empty();
  queue.is_full();
}
FORALL(BoundedQueueTruth, LookingChangesNothing).Pure();
void LookingAtTheFrontChangesNothing(const Queue& queue) {
  ASSUME(!queue.is_empty());
  queue.front();
}
FORALL(BoundedQueueTruth, LookingAtTheFrontChangesNothing).Pure();
void LookingAtOneChangesNothing(const Queue& queue, int index) {
  ASSUME(index >= 0 && index < queue.size());
  queue.at(index);
}
FORALL(BoundedQueueTruth, LookingAtOneChangesNothing).Pure();

}  // namespace
