// doctest: a test suite for each group.
#include "emit/framework.h"

namespace forall::emit {
namespace {

std::string begin_group(const Group& group) { return "\nTEST_SUITE_BEGIN(\"" + group.suite + "\");\n"; }
std::string end_group(const Group&) { return "\nTEST_SUITE_END();\n"; }

std::string begin_test(const Group& group, const std::string& name) {
  return "TEST_CASE(\"" + name + "\") {\n" + begin_body(group, "DoctestFailures");
}

std::string end_test(const Group& group) { return end_body(group) + "}\n"; }

}  // namespace

const Framework kDoctest = {
    .name = "doctest",
    .suffix = "_doctest.cpp",
    .note = kLinkNote,
    .include = "forall/emitted/doctest.h",
    .equal = "CHECK($1 == $2)",
    .holds = "CHECK($1)",
    .throws = "CHECK_THROWS_AS($1, $2)",
    .no_throw = "CHECK_NOTHROW($1)",
    .fixture_indent = kBodyOfFixtureIndent,
    .begin_group = begin_group,
    .end_group = end_group,
    .begin_test = begin_test,
    .end_test = end_test,
    .end_file = "",
};

}  // namespace forall::emit
