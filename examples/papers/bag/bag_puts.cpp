// proved: three claims about what Bag does, three about what it refuses; "deep" on the code of Hashtable, and "shallow"
// on six axioms about it.
#include <gtest/gtest.h>

#include <stdexcept>

#include "bag_state.h"
#include "hashtable_axioms.h"

namespace {

using Table = Hashtable<int>;
using TableBag = Bag<Table>;

void SetThenGet(Table& table, Object& key, int value) {
  table.set(&key, value);
  EXPECT_TRUE(table.contains_key(&key));
  EXPECT_EQ(table.get(&key), value);
}
void SetKeepsTheOthers(Table& table, Object& key, int value, Object& other) {
  ASSUME(&key != &other);
  const bool is_there = table.contains_key(&other);
  const int before = table.get(&other);
  table.set(&key, value);
  EXPECT_EQ(table.contains_key(&other), is_there);
  EXPECT_EQ(table.get(&other), before);
}
void RemoveForgets(Table& table, Object& key) {
  table.remove(&key);
  EXPECT_FALSE(table.contains_key(&key));
}
void ContainsIsPure(Table& table, Object& key) { table.contains_key(&key); }
void GetIsPure(Table& table, Object& key) { table.get(&key); }
void NullKeyThrows(Table& table) { table.contains_key(nullptr); }
FORALL(HashtableAxiomTest, SetThenGet);
FORALL(HashtableAxiomTest, SetKeepsTheOthers);
FORALL(HashtableAxiomTest, RemoveForgets);
FORALL(HashtableAxiomTest, ContainsIsPure).Pure();
FORALL(HashtableAxiomTest, GetIsPure).Pure();
FORALL(HashtableAxiomTest, NullKeyThrows).Throws<std::invalid_argument>();

// What is in a bag is there once at least, and can be once more.
bool is_sound(const TableBag& bag, const Object& object) {
  const Table& table = FORALL_MEMBER(bag, table_);
  const int times = table.get(&object);
  return !table.contains_key(&object) | ((0 < times) & (times < 1000000));
}

void AddIncrements(TableBag& bag, Object& object) {
  ASSUME(is_sound(bag, object));
  const int before = bag.multiplicity(&object);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&object), before + 1);
}
void AddKeepsTheOthers(TableBag& bag, Object& object, Object& other) {
  ASSUME(&object != &other && is_sound(bag, object));
  const int before = bag.multiplicity(&other);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&other), before);
}
void RemoveDecrements(TableBag& bag, Object& object) {
  ASSUME(is_sound(bag, object));
  const int before = bag.multiplicity(&object);
  bag.remove(&object);
  EXPECT_EQ(bag.multiplicity(&object), before == 0 ? 0 : before - 1);
}
void AddOfNullThrows(TableBag& bag) { bag.add(nullptr); }
void MultiplicityOfNullThrows(TableBag& bag) { bag.multiplicity(nullptr); }
void RemoveOfNullThrows(TableBag& bag) { bag.remove(nullptr); }
FORALL(DeepBagTest, AddIncrements);
FORALL(DeepBagTest, AddKeepsTheOthers);
FORALL(DeepBagTest, RemoveDecrements);
FORALL(DeepBagTest, AddOfNullThrows).Throws<std::invalid_argument>();
FORALL(DeepBagTest, MultiplicityOfNullThrows).Throws<std::invalid_argument>();
FORALL(DeepBagTest, RemoveOfNullThrows).Throws<std::invalid_argument>();

FORALL(ShallowBagTest, AddIncrements);
FORALL(ShallowBagTest, AddKeepsTheOthers);
FORALL(ShallowBagTest, RemoveDecrements);
FORALL(ShallowBagTest, AddOfNullThrows).Throws<std::invalid_argument>();
FORALL(ShallowBagTest, MultiplicityOfNullThrows).Throws<std::invalid_argument>();
FORALL(ShallowBagTest, RemoveOfNullThrows).Throws<std::invalid_argument>();
FORALL_USING(ShallowBagTest, HashtableAxiomTest);

}  // namespace
