#include "base/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forall::base {
namespace {

const std::vector<std::string> kCommands = {"explore", "replay", "emit", "list"};
const std::vector<std::string> kPuts = {"TriangleTest.Classify", "TriangleTest.IsSymmetric", "MoneyTest.Adds"};

TEST(Suggest, FindsAMissingAWrongAndASwappedLetter) {
  EXPECT_EQ(closest_to("explor", kCommands), "explore");
  EXPECT_EQ(closest_to("exqlore", kCommands), "explore");
  EXPECT_EQ(closest_to("exlpore", kCommands), "explore");
  EXPECT_EQ(closest_to("lsit", kCommands), "list");
}

TEST(Suggest, TheClosestOfSeveralWins) { EXPECT_EQ(closest_to("mint", {"hint", "mints", "mind", "Mint"}), "Mint"); }

TEST(Suggest, NothingIsCloseToAnotherWord) {
  EXPECT_EQ(closest_to("compile", kCommands), "");
  EXPECT_EQ(closest_to("x", kCommands), "");
  EXPECT_EQ(closest_to("", kCommands), "");
  EXPECT_EQ(closest_to("explore", {}), "");
}

TEST(Suggest, TheCaseOfLettersDoesNotCount) { EXPECT_EQ(closest_to("triangletest.classify", kPuts), kPuts[0]); }

TEST(Suggest, TheLastPartStandsForTheName) {
  EXPECT_EQ(closest_to("Classfy", kPuts), kPuts[0]);
  EXPECT_EQ(closest_to("TriangleTest.Adds", kPuts), "");
}

TEST(Suggest, ASuggestionIsAQuestion) {
  EXPECT_EQ(suggestion("emitt", kCommands), "; did you mean 'emit'?");
  EXPECT_EQ(suggestion("compile", kCommands), "");
}

}  // namespace
}  // namespace forall::base
