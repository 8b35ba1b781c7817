#include <gtest/gtest.h>

#include <random>
#include <set>

#include "emit/emit.h"
#include "helpers.h"

namespace forall::emit {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;

Case covering(std::vector<unsigned> branches) {
  Case c = passing({});
  for (const unsigned b : branches) c.covered.push_back({b, 0});
  return c;
}

std::set<std::uint64_t> covered_by(const std::vector<Case>& cases, const std::vector<std::size_t>& indices) {
  std::set<std::uint64_t> result;
  for (const std::size_t i : indices) {
    for (const auto& direction : cases[i].covered) result.insert(direction.branch);
  }
  return result;
}

TEST(SmallestBranchCover, BeatsGreedy) {
  // Greedy takes the case of four first and then needs two more.
  const std::vector<Case> cases = {covering({1, 2, 4, 5}), covering({1, 2, 3}), covering({4, 5, 6})};
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{1, 2}));
}

TEST(SmallestBranchCover, KeepsEveryRefutingCase) {
  std::vector<Case> cases = {covering({1, 2}), covering({1, 2, 3}), covering({1})};
  cases[0] = failing(cases[0], OutcomeKind::Failed, Fault::None, "t.cpp", 1);
  cases[2] = failing(cases[2], OutcomeKind::Crashed, Fault::Abort, "t.cpp", 2);
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(SmallestBranchCover, KeepsTheSimplestCaseOfEachFailure) {
  std::vector<Case> cases = {covering({}), covering({}), covering({}), covering({})};
  cases[0].inputs.resize(2);
  cases[1].inputs.resize(1);
  for (const std::size_t i : {0, 1}) cases[i] = failing(cases[i], OutcomeKind::Failed, Fault::None, "t.cpp", 1);
  cases[2] = failing(cases[2], OutcomeKind::Failed, Fault::None, "t.cpp", 2);
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{1, 2, 3})) << "and one that passes";
  EXPECT_EQ(with_all_failures({1, 2, 3}, cases), (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(SmallestBranchCover, TakesNoSecondCaseOfAFailureForWhatOthersCover) {
  std::vector<Case> cases = {covering({1}), covering({1, 2, 3}), covering({2}), covering({3})};
  for (const std::size_t i : {0, 1}) cases[i] = failing(cases[i], OutcomeKind::Failed, Fault::None, "t.cpp", 1);
  cases[1].inputs.resize(1);
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{0, 2, 3}));
  cases.pop_back();
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{0, 1, 2})) << "nothing else covers 3";
}

TEST(SmallestBranchCover, DoesNotDependOnTheOrderOfTheSearch) {
  std::vector<Case> cases = {covering({1}), covering({1}), covering({2})};
  cases[0].steps = {{.site = 1, .file = "a.cpp", .line = 2}};
  cases[1].steps = {{.site = 1, .file = "a.cpp", .line = 1}};
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{1, 2}));
  std::swap(cases[0], cases[1]);
  EXPECT_EQ(smallest_branch_cover(cases), (std::vector<std::size_t>{0, 2}));
}

TEST(SmallestBranchCover, TellsDirectionsOfABranchApart) {
  std::vector<Case> cases = {passing({}), passing({})};
  cases[0].covered = {{7, 0}};
  cases[1].covered = {{7, 1}};
  EXPECT_EQ(smallest_branch_cover(cases).size(), 2U);
}

TEST(SmallestBranchCover, KeepsOneCaseOfCodeWithoutBranches) {
  EXPECT_EQ(smallest_branch_cover({passing({}), passing({})}), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(smallest_branch_cover({}).empty());
}

TEST(SmallestBranchCover, IsAsSmallAsExhaustiveSearchFinds) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Case> cases;
    for (int i = 0; i < 9; ++i) {
      std::vector<unsigned> branches;
      for (unsigned b = 0; b < 8; ++b) {
        if (random() % 3 == 0) branches.push_back(b);
      }
      cases.push_back(covering(branches));
    }
    std::vector<std::size_t> everything = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const auto all = covered_by(cases, everything);
    std::size_t smallest = 9;
    for (unsigned subset = 0; subset < 512; ++subset) {
      std::vector<std::size_t> indices;
      for (std::size_t i = 0; i < 9; ++i) {
        if ((subset >> i) & 1U) indices.push_back(i);
      }
      if (indices.size() < smallest && covered_by(cases, indices) == all) smallest = indices.size();
    }
    const auto found = smallest_branch_cover(cases);
    EXPECT_EQ(covered_by(cases, found), all);
    EXPECT_EQ(found.size(), std::max<std::size_t>(smallest, 1)) << "round " << round;
  }
}

TEST(SmallestBranchCover, CoversEverythingWhenThereAreThousands) {
  std::mt19937 random(11);
  std::vector<Case> cases;
  std::vector<std::size_t> everything;
  for (std::size_t i = 0; i < 3000; ++i) {
    std::vector<unsigned> branches;
    for (unsigned b = 0; b < 120; ++b) {
      if (random() % 9 == 0) branches.push_back(b);
    }
    cases.push_back(covering(branches));
    everything.push_back(i);
  }
  const auto found = smallest_branch_cover(cases);
  EXPECT_EQ(covered_by(cases, found), covered_by(cases, everything));
  EXPECT_LT(found.size(), 30U);
}

}  // namespace
}  // namespace forall::emit
