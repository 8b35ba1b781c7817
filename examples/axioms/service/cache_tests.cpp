// proved, but purity, which is compared through observers, and assuming what queue_tests.cpp says about Queue: what a
// Cache does.
#include <gtest/gtest.h>

#include <stdexcept>

#include "cache_axioms.h"
#include "queue_axioms.h"

namespace {

// A cache into which up to two values were put.
Cache MakeCache(int first, int first_value, bool has_first, int second, int second_value, bool has_second) {
  Cache cache;
  if (has_first) cache.put(first, first_value);
  if (has_second) cache.put(second, second_value);
  return cache;
}

}  // namespace

FORALL_FACTORY(Cache, MakeCache);

namespace {

void NewHasNothing(int key) {
  Cache cache;
  EXPECT_FALSE(cache.has(key));
}
FORALL(CacheTests, NewHasNothing);

void PutThenGet(Cache& cache, int key, int value) {
  cache.put(key, value);
  EXPECT_TRUE(cache.has(key));
  EXPECT_EQ(cache.get(key), value);
}
FORALL(CacheTests, PutThenGet);

// A cache may forget what it has, but not change it, and not make it up.
void PutKeepsTheOthers(Cache& cache, int key, int value, int other) {
  ASSUME(key != other);
  const bool had = cache.has(other);
  const int before = had ? cache.get(other) : 0;
  cache.put(key, value);
  if (!cache.has(other)) return;
  EXPECT_TRUE(had);
  EXPECT_EQ(cache.get(other), before);
}
FORALL(CacheTests, PutKeepsTheOthers);

void HasIsPure(Cache& cache, int key) { cache.has(key); }
FORALL(CacheTests, HasIsPure).Pure();

void GetIsPure(Cache& cache, int key) {
  ASSUME(cache.has(key));
  cache.get(key);
}
FORALL(CacheTests, GetIsPure).Pure();

void GetOfNothingThrows(Cache& cache, int key) {
  ASSUME(!cache.has(key));
  cache.get(key);
}
FORALL(CacheTests, GetOfNothingThrows).Throws<std::out_of_range>();

}  // namespace

FORALL_USING(CacheTests, QueueTests);
