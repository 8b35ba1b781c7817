#include "report/expectation.h"

#include <gtest/gtest.h>

namespace forall::report {
namespace {

std::string shown(const std::string& message) {
  const auto found = expectation_of(message);
  return found ? found->expected + " | " + found->actual : "none";
}

TEST(ExpectationTest, ReadsTheShapesOfGoogleTest) {
  EXPECT_EQ(shown("Expected equality of these values:\n  f(x)\n    Which is: 0\n  x\n    Which is: 1"), "1 | 0");
  EXPECT_EQ(shown("Expected equality of these values:\n  s\n    Which is: \"\"\n  \"ab\"\nadded by the test"),
            "\"ab\" | \"\"");
  EXPECT_EQ(shown("Value of: list.empty()\n  Actual: false\nExpected: true\nmore"), "true | false");
}

TEST(ExpectationTest, OtherMessagesHaveNone) {
  for (const char* message :
       {"", "Failed", "Expected: (x) > (0), actual: -1 vs 0", "Expected: it throws.\n  Actual: it does not.",
        "Value of: x", "Expected equality of these values:", "Expected equality of these values:\n  a"})
    EXPECT_EQ(shown(message), "none") << message;
}

}  // namespace
}  // namespace forall::report
