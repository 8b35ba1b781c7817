// proved:  eight claims about what ArrayList does, four about what it refuses
// refuted: SetCapacityAsIn11, by a list of capacity 0 whose capacity is set to 0
#include <gtest/gtest.h>

#include "array_list_state.h"

namespace {

constexpr int kMostCapacity = 2 * kMostItems;

bool has(const ArrayList& list, int index) { return (0 <= index) & (index < list.count()); }

void StartsEmpty(int capacity) {
  ASSUME(0 <= capacity && capacity <= kMostCapacity);
  const ArrayList list(capacity);
  EXPECT_EQ(list.count(), 0);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTest, StartsEmpty);

void AddThenGet(ArrayList& list, Object* value) {
  const int last = list.count();
  list.add(value);
  EXPECT_EQ(list.get(last), value);
  EXPECT_EQ(list.count(), last + 1);
}
FORALL(ArrayListTest, AddThenGet);

void AddKeepsTheOthers(ArrayList& list, Object* value, int other) {
  ASSUME(has(list, other));
  const Object* before = list.get(other);
  list.add(value);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTest, AddKeepsTheOthers);

void SetThenGet(ArrayList& list, int index, Object* value, int other) {
  ASSUME(has(list, index) && has(list, other));
  const Object* before = list.get(other);
  list.set(index, value);
  EXPECT_EQ(list.get(other), other == index ? value : before);
}
FORALL(ArrayListTest, SetThenGet);

void InsertMovesWhatIsBehind(ArrayList& list, int index, Object* value, int other) {
  ASSUME(0 <= index && index <= list.count() && has(list, other));
  const Object* before = list.get(other);
  list.insert(index, value);
  EXPECT_EQ(list.get(index), value);
  EXPECT_EQ(list.get(other < index ? other : other + 1), before);
}
FORALL(ArrayListTest, InsertMovesWhatIsBehind);

void RemoveAtUndoesInsert(ArrayList& list, int index, Object* value) {
  ASSUME(0 <= index && index <= list.count());
  const int first = list.index_of(value);
  const int count = list.count();
  list.insert(index, value);
  list.remove_at(index);
  EXPECT_EQ(list.count(), count);
  EXPECT_EQ(list.index_of(value), first);
}
FORALL(ArrayListTest, RemoveAtUndoesInsert);

void IndexOfFindsTheFirst(ArrayList& list, Object* value, int other) {
  ASSUME(has(list, other));
  const int index = list.index_of(value);
  EXPECT_TRUE(index == -1 || list.get(index) == value);
  EXPECT_TRUE((index != -1 && index <= other) || list.get(other) != value);
}
FORALL(ArrayListTest, IndexOfFindsTheFirst);

template <class SetCapacity>
void expect_capacity_is_set(ArrayList& list, int capacity, SetCapacity set_capacity) {
  ASSUME(list.count() <= capacity && capacity <= kMostCapacity);
  (list.*set_capacity)(capacity);
  EXPECT_EQ(list.capacity(), capacity == 0 ? ArrayList::kDefaultCapacity : capacity);
}

void SetCapacity(ArrayList& list, int capacity) { expect_capacity_is_set(list, capacity, &ArrayList::set_capacity); }
void SetCapacityAsIn11(ArrayList& list, int capacity) {
  expect_capacity_is_set(list, capacity, &ArrayList::set_capacity_1_1);
}
FORALL(ArrayListTest, SetCapacity);
FORALL(ArrayListBug, SetCapacityAsIn11);

void NegativeCapacityThrows(int capacity) {
  ASSUME(capacity < 0);
  const ArrayList list(capacity);
}
FORALL(ArrayListTest, NegativeCapacityThrows).Throws<std::invalid_argument>();

void CapacityBelowTheCountThrows(ArrayList& list, int capacity) {
  ASSUME(capacity < list.count());
  list.set_capacity(capacity);
}
FORALL(ArrayListTest, CapacityBelowTheCountThrows).Throws<std::invalid_argument>();

void GetOutsideThrows(ArrayList& list, int index) {
  ASSUME(!has(list, index));
  list.get(index);
}
FORALL(ArrayListTest, GetOutsideThrows).Throws<std::out_of_range>();

void RemoveAtOutsideThrows(ArrayList& list, int index) {
  ASSUME(!has(list, index));
  list.remove_at(index);
}
FORALL(ArrayListTest, RemoveAtOutsideThrows).Throws<std::out_of_range>();

}  // namespace
