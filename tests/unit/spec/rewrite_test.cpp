#include "spec/rewrite.h"

#include <gtest/gtest.h>

#include "support.h"

namespace forall::spec {
namespace {

using testing::example;
using testing::from_text;
using testing::reduce;
using testing::term;

TEST(Rewrite, ThePapersPriorityQueue) {
  const Specification spec = example("priority_queue");
  EXPECT_EQ(reduce(spec, "create.add(5).add(3).delete"), "create.add(3)");
  EXPECT_EQ(reduce(spec, "create.add(5).add(3).delete.largest"), "3");
  EXPECT_EQ(reduce(spec, "create.largest"), "-infinity");
  EXPECT_EQ(reduce(spec, "create.add(5).add(3).eqn(create.add(3).add(5))"), "true");
  EXPECT_EQ(reduce(spec, "create.add(5).add(3).delete.eqn(create.add(5))"), "false");
}

TEST(Rewrite, AConditionWithVariablesStays) {
  const Specification spec = example("priority_queue");
  EXPECT_EQ(reduce(spec, "A.add(x).largest"), "IF x > A.largest THEN x ELSE A.largest");
  EXPECT_EQ(reduce(spec, "A.add(x).empty"), "false");
}

TEST(Rewrite, ErrorsPassThroughAndOverflowIsSaid) {
  const Specification spec = example("stack");
  EXPECT_EQ(reduce(spec, "create.pop.push(1).size"), "error");
  const Specification rational = example("rational");
  const Reduction r = Rewriter(rational).normalize(term(rational, "create(65536, 1).times(create(65536, 1))"));
  EXPECT_EQ(to_text(*rational.terms, r.result), "error");
  EXPECT_EQ(r.problem, "overflow of Integer in 65536 * 65536");
  Rewriter twice(rational);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(twice.normalize(term(rational, "1 + 2147483647")).problem, "overflow of Integer in 1 + 2147483647");
  EXPECT_EQ(reduce(rational, "create(1, 0)"), "error");
  EXPECT_EQ(Rewriter(rational).normalize(term(rational, "1 / 0")).problem, "division by zero in 1 / 0");
  EXPECT_EQ(reduce(rational, "-7 / 2"), "-3");
  EXPECT_EQ(reduce(rational, "-7 % 2"), "-1");
}

TEST(Rewrite, AndOrAreLazy) {
  const Specification spec = example("map");
  EXPECT_EQ(reduce(spec, "create.has(1) and create.get(1) = 2"), "false");
  EXPECT_EQ(reduce(spec, "create.empty or create.get(1) = 2"), "true");
  EXPECT_EQ(reduce(spec, "create.get(1) = 2 or true"), "error");
}

TEST(Rewrite, NonTerminationIsACycleOrTheBound) {
  const std::string head = "class C export create, f constructor create; add; transformer f; var A: C; axiom ";
  const Specification cycle = from_text(head + "A.f -> A.f;");
  EXPECT_EQ(Rewriter(cycle).normalize(term(cycle, "create.f")).end, Reduction::End::Cycle);
  const Specification grows = from_text(head + "A.f -> A.add.f;");
  const Reduction r = Rewriter(grows, {.steps = 100}).normalize(term(grows, "create.f"));
  EXPECT_EQ(r.end, Reduction::End::Steps);
  EXPECT_EQ(r.pending.size(), 101u);
}

TEST(Rewrite, DeepTermsNeedNoStack) {
  const Specification spec = example("queue");
  std::string chain = "create";
  for (int i = 0; i < 30000; ++i) chain += ".push(1)";
  EXPECT_EQ(reduce(spec, chain + ".size"), "30000");
}

}  // namespace
}  // namespace forall::spec
