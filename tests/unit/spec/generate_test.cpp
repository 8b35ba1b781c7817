#include "spec/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "spec/rewrite.h"
#include "spec/tree.h"
#include "support.h"

namespace forall::spec {
namespace {

using testing::example;
using testing::term;

std::vector<std::string> texts(const Specification& spec, const Cases& cases) {
  std::vector<std::string> result;
  for (const Case& one : cases.cases) {
    result.push_back(cases_text(spec, {one}));
    result.back().pop_back();
  }
  return result;
}

// Four elements are added and one is deleted: five paths, of which the first needs a number below -infinity.
TEST(Tree, ThePapersBatchSession) {
  const Specification spec = example("priority_queue");
  Conditions conditions(spec);
  const Term roots[] = {term(spec, "create.add(a).add(b).add(c).add(d).delete")};
  const Tree tree = build_tree(spec, conditions, roots);
  EXPECT_TRUE(tree.bounded.empty());
  ASSERT_EQ(tree.paths.size(), 5u);
  EXPECT_EQ(tree.paths[0].state, Path::State::Unsatisfiable);
  const char* normal_forms[] = {"create.add(b).add(c).add(d)", "create.add(a).add(c).add(d)",
                                "create.add(a).add(b).add(d)", "create.add(a).add(b).add(c)"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(tree.paths[i + 1].state, Path::State::Feasible);
    EXPECT_EQ(to_text(*spec.terms, tree.paths[i + 1].normal_forms[0]), normal_forms[i]);
  }
  EXPECT_EQ(conditions_text(spec, tree.paths[4].conditions), "d > create.add(a).add(b).add(c).largest");
}

TEST(Tree, PathsExcludeEachOther) {
  const Specification spec = example("sorted_list");
  Conditions conditions(spec);
  const Term roots[] = {term(spec, "create.add(x).add(y).add(i).delete(x)")};
  const Tree tree = build_tree(spec, conditions, roots);
  for (std::size_t i = 0; i < tree.paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<Fact> both = tree.paths[i].conditions;
      both.insert(both.end(), tree.paths[j].conditions.begin(), tree.paths[j].conditions.end());
      EXPECT_EQ(conditions.check(both).kind, Feasibility::Kind::Unsatisfiable) << i << " and " << j;
    }
  }
}

std::string tree_of(const Specification& spec, const std::string& text) {
  Conditions conditions(spec);
  const Term roots[] = {term(spec, text)};
  return tree_text(spec, build_tree(spec, conditions, roots));
}

const std::string kTreeHead =
    "class C export create, add constructor create; add(x: Integer); observer f(n: Integer): Integer; g(n: Integer): "
    "Integer; same(x, y: Integer): Boolean; var A: C; n, x, y: Integer; axiom ";

TEST(Tree, AValueThatAnAxiomNamesIsACondition) {
  const Specification spec = testing::from_text(kTreeHead + "A.f(0) -> 1; A.f(n) -> IF n = 0 THEN 1 ELSE 2;");
  EXPECT_EQ(tree_of(spec, "A.f(n)"), "A.f(n)\n  not (n = 0)\n    -> 2\n  n = 0\n    -> 1\n");
  const Specification twice = testing::from_text(kTreeHead + "A.add(x).add(x) -> A.add(x);");
  EXPECT_EQ(tree_of(twice, "create.add(x).add(y)"),
            "create.add(x).add(y)\n  not (y = x)\n    -> create.add(x).add(y)\n  y = x\n    -> create.add(y)\n");
  EXPECT_EQ(tree_of(twice, "create.add(1).add(y)"),
            "create.add(1).add(y)\n  not (y = 1)\n    -> create.add(1).add(y)\n  y = 1\n    -> create.add(y)\n");
}

// A division by zero in the branch that is not taken cuts no path.
TEST(Tree, OnlyTheBranchThatIsTakenHasToBeDefined) {
  const Specification spec =
      testing::from_text(kTreeHead + "A.f(n) -> IF (IF n = 0 THEN 7 ELSE 10 / n) = 7 THEN 1 ELSE 2;");
  const std::string tree = tree_of(spec, "A.f(n)");
  EXPECT_THAT(tree, ::testing::HasSubstr("    -> 1\n"));
  EXPECT_THAT(tree, ::testing::HasSubstr("    -> 2\n"));
}

TEST(Tree, WhatIsDroppedThoughItMayBeAnErrorIsSaid) {
  const Specification spec = testing::from_text(kTreeHead + "A.f(n) -> 0; A.g(n) -> n;");
  EXPECT_EQ(tree_of(spec, "A.f(n + 1)"), "A.f(n + 1)\n  always\n    if n + 1 is no error\n    -> 0\n");
  EXPECT_EQ(tree_of(spec, "A.g(n + 1)"), "A.g(n + 1)\n  always\n    -> n + 1\n");
}

TEST(Tree, AHugeTreeIsBoundedAndSaysSo) {
  const Specification spec = example("priority_queue");
  Conditions conditions(spec);
  const Term roots[] = {term(spec, "A.eqn(B)")};
  const Tree tree = build_tree(spec, conditions, roots, {.paths = 20, .decisions = 30, .steps = 1000});
  EXPECT_FALSE(tree.bounded.empty());
}

TEST(Generate, EquivalentCasesOfAllPathsAndDifferentOnesBetweenThem) {
  const Specification spec = example("priority_queue");
  Conditions conditions(spec);
  const Cases cases = cases_of_term(spec, conditions, term(spec, "create.add(x).add(y).delete"));
  EXPECT_EQ(cases.unsatisfiable, 1u);
  int equivalent = 0, different = 0;
  for (const Case& one : cases.cases) {
    EXPECT_EQ(are_equivalent(spec, one.first, one.second), std::optional(one.equivalent));
    ++(one.equivalent ? equivalent : different);
  }
  EXPECT_GE(equivalent, 3);  // two paths, and the boundary x = y
  EXPECT_EQ(different, 2);
}

TEST(Generate, SystematicCasesAreTrueAndBounded) {
  for (const std::string& name : testing::example_names()) {
    const Specification spec = example(name);
    Conditions conditions(spec);
    const Cases cases = systematic_cases(spec, conditions, {.length = 2, .most = 300});
    EXPECT_GT(cases.cases.size(), 5u) << name;
    for (const Case& one : cases.cases) {
      EXPECT_EQ(are_equivalent(spec, one.first, one.second), std::optional(one.equivalent))
          << name << ": " << cases_text(spec, {one});
      EXPECT_TRUE(is_executable(spec, one.first) && is_executable(spec, one.second)) << cases_text(spec, {one});
    }
  }
  const Specification spec = example("deque");
  Conditions conditions(spec);
  EXPECT_FALSE(systematic_cases(spec, conditions, {.length = 6, .most = 50}).bounded.empty());
}

TEST(Generate, DuplicatesAreAmongTheValues) {
  const Specification spec = example("multiset");
  Conditions conditions(spec);
  const Cases cases = cases_of_term(spec, conditions, term(spec, "create.add(x).add(y).remove(x)"));
  bool found = false;
  for (const Case& one : cases.cases) {
    const auto& arguments = (*spec.terms)[one.first].arguments;
    const Term last = arguments[1], second = (*spec.terms)[arguments[0]].arguments[1];
    found = found || last == second;
  }
  EXPECT_TRUE(found);
}

TEST(Generate, RandomCasesAreReproducibleAndHaveTheirLength) {
  const Specification spec = example("priority_queue");
  const Cases cases = random_cases(spec, {.count = 50, .length = 10, .range = 5, .mix = 3, .seed = 4});
  ASSERT_EQ(cases.cases.size(), 50u);
  EXPECT_EQ(texts(spec, cases),
            texts(spec, random_cases(spec, {.count = 50, .length = 10, .range = 5, .mix = 3, .seed = 4})));
  EXPECT_NE(texts(spec, cases),
            texts(spec, random_cases(spec, {.count = 50, .length = 10, .range = 5, .mix = 3, .seed = 5})));
  std::size_t adds = 0, deletes = 0;
  for (const std::string& text : texts(spec, cases)) {
    const std::string first = text.substr(0, text.find(", "));
    const auto count = [&](const std::string& word) {
      std::size_t n = 0;
      for (std::size_t at = first.find(word); at != std::string::npos; at = first.find(word, at + 1)) ++n;
      return n;
    };
    EXPECT_EQ(count(".add(") + count(".delete"), 10u) << first;
    adds += count(".add(");
    deletes += count(".delete");
  }
  EXPECT_GT(adds, 2 * deletes);
  EXPECT_LT(adds, 5 * deletes);
}

// Errors are passed on: a sequence with one in it would say nothing about what comes after.
TEST(Generate, RandomSequencesLeadToErrorsOnlyAtTheirEnd) {
  const Specification spec = example("sorted_list");
  const Cases cases = random_cases(spec, {.count = 60, .length = 12, .range = 1000, .mix = 1, .seed = 4});
  ASSERT_EQ(cases.cases.size(), 60u);
  Rewriter rewriter(spec);
  std::set<std::string> places;
  std::size_t errors = 0;
  for (const Case& one : cases.cases) {
    const Term before = (*spec.terms)[one.first].arguments[0];
    EXPECT_FALSE(spec.terms->is_error(rewriter.normalize(before).result)) << to_text(*spec.terms, one.first);
    const bool is_error = spec.terms->is_error(rewriter.normalize(one.first).result);
    if (is_error) {
      EXPECT_EQ(to_text(*spec.terms, rewriter.normalize(before).result), "create");
      ++errors;
    }
    const std::string text = to_text(*spec.terms, one.first);
    if (const auto at = text.rfind(".delete("); !is_error && at != std::string::npos)
      places.insert(text.substr(at + 8, text.find(')', at) - at - 8));
  }
  EXPECT_GT(places.size(), 3u);  // not only the first
  EXPECT_LT(errors, 12u);
}

TEST(Generate, DifferentRandomCasesAreToldApartByEqn) {
  const Specification spec = example("priority_queue");
  const Cases cases =
      random_cases(spec, {.count = 20, .length = 6, .range = 50, .mix = 3, .seed = 4, .different = true});
  ASSERT_EQ(cases.cases.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(cases.cases[i].equivalent, i % 2 == 0);
    EXPECT_EQ(are_equivalent(spec, cases.cases[i].first, cases.cases[i].second), std::optional(i % 2 == 0));
  }
}

TEST(Generate, AnotherOrderIsEquivalentAlthoughTheTermsDiffer) {
  const Specification spec = example("priority_queue");
  EXPECT_EQ(are_equivalent(spec, term(spec, "create.add(5).add(3)"), term(spec, "create.add(3).add(5)")),
            std::optional(true));
}

}  // namespace
}  // namespace forall::spec
