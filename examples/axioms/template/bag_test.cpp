// proved, assuming what map_tests.cpp says about std::unordered_map: what a Bag<int> does.
#include <gtest/gtest.h>

#include "bag.h"
#include "map_axioms.h"

namespace {

void AddIncrements(int item, int other) {
  Bag<int> bag;
  bag.add(other);
  const int before = bag.multiplicity(item);
  bag.add(item);
  EXPECT_EQ(bag.multiplicity(item), before + 1);
}
FORALL(BagTest, AddIncrements).Using<MapTests>();

void ClearForgets(int item) {
  Bag<int> bag;
  bag.add(item);
  bag.clear(item);
  EXPECT_EQ(bag.multiplicity(item), 0);
}
FORALL(BagTest, ClearForgets).Using<MapTests>();

}  // namespace
