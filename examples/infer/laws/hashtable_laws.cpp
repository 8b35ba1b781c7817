// What a hash table does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../../papers/hashtable/hashtable_state.h"

namespace {

using Table = Hashtable<int>;

void NewHasNothing(Object& key) {
  const Table table;
  EXPECT_EQ(table.count(), 0);
  EXPECT_FALSE(table.contains_key(&key));
}
FORALL(HashtableTruth, NewHasNothing);
void NoTableHasNoBuckets(int capacity) {
  ASSUME(capacity <= 0);
  const Table table(capacity);
}
FORALL(HashtableTruth, NoTableHasNoBuckets).Throws<std::invalid_argument>();
void CountIsNotNegative(const Table& table) { EXPECT_GE(table.count(), 0); }
FORALL(HashtableTruth, CountIsNotNegative);
void NothingIsInAnEmptyTable(const Table& table, Object& key) {
  ASSUME(table.count() == 0);
  EXPECT_FALSE(table.contains_key(&key));
}
FORALL(HashtableTruth, NothingIsInAnEmptyTable);
void NullIsNoKeyToLookUp(const Table& table) { table.contains_key(nullptr); }
FORALL(HashtableTruth, NullIsNoKeyToLookUp).Throws<std::invalid_argument>();
void NullHasNoValue(const Table& table) { table.get(nullptr); }
FORALL(HashtableTruth, NullHasNoValue).Throws<std::invalid_argument>();
void NullIsNoKeyToSet(Table& table, int value) { table.set(nullptr, value); }
FORALL(HashtableTruth, NullIsNoKeyToSet).Throws<std::invalid_argument>();
void NullIsNoKeyToAdd(Table& table, int value) { table.add(nullptr, value); }
FORALL(HashtableTruth, NullIsNoKeyToAdd).Throws<std::invalid_argument>();
void NullIsNoKeyToRemove(Table& table) { table.remove(nullptr); }
FORALL(HashtableTruth, NullIsNoKeyToRemove).Throws<std::invalid_argument>();
void WhatIsNotThereIsZero(const Table& table, Object& key) {
  ASSUME(!table.contains_key(&key));
  EXPECT_EQ(table.get(&key), 0);
}
FORALL(HashtableTruth, WhatIsNotThereIsZero);
void SetStores(Table& table, Object& key, int value) {
  table.set(&key, value);
  EXPECT_TRUE(table.contains_key(&key));
  EXPECT_EQ(table.get(&key), value);
}
FORALL(HashtableTruth, SetStores);
void SetShowsTheValue(Table& table, Object& key, int value) {
  table.set(&key, value);
  EXPECT_TRUE(table.contains_value(value));
}
FORALL(HashtableTruth, SetShowsTheValue);
void SetOfANewKeyAddsOne(Table& table, Object& key, int value) {
  ASSUME(!table.contains_key(&key));
  const int count = table.count();
  table.set(&key, value);
  EXPECT_EQ(table.count(), count + 1);
}
FORALL(HashtableTruth, SetOfANewKeyAddsOne);
void SetOfAKnownKeyAddsNone(Table& table, Object& key, int value) {
  ASSUME(table.contains_key(&key));
  const int count = table.count();
  table.set(&key, value);
  EXPECT_EQ(table.count(), count);
}
FORALL(HashtableTruth, SetOfAKnownKeyAddsNone);
void SetKeepsTheOthers(Table& table, Object& key, int value, Object& other) {
  ASSUME(&key != &other);
  const bool is_there = table.contains_key(&other);
  const int before = table.get(&other);
  table.set(&key, value);
  EXPECT_EQ(table.contains_key(&other), is_there);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTruth, SetKeepsTheOthers);
void AddOfAKnownKeyThrows(Table& table, Object& key, int value) {
  ASSUME(table.contains_key(&key));
  table.add(&key, value);
}
FORALL(HashtableTruth, AddOfAKnownKeyThrows).Throws<std::logic_error>();
void AddStores(Table& table, Object& key, int value) {
  ASSUME(!table.contains_key(&key));
  const int count = table.count();
  table.add(&key, value);
  EXPECT_EQ(table.count(), count + 1);
  EXPECT_EQ(table.get(&key), value);
}
FORALL(HashtableTruth, AddStores);
void AddKeepsTheOthers(Table& table, Object& key, int value, Object& other) {
  ASSUME(&key != &other && !table.contains_key(&key));
  const bool is_there = table.contains_key(&other);
  const int before = table.get(&other);
  table.add(&key, value);
  EXPECT_EQ(table.contains_key(&other), is_there);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTruth, AddKeepsTheOthers);
void WhatIsRemovedIsGone(Table& table, Object& key) {
  table.remove(&key);
  EXPECT_FALSE(table.contains_key(&key));
  EXPECT_EQ(table.get(&key), 0);
}
FORALL(HashtableTruth, WhatIsRemovedIsGone);
void RemoveOfAKnownKeyTakesOne(Table& table, Object& key) {
  ASSUME(table.contains_key(&key));
  const int count = table.count();
  table.remove(&key);
  EXPECT_EQ(table.count(), count - 1);
}
FORALL(HashtableTruth, RemoveOfAKnownKeyTakesOne);
void RemoveOfAnotherKeyTakesNone(Table& table, Object& key) {
  ASSUME(!table.contains_key(&key));
  const int count = table.count();
  table.remove(&key);
  EXPECT_EQ(table.count(), count);
}
FORALL(HashtableTruth, RemoveOfAnotherKeyTakesNone);
void RemoveKeepsTheOthers(Table& table, Object& key, Object& other) {
  ASSUME(&key != &other);
  const bool is_there = table.contains_key(&other);
  const int before = table.get(&other);
  table.remove(&key);
  EXPECT_EQ(table.contains_key(&other), is_there);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTruth, RemoveKeepsTheOthers);
void ClearLeavesNothing(Table& table, Object& key, int value) {
  table.clear();
  EXPECT_EQ(table.count(), 0);
  EXPECT_FALSE(table.contains_key(&key));
  EXPECT_FALSE(table.contains_value(value));
}
FORALL(HashtableTruth, ClearLeavesNothing);
void TheLastValueCounts(Table& table, Object& key, int value, int later) {
  table.set(&key, value);
  table.set(&key, later);
  EXPECT_EQ(table.get(&key), later);
}
FORALL(HashtableTruth, TheLastValueCounts);
void RemoveUndoesAdd(Table& table, Object& key, int value) {
  ASSUME(!table.contains_key(&key));
  const int count = table.count();
  table.add(&key, value);
  table.remove(&key);
  EXPECT_EQ(table.count(), count);
  EXPECT_FALSE(table.contains_key(&key));
}
FORALL(HashtableTruth, RemoveUndoesAdd);
void LookingChangesNothing(const Table& table, Object& key, int value) {
  table.count();
  table.contains_key(&key);
  table.contains_value(value);
  table.get(&key);
}
FORALL(HashtableTruth, LookingChangesNothing).Pure();

}  // namespace
