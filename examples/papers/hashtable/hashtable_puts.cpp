// proved: six claims about what Hashtable does, five about what it refuses
#include <gtest/gtest.h>

#include "hashtable_state.h"

namespace {

using Table = Hashtable<int>;

void NothingContainedInitially(Object& key) {
  const Table table;
  EXPECT_FALSE(table.contains_key(&key));
  EXPECT_EQ(table.count(), 0);
}
FORALL(HashtableTest, NothingContainedInitially);

void SetImpliesContainsAndGet(Table& table, Object& key, int value) {
  table.set(&key, value);
  EXPECT_TRUE(table.contains_key(&key));
  EXPECT_EQ(table.get(&key), value);
  EXPECT_TRUE(table.contains_value(value));
}
FORALL(HashtableTest, SetImpliesContainsAndGet);

void AddKeepsTheOthers(Table& table, Object& key, int value, Object& other) {
  ASSUME(&key != &other);
  ASSUME(!table.contains_key(&key));
  const int before = table.get(&other);
  const int count = table.count();
  table.add(&key, value);
  EXPECT_EQ(table.count(), count + 1);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTest, AddKeepsTheOthers);

void RemoveRemoves(Table& table, Object& key) {
  const int count = table.count();
  const bool was_there = table.contains_key(&key);
  table.remove(&key);
  EXPECT_FALSE(table.contains_key(&key));
  EXPECT_EQ(table.count(), count - (was_there ? 1 : 0));
}
FORALL(HashtableTest, RemoveRemoves);

void AddThenRemoveChangesNothing(Table& table, Object& key, int value, Object& other) {
  ASSUME(!table.contains_key(&key));
  const bool was_there = table.contains_key(&other);
  const int before = table.get(&other);
  table.add(&key, value);
  table.remove(&key);
  EXPECT_EQ(table.contains_key(&other), was_there);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTest, AddThenRemoveChangesNothing);

void NothingContainedAfterClear(Table& table, Object& key, int value) {
  table.clear();
  EXPECT_EQ(table.count(), 0);
  EXPECT_FALSE(table.contains_key(&key));
  EXPECT_FALSE(table.contains_value(value));
}
FORALL(HashtableTest, NothingContainedAfterClear);

void NoBucketsThrows(int capacity) {
  ASSUME(capacity <= 0);
  const Table table(capacity);
}
FORALL(HashtableTest, NoBucketsThrows).Throws<std::invalid_argument>();

void AddOfAPresentKeyThrows(Table& table, Object& key, int value) {
  ASSUME(table.contains_key(&key));
  table.add(&key, value);
}
FORALL(HashtableTest, AddOfAPresentKeyThrows).Throws<std::logic_error>();

void AddOfNullThrows(Table& table, int value) { table.add(nullptr, value); }
FORALL(HashtableTest, AddOfNullThrows).Throws<std::invalid_argument>();

void GetOfNullThrows(const Table& table) { table.get(nullptr); }
FORALL(HashtableTest, GetOfNullThrows).Throws<std::invalid_argument>();

void RemoveOfNullThrows(Table& table) { table.remove(nullptr); }
FORALL(HashtableTest, RemoveOfNullThrows).Throws<std::invalid_argument>();

}  // namespace
