// What a list in an array does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../../papers/array_list/array_list_state.h"

namespace {

using List = ArrayList;

void NewHasNothing(bool) {
  const List list;
  EXPECT_EQ(list.count(), 0);
}
FORALL(ArrayListTruth, NewHasNothing);
void NewHasItsCapacity(int capacity) {
  ASSUME(0 <= capacity && capacity <= 8);
  const List list(capacity);
  EXPECT_EQ(list.count(), 0);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTruth, NewHasItsCapacity);
void NoCapacityIsNegative(int capacity) {
  ASSUME(capacity < 0);
  const List list(capacity);
}
FORALL(ArrayListTruth, NoCapacityIsNegative).Throws<std::invalid_argument>();
void CountIsNotNegative(const List& list) { EXPECT_GE(list.count(), 0); }
FORALL(ArrayListTruth, CountIsNotNegative);
void CapacitySuffices(const List& list) { EXPECT_LE(list.count(), list.capacity()); }
FORALL(ArrayListTruth, CapacitySuffices);
void NothingIsOutside(const List& list, int index) {
  ASSUME(index < 0 || index >= list.count());
  list.get(index);
}
FORALL(ArrayListTruth, NothingIsOutside).Throws<std::out_of_range>();
void NothingIsSetOutside(List& list, int index, Object* value) {
  ASSUME(index < 0 || index >= list.count());
  list.set(index, value);
}
FORALL(ArrayListTruth, NothingIsSetOutside).Throws<std::out_of_range>();
void SetThenGet(List& list, int index, Object* value) {
  ASSUME(0 <= index && index < list.count());
  list.set(index, value);
  EXPECT_EQ(list.get(index), value);
}
FORALL(ArrayListTruth, SetThenGet);
void SetKeepsTheOthers(List& list, int index, Object* value, int other) {
  ASSUME(0 <= index && index < list.count() && 0 <= other && other < list.count() && other != index);
  const Object* before = list.get(other);
  list.set(index, value);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTruth, SetKeepsTheOthers);
void SetKeepsTheCount(List& list, int index, Object* value) {
  ASSUME(0 <= index && index < list.count());
  const int count = list.count(), capacity = list.capacity();
  list.set(index, value);
  EXPECT_EQ(list.count(), count);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTruth, SetKeepsTheCount);
void AddAddsOne(List& list, Object* value) {
  const int count = list.count();
  list.add(value);
  EXPECT_EQ(list.count(), count + 1);
}
FORALL(ArrayListTruth, AddAddsOne);
void AddPutsLast(List& list, Object* value) {
  list.add(value);
  EXPECT_EQ(list.get(list.count() - 1), value);
}
FORALL(ArrayListTruth, AddPutsLast);
void AddKeepsTheOthers(List& list, Object* value, int other) {
  ASSUME(0 <= other && other < list.count());
  const Object* before = list.get(other);
  list.add(value);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTruth, AddKeepsTheOthers);
void AddWithRoomKeepsTheCapacity(List& list, Object* value) {
  ASSUME(list.count() < list.capacity());
  const int capacity = list.capacity();
  list.add(value);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTruth, AddWithRoomKeepsTheCapacity);
void AddWithoutRoomMakesRoom(List& list, Object* value) {
  ASSUME(list.count() == list.capacity());
  const int capacity = list.capacity();
  list.add(value);
  EXPECT_GT(list.capacity(), capacity);
}
FORALL(ArrayListTruth, AddWithoutRoomMakesRoom);
void NothingIsInsertedOutside(List& list, int index, Object* value) {
  ASSUME(index < 0 || index > list.count());
  list.insert(index, value);
}
FORALL(ArrayListTruth, NothingIsInsertedOutside).Throws<std::out_of_range>();
void InsertAddsOne(List& list, int index, Object* value) {
  ASSUME(0 <= index && index <= list.count());
  const int count = list.count();
  list.insert(index, value);
  EXPECT_EQ(list.count(), count + 1);
}
FORALL(ArrayListTruth, InsertAddsOne);
void InsertThenGet(List& list, int index, Object* value) {
  ASSUME(0 <= index && index <= list.count());
  list.insert(index, value);
  EXPECT_EQ(list.get(index), value);
}
FORALL(ArrayListTruth, InsertThenGet);
void InsertKeepsWhatIsBefore(List& list, int index, Object* value, int other) {
  ASSUME(0 <= other && other < index && index <= list.count());
  const Object* before = list.get(other);
  list.insert(index, value);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTruth, InsertKeepsWhatIsBefore);
void InsertMovesWhatIsBehind(List& list, int index, Object* value, int other) {
  ASSUME(0 <= index && index <= other && other < list.count());
  const Object* before = list.get(other);
  list.insert(index, value);
  EXPECT_EQ(list.get(other + 1), before);
}
FORALL(ArrayListTruth, InsertMovesWhatIsBehind);
void NothingIsRemovedOutside(List& list, int index) {
  ASSUME(index < 0 || index >= list.count());
  list.remove_at(index);
}
FORALL(ArrayListTruth, NothingIsRemovedOutside).Throws<std::out_of_range>();
void RemoveTakesOne(List& list, int index) {
  ASSUME(0 <= index && index < list.count());
  const int count = list.count(), capacity = list.capacity();
  list.remove_at(index);
  EXPECT_EQ(list.count(), count - 1);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTruth, RemoveTakesOne);
void RemoveKeepsWhatIsBefore(List& list, int index, int other) {
  ASSUME(0 <= other && other < index && index < list.count());
  const Object* before = list.get(other);
  list.remove_at(index);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTruth, RemoveKeepsWhatIsBefore);
void RemoveMovesWhatIsBehind(List& list, int index, int other) {
  ASSUME(0 <= index && index < other && other < list.count());
  const Object* before = list.get(other);
  list.remove_at(index);
  EXPECT_EQ(list.get(other - 1), before);
}
FORALL(ArrayListTruth, RemoveMovesWhatIsBehind);
void RemoveUndoesInsert(List& list, int index, Object* value, int other) {
  ASSUME(0 <= index && index <= list.count() && 0 <= other && other < list.count());
  const Object* before = list.get(other);
  const int count = list.count();
  list.insert(index, value);
  list.remove_at(index);
  EXPECT_EQ(list.count(), count);
  EXPECT_EQ(list.get(other), before);
}
FORALL(ArrayListTruth, RemoveUndoesInsert);
void EachChangeIsCounted(List& list, Object* value) {
  const unsigned version = list.version();
  list.add(value);
  EXPECT_EQ(list.version(), version + 1);
}
FORALL(ArrayListTruth, EachChangeIsCounted);
void IndexIsAPlaceOrMinusOne(const List& list, Object* value) {
  const int index = list.index_of(value);
  EXPECT_GE(index, -1);
  EXPECT_LT(index, list.count());
}
FORALL(ArrayListTruth, IndexIsAPlaceOrMinusOne);
void TheValueIsAtItsIndex(const List& list, Object* value) {
  const int index = list.index_of(value);
  ASSUME(index >= 0);
  EXPECT_EQ(list.get(index), value);
}
FORALL(ArrayListTruth, TheValueIsAtItsIndex);
void TheIndexOfANewValueIsTheLast(List& list, Object* value) {
  ASSUME(list.index_of(value) == -1);
  const int count = list.count();
  list.add(value);
  EXPECT_EQ(list.index_of(value), count);
}
FORALL(ArrayListTruth, TheIndexOfANewValueIsTheLast);
void AddKeepsTheIndexOfWhatIsThere(List& list, Object* value, Object* other) {
  ASSUME(list.index_of(other) >= 0);
  const int before = list.index_of(other);
  list.add(value);
  EXPECT_EQ(list.index_of(other), before);
}
FORALL(ArrayListTruth, AddKeepsTheIndexOfWhatIsThere);
void NoCapacityIsBelowTheCount(List& list, int capacity) {
  ASSUME(capacity < list.count() && capacity != 0);
  list.set_capacity(capacity);
}
FORALL(ArrayListTruth, NoCapacityIsBelowTheCount).Throws<std::invalid_argument>();
void SetCapacitySetsTheCapacity(List& list, int capacity) {
  ASSUME(capacity >= list.count() && 0 < capacity && capacity <= 8);
  list.set_capacity(capacity);
  EXPECT_EQ(list.capacity(), capacity);
}
FORALL(ArrayListTruth, SetCapacitySetsTheCapacity);
void SetCapacityKeepsAll(List& list, int capacity, int index) {
  ASSUME(capacity >= list.count() && capacity <= 8 && 0 <= index && index < list.count());
  const int count = list.count();
  const Object* before = list.get(index);
  list.set_capacity(capacity);
  EXPECT_EQ(list.count(), count);
  EXPECT_EQ(list.get(index), before);
}
FORALL(ArrayListTruth, SetCapacityKeepsAll);
void ZeroStandsForTheDefaultCapacity(List& list) {
  ASSUME(list.count() == 0);
  list.set_capacity(0);
  EXPECT_EQ(list.capacity(), 16);
}
FORALL(ArrayListTruth, ZeroStandsForTheDefaultCapacity);
void LookingChangesNothing(const List& list, Object* value) {
  list.count();
  list.capacity();
  list.version();
  list.index_of(value);
}
FORALL(ArrayListTruth, LookingChangesNothing).Pure();
void GetChangesNothing(const List& list, int index) {
  ASSUME(0 <= index && index < list.count());
  list.get(index);
}
FORALL(ArrayListTruth, GetChangesNothing).Pure();

}  // namespace
