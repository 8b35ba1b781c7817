// proved, but purity, which is compared through observers: what std::unordered_map does.
#include <gtest/gtest.h>

#include <stdexcept>

#include "map_axioms.h"

namespace {

// What a constant map says: `at` of one that may change is another function, of which these tests say nothing.
int ValueOf(const Map& map, int key) { return map.at(key); }

void NewHasNothing(int key) {
  Map map;
  EXPECT_EQ(map.count(key), 0U);
}
FORALL(MapTests, NewHasNothing);

void WriteThenRead(Map& map, int key, int value) {
  map[key] = value;
  EXPECT_EQ(map.count(key), 1U);
  EXPECT_EQ(ValueOf(map, key), value);
}
FORALL(MapTests, WriteThenRead).WithBounds({.length = 2});

void WriteKeepsTheOthers(Map& map, int key, int value, int other) {
  ASSUME(key != other);
  const auto count = map.count(other);
  const int before = count != 0 ? ValueOf(map, other) : 0;
  map[key] = value;
  EXPECT_EQ(map.count(other), count);
  if (count != 0) {
    EXPECT_EQ(ValueOf(map, other), before);
  }
}
FORALL(MapTests, WriteKeepsTheOthers).WithBounds({.length = 2});

void EraseThenCount(Map& map, int key) {
  map.erase(key);
  EXPECT_EQ(map.count(key), 0U);
}
FORALL(MapTests, EraseThenCount).WithBounds({.length = 2});

void CountIsPure(Map& map, int key) { map.count(key); }
FORALL(MapTests, CountIsPure).WithBounds({.length = 2}).Pure();

void AtIsPure(const Map& map, int key) {
  ASSUME(map.count(key) != 0);
  ValueOf(map, key);
}
FORALL(MapTests, AtIsPure).WithBounds({.length = 2}).Pure();

void AtOfNothingThrows(const Map& map, int key) {
  ASSUME(map.count(key) == 0);
  ValueOf(map, key);
}
FORALL(MapTests, AtOfNothingThrows).WithBounds({.length = 2}).Throws<std::out_of_range>();

}  // namespace
