// What a set of numbers without gaps does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include "../interval_set.h"

namespace {

using Set = IntervalSet;

void EmptyMeansLowAboveHigh(const Set& set) { EXPECT_EQ(set.is_empty(), set.low() > set.high()); }
FORALL(IntervalSetTruth, EmptyMeansLowAboveHigh);
void ContainsWhatIsBetween(const Set& set, int value) {
  EXPECT_EQ(set.contains(value), set.low() <= value && value <= set.high());
}
FORALL(IntervalSetTruth, ContainsWhatIsBetween);
void NothingIsInAnEmptySet(const Set& set, int value) {
  ASSUME(set.is_empty());
  EXPECT_FALSE(set.contains(value));
}
FORALL(IntervalSetTruth, NothingIsInAnEmptySet);
void NewHasNothing(int value) {
  const Set set;
  EXPECT_TRUE(set.is_empty());
  EXPECT_FALSE(set.contains(value));
}
FORALL(IntervalSetTruth, NewHasNothing);
void WhatIsIncludedIsThere(Set& set, int value) {
  set.include(value);
  EXPECT_TRUE(set.contains(value));
}
FORALL(IntervalSetTruth, WhatIsIncludedIsThere);
void IncludeLeavesNoEmptySet(Set& set, int value) {
  set.include(value);
  EXPECT_FALSE(set.is_empty());
}
FORALL(IntervalSetTruth, IncludeLeavesNoEmptySet);
void IncludeIntoNothing(Set& set, int value) {
  ASSUME(set.is_empty());
  set.include(value);
  EXPECT_EQ(set.low(), value);
  EXPECT_EQ(set.high(), value);
}
FORALL(IntervalSetTruth, IncludeIntoNothing);
void IncludeBelow(Set& set, int value) {
  ASSUME(!set.is_empty() && value < set.low());
  const int high = set.high();
  set.include(value);
  EXPECT_EQ(set.low(), value);
  EXPECT_EQ(set.high(), high);
}
FORALL(IntervalSetTruth, IncludeBelow);
void IncludeAbove(Set& set, int value) {
  ASSUME(!set.is_empty() && value > set.high());
  const int low = set.low();
  set.include(value);
  EXPECT_EQ(set.high(), value);
  EXPECT_EQ(set.low(), low);
}
FORALL(IntervalSetTruth, IncludeAbove);
void IncludeOfWhatIsThere(Set& set, int value) {
  ASSUME(set.contains(value));
  const int low = set.low(), high = set.high();
  set.include(value);
  EXPECT_EQ(set.low(), low);
  EXPECT_EQ(set.high(), high);
}
FORALL(IntervalSetTruth, IncludeOfWhatIsThere);
void IncludeLosesNothing(Set& set, int value, int other) {
  ASSUME(set.contains(other));
  set.include(value);
  EXPECT_TRUE(set.contains(other));
}
FORALL(IntervalSetTruth, IncludeLosesNothing);
void IncludeFillsTheGap(Set& set, int value, int between) {
  ASSUME(!set.is_empty() && value <= between && between <= set.low());
  set.include(value);
  EXPECT_TRUE(set.contains(between));
}
FORALL(IntervalSetTruth, IncludeFillsTheGap);
void IncludeTwiceIsOnce(Set& set, int value) {
  set.include(value);
  const int low = set.low(), high = set.high();
  set.include(value);
  EXPECT_EQ(set.low(), low);
  EXPECT_EQ(set.high(), high);
}
FORALL(IntervalSetTruth, IncludeTwiceIsOnce);
void IncludesCommute(Set set, int one, int two) {
  Set other = set;
  set.include(one);
  set.include(two);
  other.include(two);
  other.include(one);
  EXPECT_EQ(set.low(), other.low());
  EXPECT_EQ(set.high(), other.high());
}
FORALL(IntervalSetTruth, IncludesCommute);
void CutTakesWhatIsBelow(Set& set, int value, int other) {
  ASSUME(other < value);
  set.cut_below(value);
  EXPECT_FALSE(set.contains(other));
}
FORALL(IntervalSetTruth, CutTakesWhatIsBelow);
void CutKeepsWhatIsNotBelow(Set& set, int value, int other) {
  ASSUME(other >= value);
  const bool is_there = set.contains(other);
  set.cut_below(value);
  EXPECT_EQ(set.contains(other), is_there);
}
FORALL(IntervalSetTruth, CutKeepsWhatIsNotBelow);
void CutKeepsHigh(Set& set, int value) {
  const int high = set.high();
  set.cut_below(value);
  EXPECT_EQ(set.high(), high);
}
FORALL(IntervalSetTruth, CutKeepsHigh);
void CutRaisesLow(Set& set, int value) {
  const int low = set.low();
  set.cut_below(value);
  EXPECT_EQ(set.low(), value > low ? value : low);
}
FORALL(IntervalSetTruth, CutRaisesLow);
void ClearLeavesNothing(Set& set, int value) {
  set.clear();
  EXPECT_TRUE(set.is_empty());
  EXPECT_FALSE(set.contains(value));
}
FORALL(IntervalSetTruth, ClearLeavesNothing);
void LookingChangesNothing(const Set& set, int value) {
  set.is_empty();
  set.low();
  set.high();
  set.contains(value);
}
FORALL(IntervalSetTruth, LookingChangesNothing).Pure();

}  // namespace
