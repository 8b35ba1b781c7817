#include "cli/flag_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FlagRulesTest, FlagsThatCannotBeFollowedAreRefused) {
  for (const char* flag : {"-ffast-math", "-Ofast", "-ffp-contract=fast", "-m32", "-ffinite-math-only"}) {
    EXPECT_THROW(refuse_flags({"-DX", flag}), base::UserError) << flag;
  }
  EXPECT_NO_THROW(refuse_flags({"-fwrapv", "-O2", "-fno-strict-aliasing", "-ffp-contract=off", "-m64"}));
}

TEST(FlagRulesTest, TheLastOfAFlagAndItsOppositeCounts) {
  EXPECT_NO_THROW(refuse_flags({"-ffast-math", "-fno-fast-math"}));
  EXPECT_NO_THROW(refuse_flags({"-Ofast", "-O2"}));
  EXPECT_NO_THROW(refuse_flags({"-ffp-contract=fast", "-ffp-contract=off"}));
  EXPECT_THROW(refuse_flags({"-fno-fast-math", "-ffast-math"}), base::UserError);
  EXPECT_THAT(honouring_flags({"-fwrapv", "-fno-wrapv"}), IsEmpty());
}

TEST(FlagRulesTest, FlagsOfTheTargetDoNotOverrideThoseOfTheUser) {
  EXPECT_THAT(honouring_flags({"-fwrapv"}), ElementsAre("-fno-sanitize=signed-integer-overflow"));
  EXPECT_THAT(honouring_flags({"-O2", "-O0"}), ElementsAre("-U__OPTIMIZE__"));
  EXPECT_THAT(honouring_flags({"-O0", "-O2"}), IsEmpty());
}

}  // namespace
}  // namespace forall::cli
