// proved, assuming what hashtable_tests.cpp says about Hashtable: what a Bag does and what it refuses.
#include <gtest/gtest.h>

#include "bag.h"
#include "hashtable_axioms.h"

FORALL_STATE(Bag, table_);

namespace {

// Whatever is in a bag is there at least once, and not too often.
bool IsSound(const Bag& bag, const Object& object) {
  const Hashtable& table = FORALL_MEMBER(bag, table_);
  return !table.contains(&object) || (0 < table.get(&object) && table.get(&object) < 1000000);
}

void AddIncrements(Bag& bag, Object& object) {
  ASSUME(IsSound(bag, object));
  const int before = bag.multiplicity(&object);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&object), before + 1);
}
FORALL(BagTest, AddIncrements);

void AddKeepsTheOthers(Bag& bag, Object& object, Object& other) {
  ASSUME(&object != &other && IsSound(bag, object));
  const int before = bag.multiplicity(&other);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&other), before);
}
FORALL(BagTest, AddKeepsTheOthers);

void RemoveDecrements(Bag& bag, Object& object) {
  ASSUME(IsSound(bag, object));
  const int before = bag.multiplicity(&object);
  bag.remove(&object);
  EXPECT_EQ(bag.multiplicity(&object), before == 0 ? 0 : before - 1);
}
FORALL(BagTest, RemoveDecrements);

void AddOfNullThrows(Bag& bag) { bag.add(nullptr); }
FORALL(BagTest, AddOfNullThrows).Throws<std::invalid_argument>();

void MultiplicityOfNullThrows(Bag& bag) { bag.multiplicity(nullptr); }
FORALL(BagTest, MultiplicityOfNullThrows).Throws<std::invalid_argument>();

void RemoveOfNullThrows(Bag& bag) { bag.remove(nullptr); }
FORALL(BagTest, RemoveOfNullThrows).Throws<std::invalid_argument>();

}  // namespace

FORALL_USING(BagTest, HashtableTests);
