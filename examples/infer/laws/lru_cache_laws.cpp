// What a cache of two entries does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../lru_cache.h"

namespace {

using Cache = LruCache;

void NewHasNothing(int key) {
  const Cache cache;
  EXPECT_EQ(cache.size(), 0);
  EXPECT_FALSE(cache.contains(key));
}
FORALL(LruCacheTruth, NewHasNothing);
void HoldsNoneToTwo(const Cache& cache) {
  EXPECT_GE(cache.size(), 0);
  EXPECT_LE(cache.size(), 2);
}
FORALL(LruCacheTruth, HoldsNoneToTwo);
void WhatIsNotThereHasNoValue(const Cache& cache, int key) {
  ASSUME(!cache.contains(key));
  cache.peek(key);
}
FORALL(LruCacheTruth, WhatIsNotThereHasNoValue).Throws<std::out_of_range>();
void WhatIsThereHasAValue(const Cache& cache, int key) {
  ASSUME(cache.contains(key));
  EXPECT_EQ(cache.peek(key), cache.peek(key));
}
FORALL(LruCacheTruth, WhatIsThereHasAValue);
void NothingIsInAnEmptyCache(const Cache& cache, int key) {
  ASSUME(cache.size() == 0);
  EXPECT_FALSE(cache.contains(key));
}
FORALL(LruCacheTruth, NothingIsInAnEmptyCache);
void PutStores(Cache& cache, int key, int value) {
  cache.put(key, value);
  EXPECT_TRUE(cache.contains(key));
  EXPECT_EQ(cache.peek(key), value);
}
FORALL(LruCacheTruth, PutStores);
void PutOfAKnownKeyTakesNoRoom(Cache& cache, int key, int value) {
  ASSUME(cache.contains(key));
  const int size = cache.size();
  cache.put(key, value);
  EXPECT_EQ(cache.size(), size);
}
FORALL(LruCacheTruth, PutOfAKnownKeyTakesNoRoom);
void PutOfANewKeyTakesRoom(Cache& cache, int key, int value) {
  ASSUME(!cache.contains(key) && cache.size() < 2);
  const int size = cache.size();
  cache.put(key, value);
  EXPECT_EQ(cache.size(), size + 1);
}
FORALL(LruCacheTruth, PutOfANewKeyTakesRoom);
void AFullCacheStaysFull(Cache& cache, int key, int value) {
  ASSUME(cache.size() == 2);
  cache.put(key, value);
  EXPECT_EQ(cache.size(), 2);
}
FORALL(LruCacheTruth, AFullCacheStaysFull);
void PutAddsNothingElse(Cache& cache, int key, int value, int other) {
  ASSUME(other != key && !cache.contains(other));
  cache.put(key, value);
  EXPECT_FALSE(cache.contains(other));
}
FORALL(LruCacheTruth, PutAddsNothingElse);
void PutWithRoomKeepsTheOthers(Cache& cache, int key, int value, int other) {
  ASSUME(other != key && cache.size() < 2);
  const bool is_there = cache.contains(other);
  cache.put(key, value);
  EXPECT_EQ(cache.contains(other), is_there);
}
FORALL(LruCacheTruth, PutWithRoomKeepsTheOthers);
void PutOfAKnownKeyKeepsTheOthers(Cache& cache, int key, int value, int other) {
  ASSUME(other != key && cache.contains(key) && cache.contains(other));
  const int before = cache.peek(other);
  cache.put(key, value);
  EXPECT_TRUE(cache.contains(other));
  EXPECT_EQ(cache.peek(other), before);
}
FORALL(LruCacheTruth, PutOfAKnownKeyKeepsTheOthers);
void WhatStaysKeepsItsValue(Cache& cache, int key, int value, int other) {
  ASSUME(other != key && cache.contains(other));
  const int before = cache.peek(other);
  cache.put(key, value);
  ASSUME(cache.contains(other));
  EXPECT_EQ(cache.peek(other), before);
}
FORALL(LruCacheTruth, WhatStaysKeepsItsValue);
void TheLastTwoAreThere(Cache& cache, int one, int two, int value) {
  cache.put(one, value);
  cache.put(two, value);
  EXPECT_TRUE(cache.contains(one));
  EXPECT_TRUE(cache.contains(two));
}
FORALL(LruCacheTruth, TheLastTwoAreThere);
void TheThirdPushesOutTheFirst(Cache& cache, int one, int two, int three, int value) {
  ASSUME(one != two && one != three && two != three);
  cache.put(one, value);
  cache.put(two, value);
  cache.put(three, value);
  EXPECT_FALSE(cache.contains(one));
}
FORALL(LruCacheTruth, TheThirdPushesOutTheFirst);
void TheLastValueCounts(Cache& cache, int key, int value, int later) {
  cache.put(key, value);
  cache.put(key, later);
  EXPECT_EQ(cache.peek(key), later);
}
FORALL(LruCacheTruth, TheLastValueCounts);
void ClearLeavesNothing(Cache& cache, int key) {
  cache.clear();
  EXPECT_EQ(cache.size(), 0);
  EXPECT_FALSE(cache.contains(key));
}
FORALL(LruCacheTruth, ClearLeavesNothing);
void LookingChangesNothing(const Cache& cache, int key) {
  cache.size();
  cache.contains(key);
}
FORALL(LruCacheTruth, LookingChangesNothing).Pure();
void PeekChangesNothing(const Cache& cache, int key) {
  ASSUME(cache.contains(key));
  cache.peek(key);
}
FORALL(LruCacheTruth, PeekChangesNothing).Pure();

}  // namespace
