#include "spec/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support.h"

namespace forall::spec {
namespace {

using testing::error_of;
using testing::example;
using testing::from_text;
using ::testing::HasSubstr;

const std::string kHead = "class C\nexport create, f\nconstructor create; add(x: Integer);\nobserver f: Integer;\n";

TEST(Load, AnExampleHasItsOperationsAndAxioms) {
  const Specification spec = example("priority_queue");
  EXPECT_EQ(spec.name, "PriorityQueue");
  EXPECT_EQ(spec.rules.size(), 7u);
  EXPECT_EQ(spec.signature->constructors(spec.sort).size(), 2u);
  EXPECT_EQ(to_text(*spec.terms, spec.rules[5].right), "IF x > A.largest THEN A ELSE A.delete.add(x)");
}

TEST(Load, EveryExampleIsRead) {
  for (const std::string& name : testing::example_names()) EXPECT_NO_THROW(example(name)) << name;
}

TEST(Load, TermsPrintAsTheyAreRead) {
  const Specification spec = example("rational");
  for (const char* text : {"ratio(1, 2).plus(ratio(-3, 4))", "ratio(a * (b + c), a - (b - c)).less(ratio(a, b))",
                           "IF a = b and not c < d or a <= b THEN (a + b) * c ELSE -a"})
    EXPECT_EQ(to_text(*spec.terms, testing::term(spec, text)), text);
}

TEST(Load, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of("clas C"),
            "test.spec:1:1: error: expected 'class' at the beginning, but 'clas' stands here; did you mean "
            "'class'?");
  EXPECT_THAT(error_of(kHead + "axiom\n  create.f -> 1\n  create.add(1).f -> 2;"),
              HasSubstr("test.spec:7:3: error: expected ';' after the axiom, but 'create' stands here"));
  EXPECT_THAT(error_of(kHead + "axiom 1: create.f -> IF true THEN 1;"), HasSubstr("expected 'ELSE'"));
  EXPECT_THAT(error_of(kHead + "axiom create.f -> 1 != 2;"), HasSubstr("5:21: error: '!=' is written '/='"));
}

TEST(Load, UnknownNamesGetASuggestion) {
  EXPECT_THAT(error_of(kHead + "axiom create.ff -> 1;"),
              HasSubstr("5:14: error: C has no operation 'ff'; did you mean 'f'?"));
  EXPECT_THAT(error_of(kHead + "axiom creat.f -> 1;"), HasSubstr("did you mean 'create'?"));
  EXPECT_THAT(error_of("class C export create, ad constructor create; add(x: Integr); axiom"),
              HasSubstr("unknown sort 'Integr'; did you mean 'Integer'?"));
}

TEST(Load, SortsAreChecked) {
  EXPECT_THAT(error_of(kHead + "axiom create.f -> true;"),
              HasSubstr("5:19: error: this is of sort Boolean, but Integer is needed here"));
  EXPECT_THAT(error_of(kHead + "axiom create.add(true).f -> 1;"), HasSubstr("Boolean, but Integer is needed"));
  EXPECT_THAT(error_of(kHead + "axiom create.add.f -> 1;"), HasSubstr("add takes 1 argument, not 0"));
  EXPECT_THAT(error_of(kHead + "var A, B: C; axiom A.f -> IF A = B THEN 1 ELSE 2;"),
              HasSubstr("use an observer such as eqn"));
}

TEST(Load, AxiomsAreChecked) {
  EXPECT_THAT(error_of(kHead + "var A: C; x: Integer; axiom A.f -> x;"),
              HasSubstr("'x' does not occur on the left side"));
  EXPECT_THAT(error_of(kHead + "axiom create.add(1 + 1).f -> 1;"), HasSubstr("cannot stand on the left side"));
  EXPECT_THAT(error_of(kHead + "axiom 1: create.f -> 1; 1: create.add(1).f -> 1;"), HasSubstr("two axioms 1"));
  EXPECT_THAT(error_of(kHead + "axiom create.f -> 2147483648;"), HasSubstr("is no Integer"));
}

TEST(Load, AParameterIsInstantiated) {
  base::MemoryFiles files;
  files.contents["stack.spec"] = *base::system_files().read(testing::examples() / "stack.spec");
  const Specification of_text = load(files, "stack.spec", {{"Text"}});
  EXPECT_EQ(testing::reduce(of_text, "create.push(\"a\").push(\"b\").pop.top"), "\"a\"");
  EXPECT_THROW(load(files, "stack.spec", {{"Txt"}}), base::UserError);
}

TEST(Load, ImportsAreReadOnce) {
  base::MemoryFiles files;
  files.contents["stack.spec"] = *base::system_files().read(testing::examples() / "stack.spec");
  files.contents["two.spec"] =
      "class Two import Stack[Integer] export create, of constructor create; observer of: Stack; both: Integer;"
      "axiom create.of -> Stack.create.push(3); create.both -> create.of.top + 1;";
  const Specification spec = load(files, "two.spec");
  EXPECT_EQ(testing::reduce(spec, "create.both"), "4");
  EXPECT_EQ(testing::reduce(spec, "create.of.pop.empty"), "true");
}

TEST(Load, ACircularImportIsNamed) {
  base::MemoryFiles files;
  files.contents["a.spec"] = "class A import B export create constructor create; axiom";
  files.contents["b.spec"] = "class B import A export create constructor create; axiom";
  try {
    load(files, "a.spec");
    FAIL();
  } catch (const base::UserError& error) {
    EXPECT_STREQ(error.what(), "b.spec:1:9: error: circular import: A -> B -> A");
  }
}

TEST(Load, DeepNestingIsAnErrorAndALongChainIsNot) {
  const Specification spec = example("priority_queue");
  std::string chain = "create";
  for (int i = 0; i < 3000; ++i) chain += ".add(1)";
  EXPECT_EQ(to_text(*spec.terms, testing::term(spec, chain + ".empty")), chain + ".empty");
  EXPECT_THROW(testing::term(spec, std::string(5000, '(') + "1"), base::UserError);
}

TEST(Load, CasesAreTextInBothDirections) {
  const Specification spec = example("priority_queue");
  const std::string text =
      "(create.add(5).add(3).delete, create.add(3), equivalent)\n(create.add(5), create, not equivalent)\n";
  const auto cases = read_cases(spec, {"cases", "-- by hand\n" + text});
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_FALSE(cases[1].equivalent);
  EXPECT_EQ(cases_text(spec, cases), text);
  EXPECT_THROW(read_cases(spec, {"cases", "(A, create, equivalent)"}), base::UserError);
  EXPECT_THROW(read_cases(spec, {"cases", "(create, create, equal)"}), base::UserError);
}

}  // namespace
}  // namespace forall::spec
