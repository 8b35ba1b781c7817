#include "build/flag_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::build {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FlagRulesTest, FlagsThatCannotBeFollowedAreRefused) {
  for (const char* flag : {"-ffast-math", "-Ofast", "-ffp-contract=fast", "-ffp-contract=on", "-m32",
                           "-ffinite-math-only", "-fno-signed-zeros", "-ffp-model=fast", "-stdlib=libc++"}) {
    EXPECT_THROW(refuse_flags({"-DX", flag}), base::UserError) << flag;
  }
  EXPECT_NO_THROW(refuse_flags({"-fwrapv", "-O2", "-fno-strict-aliasing", "-ffp-contract=off", "-m64"}));
  EXPECT_NO_THROW(refuse_flags_of_tests({"-fopenmp-simd"}));
  for (const char* flag : {"-fno-exceptions", "-fno-rtti", "-fopenmp", "-fopenmp=libomp", "-S"}) {
    EXPECT_THROW(refuse_flags_of_tests({flag}), base::UserError) << flag;
    EXPECT_NO_THROW(refuse_flags({flag})) << flag;
  }
}

TEST(FlagRulesTest, TheLastOfAFlagAndItsOppositeCounts) {
  EXPECT_NO_THROW(refuse_flags({"-ffast-math", "-fno-fast-math"}));
  EXPECT_NO_THROW(refuse_flags({"-Ofast", "-O2"}));
  EXPECT_NO_THROW(refuse_flags({"-ffp-contract=fast", "-ffp-contract=off"}));
  EXPECT_THROW(refuse_flags({"-fno-fast-math", "-ffast-math"}), base::UserError);
  EXPECT_THAT(honouring_flags({"-O1", "-fwrapv", "-fno-wrapv"}), IsEmpty());
  EXPECT_THAT(honouring_flags({"-O1", "-fno-strict-overflow", "-fno-wrapv"}), IsEmpty());
}

TEST(FlagRulesTest, FlagsOfTheTargetDoNotOverrideThoseOfTheUser) {
  EXPECT_THAT(honouring_flags({"-O2", "-fwrapv"}), ElementsAre("-fno-sanitize=signed-integer-overflow"));
  EXPECT_THAT(honouring_flags({"-O2", "-fno-strict-overflow"}), ElementsAre("-fno-sanitize=signed-integer-overflow"));
  EXPECT_THAT(honouring_flags({"-O2", "-O0"}), ElementsAre("-U__OPTIMIZE__", "-D__NO_INLINE__=1"));
  EXPECT_THAT(honouring_flags({}), ElementsAre("-U__OPTIMIZE__", "-D__NO_INLINE__=1"));
  EXPECT_THAT(honouring_flags({"-O0", "-O2"}), IsEmpty());
  EXPECT_THAT(honouring_flags({"-Os"}), ElementsAre("-D__OPTIMIZE_SIZE__=1"));
}

TEST(FlagRulesTest, ANativeBuildWithoutOptimizationHasTheMacrosOfTheUsersBuild) {
  EXPECT_THAT(macros_of_optimization({}), IsEmpty());
  EXPECT_THAT(macros_of_optimization({"-O2"}), ElementsAre("-D__OPTIMIZE__=1", "-U__NO_INLINE__"));
  EXPECT_THAT(macros_of_optimization({"-Os"}),
              ElementsAre("-D__OPTIMIZE__=1", "-U__NO_INLINE__", "-D__OPTIMIZE_SIZE__=1"));
}

}  // namespace
}  // namespace forall::build
