#include "axioms/axiom_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "puts.h"

namespace forall::axioms {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::axiom;
using testing_support::put;

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
}

PlanOptions with_suites(std::vector<std::string> suites) {
  PlanOptions options;
  options.using_suites = std::move(suites);
  return options;
}

const std::vector<testcase::Put> kLayers = {put("Service", "Serves", {"Cache"}), axiom("Queue", "Pops", 0),
                                            axiom("Cache", "Finds", 1, {"Queue"}), axiom("Queue", "Pushes", 0)};

TEST(AxiomPlan, FindsThePutsOfTheSuitesThatAPutUses) {
  const AxiomPlan plan(kLayers, {});
  EXPECT_THAT(plan.axioms_of(0), ElementsAre(2));
  EXPECT_THAT(plan.axioms_of(1), IsEmpty());
  EXPECT_THAT(plan.axioms_of(2), ElementsAre(1, 3));
}

TEST(AxiomPlan, PutsWhatIsUsedIntoALowerLayer) {
  const AxiomPlan plan(kLayers, {});
  EXPECT_EQ(plan.layer(0), 2U);
  EXPECT_EQ(plan.layer(1), 0U);
  EXPECT_EQ(plan.layer(2), 1U);
  EXPECT_THAT(plan.used_by({0}), ElementsAre(1, 2, 3));
  EXPECT_THAT(plan.used_by({1}), IsEmpty());
}

TEST(AxiomPlan, UsesNothingIfAllCodeShallRun) {
  PlanOptions options;
  options.deep = true;
  const AxiomPlan plan(kLayers, options);
  EXPECT_THAT(plan.axioms_of(0), IsEmpty());
  EXPECT_EQ(plan.layer(0), 0U);
  options.using_suites = {"Queue"};
  EXPECT_THAT(error_of([&] { AxiomPlan(kLayers, options); }), HasSubstr("leave out --deep or --using"));
}

TEST(AxiomPlan, TakesSuitesOfTheCommandLineForAllOthers) {
  const std::vector<testcase::Put> puts = {put("Service", "Serves"), axiom("Queue", "Pops", 0),
                                           axiom("Cache", "Finds", 1), axiom("OtherQueue", "Pops", 0)};
  const AxiomPlan plan(puts, with_suites({"Queue", "Cache"}));
  EXPECT_THAT(plan.axioms_of(0), ElementsAre(1, 2));
  EXPECT_THAT(plan.axioms_of(1), IsEmpty()) << "the lower layer does not rest on the upper one";
  EXPECT_THAT(plan.axioms_of(2), ElementsAre(1));
  EXPECT_THAT(plan.axioms_of(3), ElementsAre(2)) << "it describes what Queue describes";
}

TEST(AxiomPlan, NamesASuiteOnce) {
  const AxiomPlan plan(kLayers, with_suites({"Queue"}));
  EXPECT_THAT(plan.axioms_of(2), ElementsAre(1, 3));
}

TEST(AxiomPlan, RefusesASuiteThatDescribesNothing) {
  EXPECT_THAT(error_of([] { AxiomPlan(kLayers, with_suites({"Service"})); }),
              AllOf(HasSubstr("--using Service: error"), HasSubstr("describes no class"), HasSubstr("Cache, Queue")));
  EXPECT_THAT(error_of([] { AxiomPlan({put("Bag", "Adds", {"Table"})}, {}); }),
              AllOf(HasSubstr("test.cpp:7: error"), HasSubstr("FORALL_AXIOMS(Class, Table)")));
}

TEST(AxiomPlan, RefusesSuitesThatRestOnEachOther) {
  EXPECT_THAT(error_of([] { AxiomPlan({axiom("A", "X", 0, {"B"}), axiom("B", "Y", 1, {"A"})}, {}); }),
              AllOf(HasSubstr("A.X depends on itself"), HasSubstr("A, B")));
  EXPECT_THAT(error_of([] { AxiomPlan({axiom("A", "X", 0, {"A"})}, {}); }), HasSubstr("A.X depends on itself"));
}

}  // namespace
}  // namespace forall::axioms
