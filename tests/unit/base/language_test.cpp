#include "base/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::base {
namespace {

using ::testing::ElementsAre;

TEST(LanguageTest, FlagsAreThoseOfTheSource) {
  const std::vector<std::string> flags{"-std=c++17", "-DX", "-std=gnu11"};
  EXPECT_THAT(flags_for("lib/list.c", flags), ElementsAre("-DX", "-std=gnu11", "-x", "c"));
  EXPECT_THAT(flags_for("list.cpp", flags), ElementsAre("-std=c++17", "-DX"));
  EXPECT_THAT(flags_for("list.C", {"-DX"}), ElementsAre("-DX"));
}

TEST(LanguageTest, ALanguageThatIsNamedStays) {
  EXPECT_THAT(flags_for("list.c", {"-x", "c++"}), ElementsAre("-x", "c++"));
}

}  // namespace
}  // namespace forall::base
