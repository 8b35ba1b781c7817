// GoogleTest: a suite for each group, TEST_F for fixtures.
#include "emit/framework.h"

namespace forall::emit {
namespace {

std::string begin_group(const Group& group) {
  if (group.fixture.empty()) return {};
  return "\nclass " + group.suite + " : public " + group.fixture + " {};\n";
}

std::string begin_test(const Group& group, const std::string& name) {
  return (group.fixture.empty() ? "TEST(" : "TEST_F(") + group.suite + ", " + name + ") {\n";
}

std::string end_test(const Group&) { return "}\n"; }

}  // namespace

const Framework kGtest = {
    .name = "gtest",
    .suffix = "_test.cpp",
    .note = "",
    .include = "gtest/gtest.h",
    .equal = "EXPECT_EQ($1, $2)",
    .holds = "EXPECT_TRUE($1)",
    .throws = "EXPECT_THROW($1, $2)",
    .no_throw = "EXPECT_NO_THROW($1)",
    .fixture_indent = "  ",
    .begin_group = begin_group,
    .end_group = no_text,
    .begin_test = begin_test,
    .end_test = end_test,
    .end_file = "",
};

}  // namespace forall::emit
