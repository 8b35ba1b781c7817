// No framework: a program that runs all its cases, prints what fails, and returns 1 then.
#include "emit/framework.h"

namespace forall::emit {
namespace {

std::string begin_test(const Group& group, const std::string& name) {
  return "FORALL_CASE(" + group.suite + ", " + name + ") {\n" + begin_body(group, "CaseFailures");
}

std::string end_test(const Group& group) { return end_body(group) + "}\n"; }

}  // namespace

const Framework kAssert = {
    .name = "assert",
    .suffix = "_main.cpp",
    .note = "// A program of its own; it needs the assertions of GoogleTest, which are those of the test (-lgtest).\n",
    .include = "forall/emitted/cases.h",
    .equal = "EXPECT_EQ($1, $2)",
    .holds = "EXPECT_TRUE($1)",
    .throws = "EXPECT_THROW($1, $2)",
    .no_throw = "EXPECT_NO_THROW($1)",
    .fixture_indent = kBodyOfFixtureIndent,
    .begin_group = no_text,
    .end_group = no_text,
    .begin_test = begin_test,
    .end_test = end_test,
    .end_file = "\nint main(int count, char** names) { return forall::emitted::run_cases(count, names); }\n",
};

}  // namespace forall::emit
