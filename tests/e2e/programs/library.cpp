// Code under test that is all standard library: the path counts are those of the mathematics (orders with and without
// ties).
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace {

void SortOfFive(std::array<int, 5> a) {
  std::sort(a.begin(), a.end());
  for (std::size_t i = 1; i < a.size(); ++i) EXPECT_LE(a[i - 1], a[i]);
}

void MapOfFiveKeys(std::array<int, 5> keys) {
  std::map<int, std::size_t> map;
  for (std::size_t i = 0; i < keys.size(); ++i) map[keys[i]] = i;
  EXPECT_GE(map.size(), 1u);
  EXPECT_LE(map.size(), keys.size());
}

}  // namespace

FORALL(Library, SortOfFive);
FORALL(Library, MapOfFiveKeys);
