// proved:  four claims about what Enumerator does, six about what it refuses
// refuted: IterateWithASentinel, by a list that contains itself
#include "enumerator.h"

#include <gtest/gtest.h>

#include "../array_list/array_list_state.h"

namespace {

template <class AnEnumerator>
void expect_iteration(const ArrayList& list) {
  AnEnumerator e(list);
  for (int i = 0; i < list.count(); ++i) {
    ASSERT_TRUE(e.move_next());
    EXPECT_EQ(e.current(), list.get(i));
  }
  EXPECT_FALSE(e.move_next());
}

void Iterate(const ArrayList& list) { expect_iteration<Enumerator>(list); }
void IterateWithASentinel(const ArrayList& list) { expect_iteration<SentinelEnumerator>(list); }
FORALL(EnumeratorTest, Iterate);
FORALL(EnumeratorBug, IterateWithASentinel);

// Moves on as often as it is told, and as it can.
void move(Enumerator& e, int times) {
  for (int i = 0; i < times; ++i) e.move_next();
}

bool may_move(const ArrayList& list, int times) { return (0 <= times) & (times <= list.count()); }

void ResetStartsAnew(const ArrayList& list, int times) {
  ASSUME(may_move(list, times) && list.count() > 0);
  Enumerator e(list);
  move(e, times);
  e.reset();
  ASSERT_TRUE(e.move_next());
  EXPECT_EQ(e.current(), list.get(0));
}
FORALL(EnumeratorTest, ResetStartsAnew);

void StaysAtTheEnd(const ArrayList& list) {
  Enumerator e(list);
  move(e, list.count());
  EXPECT_FALSE(e.move_next());
  EXPECT_FALSE(e.move_next());
}
FORALL(EnumeratorTest, StaysAtTheEnd);

void TwoDoNotDisturbEachOther(const ArrayList& list, int times) {
  ASSUME(may_move(list, times) && times > 0);
  Enumerator one(list);
  Enumerator other(list);
  move(one, times);
  move(other, 1);
  EXPECT_EQ(one.current(), list.get(times - 1));
  EXPECT_EQ(other.current(), list.get(0));
}
FORALL(EnumeratorTest, TwoDoNotDisturbEachOther);

void CurrentBeforeTheFirstThrows(const ArrayList& list) { Enumerator(list).current(); }
FORALL(EnumeratorTest, CurrentBeforeTheFirstThrows).Throws<std::logic_error>();

void CurrentBehindTheLastThrows(const ArrayList& list) {
  Enumerator e(list);
  while (e.move_next()) {
  }
  e.current();
}
FORALL(EnumeratorTest, CurrentBehindTheLastThrows).Throws<std::logic_error>();

void CurrentAfterResetThrows(const ArrayList& list, int times) {
  ASSUME(may_move(list, times));
  Enumerator e(list);
  move(e, times);
  e.reset();
  e.current();
}
FORALL(EnumeratorTest, CurrentAfterResetThrows).Throws<std::logic_error>();

void MoveNextAfterAddThrows(ArrayList& list, int times, Object* value) {
  ASSUME(may_move(list, times));
  Enumerator e(list);
  move(e, times);
  list.add(value);
  e.move_next();
}
FORALL(EnumeratorTest, MoveNextAfterAddThrows).Throws<std::runtime_error>();

void MoveNextAfterRemoveThrows(ArrayList& list, int times, int index) {
  ASSUME(may_move(list, times) && 0 <= index && index < list.count());
  Enumerator e(list);
  move(e, times);
  list.remove_at(index);
  e.move_next();
}
FORALL(EnumeratorTest, MoveNextAfterRemoveThrows).Throws<std::runtime_error>();

void ResetAfterSetThrows(ArrayList& list, int times, int index, Object* value) {
  ASSUME(may_move(list, times) && 0 <= index && index < list.count());
  Enumerator e(list);
  move(e, times);
  list.set(index, value);
  e.reset();
}
FORALL(EnumeratorTest, ResetAfterSetThrows).Throws<std::runtime_error>();

}  // namespace
