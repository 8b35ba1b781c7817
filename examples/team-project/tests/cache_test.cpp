#include <forall/forall.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "lru_cache.h"

namespace {

void GetsWhatWasPut(int key, int value, int fallback) {
  LruCache cache(2);
  cache.put(key, value);
  EXPECT_EQ(cache.get(key, fallback), value);
}
FORALL(CacheTest, GetsWhatWasPut);

void KeepsTheLastValue(int key, int first, int second) {
  LruCache cache(2);
  cache.put(key, first);
  cache.put(key, second);
  EXPECT_EQ(cache.size(), 1u);
  EXPECT_EQ(cache.get(key, first), second);
}
FORALL(CacheTest, KeepsTheLastValue);

void ForgetsTheOldest(int a, int b, int c) {
  ASSUME(a != b && b != c && a != c);
  LruCache cache(2);
  cache.put(a, 1);
  cache.put(b, 2);
  EXPECT_EQ(cache.get(a, 0), 1);
  cache.put(c, 3);
  EXPECT_TRUE(cache.contains(a));
  EXPECT_FALSE(cache.contains(b));
  EXPECT_TRUE(cache.contains(c));
}
FORALL(CacheTest, ForgetsTheOldest);

struct Step {
  bool is_put;
  int key;
};

// While nothing is forgotten, a cache is a map.
void IsAMap(const std::vector<Step>& steps) {
  ASSUME(steps.size() <= 3);
  LruCache cache(3);
  std::map<int, int> map;
  for (const Step& step : steps) {
    if (step.is_put) {
      const int value = static_cast<int>(map.size());
      cache.put(step.key, value);
      map[step.key] = value;
    } else {
      const auto known = map.find(step.key);
      EXPECT_EQ(cache.get(step.key, -1), known == map.end() ? -1 : known->second);
    }
  }
}
FORALL(CacheTest, IsAMap);

}  // namespace
