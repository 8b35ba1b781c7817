// What a map does, as a person says it who knows std::map; it has room for three entries.
#include <forall/forall.h>

#include <stdexcept>

#include "../small_map.h"

namespace {

using Map = SmallMap;

void NewHasNothing(int key) {
  const Map map;
  EXPECT_EQ(map.size(), 0);
  EXPECT_TRUE(map.empty());
  EXPECT_FALSE(map.contains(key));
  EXPECT_EQ(map.count(key), 0);
}
FORALL(SmallMapTruth, NewHasNothing);
void EmptyMeansThatThereIsNothing(const Map& map) { EXPECT_EQ(map.empty(), map.size() == 0); }
FORALL(SmallMapTruth, EmptyMeansThatThereIsNothing);
void HoldsNoneToThree(const Map& map) {
  EXPECT_GE(map.size(), 0);
  EXPECT_LE(map.size(), 3);
}
FORALL(SmallMapTruth, HoldsNoneToThree);
void CountIsOneOfWhatIsThere(const Map& map, int key) { EXPECT_EQ(map.count(key), map.contains(key) ? 1 : 0); }
FORALL(SmallMapTruth, CountIsOneOfWhatIsThere);
void NothingIsInAnEmptyMap(const Map& map, int key) {
  ASSUME(map.empty());
  EXPECT_FALSE(map.contains(key));
}
FORALL(SmallMapTruth, NothingIsInAnEmptyMap);
void WhatIsNotThereHasNoValue(const Map& map, int key) {
  ASSUME(!map.contains(key));
  map.at(key);
}
FORALL(SmallMapTruth, WhatIsNotThereHasNoValue).Throws<std::out_of_range>();
void InsertOfAKnownKeyDoesNothing(Map& map, int key, int value) {
  ASSUME(map.contains(key));
  const int size = map.size();
  const int before = map.at(key);
  EXPECT_FALSE(map.insert(key, value));
  EXPECT_EQ(map.size(), size);
  EXPECT_EQ(map.at(key), before);
}
FORALL(SmallMapTruth, InsertOfAKnownKeyDoesNothing);
void InsertOfANewKey(Map& map, int key, int value) {
  ASSUME(!map.contains(key) && map.size() < 3);
  const int size = map.size();
  EXPECT_TRUE(map.insert(key, value));
  EXPECT_EQ(map.size(), size + 1);
  EXPECT_EQ(map.at(key), value);
}
FORALL(SmallMapTruth, InsertOfANewKey);
void AFullMapTakesNoNewKey(Map& map, int key, int value) {
  ASSUME(!map.contains(key) && map.size() == 3);
  map.insert(key, value);
}
FORALL(SmallMapTruth, AFullMapTakesNoNewKey).Throws<std::length_error>();
void WhatIsInsertedIsThere(Map& map, int key, int value) {
  ASSUME(map.size() < 3);
  map.insert(key, value);
  EXPECT_TRUE(map.contains(key));
  EXPECT_EQ(map.count(key), 1);
}
FORALL(SmallMapTruth, WhatIsInsertedIsThere);
void InsertKeepsTheOthers(Map& map, int key, int value, int other) {
  ASSUME(map.size() < 3 && other != key);
  const bool is_there = map.contains(other);
  map.insert(key, value);
  EXPECT_EQ(map.contains(other), is_there);
}
FORALL(SmallMapTruth, InsertKeepsTheOthers);
void InsertKeepsTheValuesOfOthers(Map& map, int key, int value, int other) {
  ASSUME(map.size() < 3 && other != key && map.contains(other));
  const int before = map.at(other);
  map.insert(key, value);
  EXPECT_EQ(map.at(other), before);
}
FORALL(SmallMapTruth, InsertKeepsTheValuesOfOthers);
void EraseOfAKnownKey(Map& map, int key) {
  ASSUME(map.contains(key));
  const int size = map.size();
  EXPECT_EQ(map.erase(key), 1);
  EXPECT_EQ(map.size(), size - 1);
}
FORALL(SmallMapTruth, EraseOfAKnownKey);
void EraseOfAnotherKeyDoesNothing(Map& map, int key) {
  ASSUME(!map.contains(key));
  const int size = map.size();
  EXPECT_EQ(map.erase(key), 0);
  EXPECT_EQ(map.size(), size);
}
FORALL(SmallMapTruth, EraseOfAnotherKeyDoesNothing);
void WhatIsErasedIsGone(Map& map, int key) {
  map.erase(key);
  EXPECT_FALSE(map.contains(key));
  EXPECT_EQ(map.count(key), 0);
}
FORALL(SmallMapTruth, WhatIsErasedIsGone);
void EraseKeepsTheOthers(Map& map, int key, int other) {
  ASSUME(other != key);
  const bool is_there = map.contains(other);
  map.erase(key);
  EXPECT_EQ(map.contains(other), is_there);
}
FORALL(SmallMapTruth, EraseKeepsTheOthers);
void EraseKeepsTheValuesOfOthers(Map& map, int key, int other) {
  ASSUME(other != key && map.contains(other));
  const int before = map.at(other);
  map.erase(key);
  EXPECT_EQ(map.at(other), before);
}
FORALL(SmallMapTruth, EraseKeepsTheValuesOfOthers);
void ClearLeavesNothing(Map& map, int key) {
  map.clear();
  EXPECT_EQ(map.size(), 0);
  EXPECT_TRUE(map.empty());
  EXPECT_FALSE(map.contains(key));
}
FORALL(SmallMapTruth, ClearLeavesNothing);
void EraseUndoesInsert(Map& map, int key, int value) {
  ASSUME(!map.contains(key) && map.size() < 3);
  const int size = map.size();
  map.insert(key, value);
  map.erase(key);
  EXPECT_EQ(map.size(), size);
  EXPECT_FALSE(map.contains(key));
}
FORALL(SmallMapTruth, EraseUndoesInsert);
void EraseThenInsertReplaces(Map& map, int key, int value) {
  ASSUME(map.contains(key));
  map.erase(key);
  map.insert(key, value);
  EXPECT_EQ(map.at(key), value);
}
FORALL(SmallMapTruth, EraseThenInsertReplaces);
void InsertsCommute(Map map, int one, int value_one, int two, int value_two) {
  ASSUME(one != two && map.size() < 2);
  Map other = map;
  map.insert(one, value_one);
  map.insert(two, value_two);
  other.insert(two, value_two);
  other.insert(one, value_one);
  EXPECT_EQ(map.size(), other.size());
  EXPECT_EQ(map.at(one), other.at(one));
  EXPECT_EQ(map.at(two), other.at(two));
}
FORALL(SmallMapTruth, InsertsCommute);
void LookingChangesNothing(const Map& map, int key) {
  map.size();
  map.empty();
  map.count(key);
  map.contains(key);
}
FORALL(SmallMapTruth, LookingChangesNothing).Pure();
void AtChangesNothing(const Map& map, int key) {
  ASSUME(map.contains(key));
  map.at(key);
}
FORALL(SmallMapTruth, AtChangesNothing).Pure();

}  // namespace
