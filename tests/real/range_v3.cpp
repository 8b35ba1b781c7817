// range-v3: laws of its algorithms and views.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/is_sorted.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/algorithm/stable_partition.hpp>
#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/set_algorithm.hpp>
#include <vector>

void SortSorts(std::array<int, 4> items) {
  const unsigned sum = ranges::accumulate(items, 0u);
  ranges::sort(items);
  EXPECT_TRUE(ranges::is_sorted(items));
  EXPECT_EQ(ranges::accumulate(items, 0u), sum);
}
FORALL(RangeV3, SortSorts);

void ReversingTwiceIsNothing(std::array<int, 4> items) {
  EXPECT_TRUE(ranges::equal(items | ranges::views::reverse | ranges::views::reverse, items));
}
FORALL(RangeV3, ReversingTwiceIsNothing);

void FilterAndPartitionAgree(std::array<int, 4> items) {
  const auto even = [](int x) { return x % 2 == 0; };
  const std::vector<int> kept = items | ranges::views::filter(even) | ranges::to<std::vector<int>>();
  const auto middle = ranges::stable_partition(items, even);
  EXPECT_TRUE(ranges::equal(kept, std::vector<int>(items.begin(), middle)));
}
FORALL(RangeV3, FilterAndPartitionAgree);
