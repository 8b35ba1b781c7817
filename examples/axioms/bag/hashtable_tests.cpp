// proved, but purity, which is compared through observers: what a Hashtable does.
#include <gtest/gtest.h>

#include "hashtable_axioms.h"

namespace {

void NewContainsNothing(Object& key) {
  Hashtable table;
  EXPECT_FALSE(table.contains(&key));
}
FORALL(HashtableTests, NewContainsNothing);

void SetThenGet(Hashtable& table, Object& key, int value) {
  table.set(&key, value);
  EXPECT_TRUE(table.contains(&key));
  EXPECT_EQ(table.get(&key), value);
}
FORALL(HashtableTests, SetThenGet);

void ContainsIsPure(Hashtable& table, Object& key) { table.contains(&key); }
FORALL(HashtableTests, ContainsIsPure).Pure();

void GetIsPure(Hashtable& table, Object& key) { table.get(&key); }
FORALL(HashtableTests, GetIsPure).Pure();

void SetKeepsTheOthers(Hashtable& table, Object& key, int value, Object& other) {
  ASSUME(&key != &other);
  const bool is_there = table.contains(&other);
  const int before = table.get(&other);
  table.set(&key, value);
  EXPECT_EQ(table.contains(&other), is_there);
  EXPECT_EQ(table.get(&other), before);
}
FORALL(HashtableTests, SetKeepsTheOthers);

void RemoveThenContainsNot(Hashtable& table, Object& key) {
  table.remove(&key);
  EXPECT_FALSE(table.contains(&key));
}
FORALL(HashtableTests, RemoveThenContainsNot);

void SetThenRemoveIsPure(Hashtable& table, Object& key, int value) {
  ASSUME(!table.contains(&key));
  table.set(&key, value);
  table.remove(&key);
}
FORALL(HashtableTests, SetThenRemoveIsPure).Pure();

void NoNullKey(Hashtable& table) { table.contains(nullptr); }
FORALL(HashtableTests, NoNullKey).Throws<std::invalid_argument>();

}  // namespace
