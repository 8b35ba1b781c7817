#include "explore/crowded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::explore {
namespace {

using testcase::Case;
using testcase::Put;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CrowdedTest : public ::testing::Test {
 protected:
  CrowdedTest() { put.parameters = {{"keys", {}}, {"n", {}}}; }
  // A line, 0 for one of the library's hash table, and a condition.
  void add(const std::vector<std::pair<unsigned, std::string>>& steps) {
    Case c;
    for (const auto& [line, condition] : steps) {
      const bool is_library = line == 0;
      c.steps.push_back({line + 1, is_library ? "/usr/include/c++/12/bits/hashtable.h" : "/project/lru.h",
                         is_library ? 1931 : line, condition});
    }
    cases.push_back(c);
  }
  std::string hint() const { return most_crowded_place(put, cases); }

  Put put;
  std::vector<Case> cases;
};

TEST_F(CrowdedTest, ThePlaceWithoutWhichFewPathsAreLeftIsNamed) {
  for (int bucket = 0; bucket < 1000; ++bucket) {
    for (const char* side : {"n > 0", "n <= 0"})
      add({{21, "n > 3"}, {0, "keys[0] % 1009 == " + std::to_string(bucket)}, {30, side}});
  }
  EXPECT_THAT(hint(),
              StartsWith("1,998 of 2,000 paths come from the buckets of a hash table (lru.h:21): narrow the keys in "
                         "keys"));
  EXPECT_THAT(hint(), HasSubstr("FORALL_AXIOMS"));
}

TEST_F(CrowdedTest, TheParameterThatIsDecidedOnIsNamed) {
  for (int value = 0; value < 30; ++value) add({{30, "n == " + std::to_string(value)}});
  EXPECT_EQ(hint(), "29 of 30 paths come from lru.h:30: narrow n, by ASSUME or a domain");
  cases.clear();
  for (int size = 0; size < 30; ++size) add({{30, "keys.size > " + std::to_string(size)}});
  EXPECT_EQ(hint(), "29 of 30 paths come from lru.h:30: let keys be shorter (WithMaxSize), or narrow its elements");
}

// Many decisions that all paths share make no paths.
TEST_F(CrowdedTest, DecisionsThatMakeNoPathsDoNotCount) {
  for (int value = 0; value < 30; ++value)
    add({{31, "n > 1"}, {31, "n > 2"}, {31, "n > 3"}, {30, "n == " + std::to_string(value)}});
  EXPECT_THAT(hint(), HasSubstr("lru.h:30"));
}

// Decisions elsewhere that follow from them do not hide them.
TEST_F(CrowdedTest, DecisionsThatTellPathsApartAloneCount) {
  for (int bucket = 0; bucket < 40; ++bucket) {
    const std::string is = " == " + std::to_string(bucket);
    add({{30, "n > 0"}, {0, "keys[0] % 13" + is}, {30, "keys[1]" + is}, {0, "keys[1] % 13" + is}});
  }
  EXPECT_THAT(hint(),
              StartsWith("39 of 40 paths come from the buckets of a hash table (lru.h:30): narrow the keys in keys"));
}

TEST_F(CrowdedTest, WithoutACrowdNothingIsSaid) {
  EXPECT_EQ(hint(), "");
  for (int a = 0; a < 5; ++a) add({{30, "n == " + std::to_string(a)}});
  EXPECT_EQ(hint(), "");
}

}  // namespace
}  // namespace forall::explore
