// Catch2: names that are unique in a program, and a tag for each PUT; failing cases have the tag [fails] as well.
#include "emit/framework.h"

namespace forall::emit {
namespace {

std::string begin_test(const Group& group, const std::string& name) {
  return "TEST_CASE(\"" + group.suite + "." + name + "\", \"[" + group.passing + "]" +
         (group.is_failing ? "[fails]" : "") + "\") {\n" + begin_body(group, "Catch2Failures");
}

std::string end_test(const Group& group) { return end_body(group) + "}\n"; }

constexpr Framework catch2(const char* name, const char* suffix, const char* include) {
  return {
      .name = name,
      .suffix = suffix,
      .note = kLinkNote,
      .include = include,
      .equal = "CHECK($1 == $2)",
      .holds = "CHECK($1)",
      .throws = "CHECK_THROWS_AS($1, $2)",
      .no_throw = "CHECK_NOTHROW($1)",
      .fixture_indent = kBodyOfFixtureIndent,
      .begin_group = no_text,
      .end_group = no_text,
      .begin_test = begin_test,
      .end_test = end_test,
      .end_file = "",
  };
}

}  // namespace

const Framework kCatch2 = catch2("catch2", "_catch2.cpp", "forall/emitted/catch2.h");
const Framework kCatch2V2 = catch2("catch2v2", "_catch2v2.cpp", "forall/emitted/catch2v2.h");

}  // namespace forall::emit
