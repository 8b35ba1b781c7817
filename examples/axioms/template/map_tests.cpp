// proved, but purity, which is compared through observers: what std::unordered_map does.
#include <gtest/gtest.h>

#include <stdexcept>

#include "map_axioms.h"

namespace {

void NewHasNothing(int key) {
  Map map;
  EXPECT_EQ(map.count(key), 0U);
}
FORALL(MapTests, NewHasNothing);

void AssignThenAt(Map& map, int key, int value) {
  map.insert_or_assign(key, value);
  EXPECT_EQ(map.count(key), 1U);
  EXPECT_EQ(map.at(key), value);
}
FORALL(MapTests, AssignThenAt).WithBounds({.length = 2});

void AssignKeepsTheOthers(Map& map, int key, int value, int other) {
  ASSUME(key != other);
  const auto before = map.count(other);
  map.insert_or_assign(key, value);
  EXPECT_EQ(map.count(other), before);
}
FORALL(MapTests, AssignKeepsTheOthers).WithBounds({.length = 2});

void EraseThenCount(Map& map, int key) {
  map.erase(key);
  EXPECT_EQ(map.count(key), 0U);
}
FORALL(MapTests, EraseThenCount).WithBounds({.length = 2});

void CountIsPure(Map& map, int key) { map.count(key); }
FORALL(MapTests, CountIsPure).WithBounds({.length = 2}).Pure();

void AtIsPure(const Map& map, int key) {
  ASSUME(map.count(key) != 0);
  map.at(key);
}
FORALL(MapTests, AtIsPure).WithBounds({.length = 2}).Pure();

void AtOfNothingThrows(const Map& map, int key) {
  ASSUME(map.count(key) == 0);
  map.at(key);
}
FORALL(MapTests, AtOfNothingThrows).WithBounds({.length = 2}).Throws<std::out_of_range>();

}  // namespace
