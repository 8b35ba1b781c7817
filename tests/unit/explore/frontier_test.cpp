#include "explore/frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace forall::explore {
namespace {

using ::testing::ElementsAre;

class FrontierTest : public ::testing::Test {
 protected:
  static std::vector<testcase::Site> four_branches() {
    std::vector<testcase::Site> made;
    for (unsigned i = 0; i < 4; ++i) {
      made.push_back({.id = i, .branch = i, .function = "f", .kind = abi::SiteKind::Branch, .directions = 2});
    }
    return made;
  }
  static Alternative at(std::uint32_t index, std::uint32_t depth, std::uint32_t site = 0, std::uint64_t value = 1) {
    return {{index, 1}, depth, site, abi::DecisionKind::Branch, value, nullptr};
  }
  static std::vector<std::uint32_t> order(Frontier& frontier) {
    std::vector<std::uint32_t> result;
    while (const auto next = frontier.pop()) result.push_back(next->node.index);
    return result;
  }
  std::vector<testcase::Site> sites = four_branches();
  Coverage coverage{sites};
};

TEST_F(FrontierTest, DepthFirstTakesTheLastAddedFirst) {
  const auto frontier = make_frontier(Strategy::DepthFirst, coverage);
  for (std::uint32_t i = 0; i < 4; ++i) frontier->add(at(i, i));
  EXPECT_THAT(order(*frontier), ElementsAre(3, 2, 1, 0));
}

TEST_F(FrontierTest, DepthFirstLetsNothingWaitForEverBehindLongPaths) {
  const auto frontier = make_frontier(Strategy::DepthFirst, coverage);
  frontier->add(at(0, 1));
  bool is_taken = false;
  for (std::uint32_t depth = 65; depth < 75 && !is_taken; ++depth) {
    frontier->add(at(depth, depth));
    frontier->add(at(depth, depth));
    is_taken = frontier->pop()->depth == 1;
  }
  EXPECT_TRUE(is_taken);
}

TEST_F(FrontierTest, BreadthFirstTakesTheShallowestThenTheOldest) {
  const auto frontier = make_frontier(Strategy::BreadthFirst, coverage);
  frontier->add(at(0, 2));
  frontier->add(at(1, 1));
  frontier->add(at(2, 2));
  frontier->add(at(3, 0));
  EXPECT_THAT(order(*frontier), ElementsAre(3, 1, 0, 2));
}

TEST_F(FrontierTest, CoverageTakesWhatIsNotCoveredFirst) {
  coverage.add(std::vector<abi::CoverRecord>{{0, 0}, {0, 1}, {1, 1}});
  const auto frontier = make_frontier(Strategy::Coverage, coverage);
  frontier->add(at(0, 0, /*site=*/0));
  frontier->add(at(1, 5, /*site=*/1));
  EXPECT_THAT(order(*frontier), ElementsAre(1, 0));
}

TEST_F(FrontierTest, CoverageLooksAgainWhenMoreIsCovered) {
  coverage.add(std::vector<abi::CoverRecord>{{0, 1}, {1, 1}});
  const auto frontier = make_frontier(Strategy::Coverage, coverage);
  frontier->add(at(0, 1, 0));
  frontier->add(at(1, 5, 1));
  coverage.add(std::vector<abi::CoverRecord>{{0, 0}});
  EXPECT_THAT(order(*frontier), ElementsAre(1, 0));
}

TEST_F(FrontierTest, SystemAndUncountedSitesPromiseNoNews) {
  sites[2].is_system = true;
  sites[3].directions = 0;
  EXPECT_TRUE(coverage.promises_news(1));
  EXPECT_FALSE(coverage.promises_news(2));
  EXPECT_FALSE(coverage.promises_news(3));
  EXPECT_FALSE(coverage.promises_news(99));
}

TEST_F(FrontierTest, ASwitchPromisesNewsUntilEveryCaseIsCovered) {
  sites[1].kind = abi::SiteKind::Switch;
  sites[1].directions = 3;
  coverage.add(std::vector<abi::CoverRecord>{{1, 0}, {1, 2}});
  EXPECT_TRUE(coverage.promises_news(1));
  coverage.add(std::vector<abi::CoverRecord>{{1, 1}});
  EXPECT_FALSE(coverage.promises_news(1));
}

TEST_F(FrontierTest, InlinedCopiesOfABranchCountOnce) {
  sites[1].branch = 0;
  const auto directions = coverage.add(std::vector<abi::CoverRecord>{{0, 1}, {1, 1}, {1, 0}});
  EXPECT_EQ(directions.size(), 2u);
  EXPECT_EQ(coverage.covered(), 2u);
  const std::vector<testcase::Branch> branches = coverage.branches();
  EXPECT_EQ(branches.size(), 6u);
  EXPECT_EQ(std::count_if(branches.begin(), branches.end(), [](const auto& branch) { return branch.is_covered; }), 2);
}

}  // namespace
}  // namespace forall::explore
