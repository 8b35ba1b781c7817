#include "spec/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "support.h"

namespace forall::spec {
namespace {

using testing::example;
using testing::from_text;
using ::testing::HasSubstr;

const CheckAnswer& answer(const Checks& checks, const std::string& property) {
  if (property == "terminating") return checks.terminating;
  if (property == "confluent") return checks.confluent;
  return property == "complete" ? checks.complete : checks.consistent;
}

TEST(Check, TheExamplesHaveAllFourProperties) {
  for (const std::string& name : testing::example_names()) {
    const Specification spec = example(name);
    const Checks checks = check_all(spec);
    for (const char* property : {"terminating", "confluent", "complete", "consistent"})
      EXPECT_EQ(answer(checks, property).verdict, Verdict::Yes)
          << name << ": " << property << ": " << answer(checks, property).because;
  }
}

// expected.txt has the four answers about each specification of the folder, with the witness of each "no".
TEST(Check, EveryDefectIsNamedWithItsWitness) {
  const std::filesystem::path folder = std::filesystem::path(FORALL_SOURCE_FOLDER) / "tests/spec/defects";
  std::istringstream lines(*base::system_files().read(folder / "expected.txt"));
  int defects = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string file, verdict;
    words >> file;
    const Specification spec = load(base::system_files(), folder / (file + ".spec"));
    const Checks checks = check_all(spec);
    bool has_defect = false;
    for (const char* property : {"terminating", "confluent", "complete", "consistent"}) {
      words >> verdict;
      EXPECT_EQ(to_string(answer(checks, property).verdict), verdict)
          << file << ": " << property << ": " << answer(checks, property).because;
      if (verdict == "no" && !has_defect) {
        has_defect = true;
        std::string witness;
        std::getline(lines, witness);
        EXPECT_EQ("    " + answer(checks, property).because, witness) << file;
      }
    }
    EXPECT_TRUE(has_defect) << file;
    defects += has_defect;
  }
  EXPECT_EQ(defects, 20);
}

const std::string kHead = "class C export create, add constructor create; add(x: Integer); ";

TEST(Check, WhatNoPathOrderOrdersAndDoesNotLoopIsOpen) {
  const Specification spec = from_text(
      kHead +
      "observer f(n: Integer): Integer; var A: C; n: Integer; axiom A.f(n) -> IF n <= 0 THEN 0 ELSE A.f(n - 1);");
  const CheckAnswer answer = check_termination(spec);
  EXPECT_EQ(answer.verdict, Verdict::Open);
  EXPECT_THAT(answer.because, HasSubstr("axiom 1"));
}

TEST(Check, TheLeastIntegerIsNotMinusInfinity) {
  std::string text = *base::system_files().read(testing::examples() / "priority_queue.spec");
  text.replace(text.find("-infinity"), 9, "Integer.min");
  EXPECT_EQ(check_termination(from_text(text)).verdict, Verdict::No);
}

TEST(Check, AnObjectThatGrowsIsNotSmaller) {
  // delete of the largest element puts it back: eqn would never end.
  std::string text = *base::system_files().read(testing::examples() / "priority_queue.spec");
  text.replace(text.find("THEN A ELSE A.delete"), 6, "THEN A.add(x)");
  EXPECT_NE(check_termination(from_text(text)).verdict, Verdict::Yes);
}

TEST(Check, OverlapsThatJoinAreFine) {
  const Specification spec = from_text(kHead +
                                       "observer top: Integer; var A: C; x: Integer; axiom 1: create.top -> 0; "
                                       "2: A.add(x).top -> IF x > 0 THEN x ELSE 0; 3: A.add(0).top -> 0; 4: "
                                       "create.add(x).top -> IF 0 < x THEN x ELSE 0;");
  const Checks checks = check_all(spec);
  EXPECT_EQ(checks.confluent.verdict, Verdict::Yes) << checks.confluent.because;
  EXPECT_THAT(checks.confluent.because, HasSubstr("critical pairs join"));
  EXPECT_EQ(checks.consistent.verdict, Verdict::Yes);
}

TEST(Check, ErrorsOfAConstructorAreNoContradiction) {
  const Specification spec = from_text(kHead +
                                       "observer top: Integer; var A: C; x: Integer; axiom 1: create.top -> 0; "
                                       "2: A.add(x).top -> x; 3: A.add(0) -> error;");
  EXPECT_EQ(check_all(spec).confluent.verdict, Verdict::Yes);
}

TEST(Check, AConditionThatIsAnErrorIsNeitherTrueNorFalse) {
  const std::string text =
      kHead +
      "observer top: Integer; f: Integer; var A: C; x: Integer; axiom 1: create.top -> error; 2: A.add(x).top -> x; "
      "3: create.f -> 0; 4: A.add(x).f -> IF A.top > 0 THEN x ELSE x; 5: A.add(x).f -> x;";
  const ConfluenceAnswer answer = [&] {
    const Specification spec = from_text(text);
    Conditions conditions(spec);
    return check_confluence(spec, conditions, {Verdict::Yes, "", {}});
  }();
  EXPECT_EQ(answer.verdict, Verdict::No);
  EXPECT_THAT(answer.because, HasSubstr("error"));
}

TEST(Check, JoiningThatReliesOnArithmeticIsOpenOrRefuted) {
  const Specification spec =
      from_text(kHead +
                "observer f(n: Integer): Integer; var A: C; n: Integer; axiom 1: A.f(n) -> IF n + 1 > n THEN 0 ELSE 1; "
                "2: A.f(n) -> 0;");
  Conditions conditions(spec);
  EXPECT_NE(check_confluence(spec, conditions, {Verdict::Yes, "", {}}).verdict, Verdict::Yes);
}

TEST(Check, ARepeatedVariableCoversNotAllValues) {
  const Specification spec = from_text(kHead + "observer same(B: C): Boolean; var A, B: C; axiom A.same(A) -> true;");
  const CheckAnswer answer = check_completeness(spec);
  EXPECT_EQ(answer.verdict, Verdict::No);
  EXPECT_THAT(answer.because, HasSubstr("no axiom reduces"));
}

TEST(Check, AnErrorEndsASequence) {
  const Specification pops = from_text(kHead +
                                       "transformer pop; observer f: Integer; var A: C; x: Integer; axiom "
                                       "create.pop -> error; A.add(x).pop -> A; A.f -> A.pop.f;");
  EXPECT_EQ(check_termination(pops).verdict, Verdict::Open);  // create.add(1).f is an error
  const Specification counts =
      from_text(kHead + "observer f(n: Integer): Integer; var A: C; n: Integer; axiom A.f(n) -> A.f(n + 1);");
  EXPECT_EQ(check_termination(counts).verdict, Verdict::Open);  // at 2147483647 there is an overflow
}

// f removes elements until there are none. Each of these removes them in a way that adds some.
TEST(Check, AnObjectThatIsNotSurelySmallerIsNoCertificate) {
  const std::string f =
      "axiom 1: create.empty -> true; 2: A.add(x).empty -> false; 3: create.delete -> create; "
      "4: A.f -> IF A.empty THEN 0 ELSE A.delete.f; 5: A.add(x).delete -> A; ";
  const std::string head =
      kHead + "transformer delete; observer empty: Boolean; f: Integer; var A: C; x, y: Integer; " + f;
  EXPECT_EQ(check_termination(from_text(head)).verdict, Verdict::Yes);
  EXPECT_NE(check_termination(from_text(head + "6: A.add(0).delete -> A.add(0).add(0);")).verdict, Verdict::Yes);
  EXPECT_NE(check_termination(from_text(head + "6: A.add(x).add(y).delete -> A.add(x).add(y).add(y);")).verdict,
            Verdict::Yes);
  // A constructor that makes more than it is written as.
  const Specification grows = from_text(
      "class C export create, a, b constructor create; a; b; transformer delete; observer empty: Boolean; f: Integer; "
      "var A: C; axiom 1: A.a.a -> A.b.b.b.b.b; 2: create.delete -> create; 3: A.a.delete -> A; 4: A.b.delete -> IF "
      "A.empty THEN create ELSE A.delete.a; 5: create.empty -> true; 6: A.a.empty -> false; 7: A.b.empty -> false; "
      "8: A.f -> IF A.empty THEN 0 ELSE A.delete.f;");
  EXPECT_NE(check_termination(grows).verdict, Verdict::Yes);
}

TEST(Check, AnErrorThatOneAxiomDropsIsADivergence) {
  const Specification spec = from_text(
      kHead +
      "observer p: Integer; h(n: Integer): Integer; g: Integer; var A: C; x, n: Integer; axiom 1: A.p -> A.h(A.g); 2: "
      "A.add(x).p -> 0; 3: A.h(n) -> 0; 4: create.g -> error; 5: A.add(x).g -> A.g;");
  const Checks checks = check_all(spec);
  EXPECT_EQ(checks.confluent.verdict, Verdict::No) << checks.confluent.because;
  EXPECT_EQ(checks.consistent.verdict, Verdict::No) << checks.consistent.because;
}

}  // namespace
}  // namespace forall::spec
