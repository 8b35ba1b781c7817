#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "class_tests/exclusion.h"
#include "class_tests/forward.h"
#include "class_tests/pairs.h"
#include "class_tests/summary.h"
#include "class_tests/tests.h"

namespace forall::class_tests {
namespace {

Subject subject_of(const std::string& members) {
  const std::string file = testing::TempDir() + "/shared.h";
  std::ofstream(file) << "class A {\n" + members + "\n};\n";
  return make_subject(frontend::read_flow({file, "clang++-19", {"-std=c++20"}}, "A"), file);
}

constexpr const char* kCounted =
    "  static inline int n = 0; int x = 0; public:\n"
    "  void d() { x = 1; }\n  void inc() { ++n; }\n  int u() { return n == 1 ? x : 0; }";

TEST(Shared, SummariesHaveAGapThatNamesTheVariable) {
  EXPECT_THAT(known_gaps(subject_of(kCounted)), testing::ElementsAre(testing::HasSubstr("A::n")));
  EXPECT_THAT(known_gaps(subject_of("  static const int n = 0; int x = 0; public: int u() { return n == 1 ? x : 0; }")),
              testing::IsEmpty());
}

TEST(Shared, AProofKnowsNothingOfTheVariable) {
  const Subject subject = subject_of(kCounted);
  for (const Pair& pair : find_pairs(subject.flow)) {
    EXPECT_TRUE(pair.has_path);
    EXPECT_FALSE(is_excluded(subject.flow, pair, 60));
  }
}

TEST(Shared, AStaticMemberGoesFromAnyFunctionToAnyOther) {
  const Subject subject = subject_of(
      "  static inline int n = 0; public:\n  A() { int k = n; use(k); }\n  ~A() { n = 1; }\n"
      "  static void reset() { n = 2; }\n  void use(int) {}\n private:\n  void never() { n = 3; }");
  std::vector<bool> found;
  for (const Pair& pair : find_pairs(subject.flow)) found.push_back(pair.has_path);
  EXPECT_THAT(found, testing::ElementsAre(true, true, false));
}

TEST(Shared, PrivateFunctionsThatAreCalledForNoObjectOrAnotherAreEntered) {
  const auto paths = [](const std::string& members) {
    std::vector<bool> found;
    for (const Pair& pair : find_pairs(subject_of(members).flow)) found.push_back(pair.has_path);
    return found;
  };
  EXPECT_THAT(paths("  static inline int n = 0;\n  static void bump() { n = 1; }\n public:\n  void f() { bump(); }\n"
                    "  int g() const { return n; }"),
              testing::ElementsAre(true));
  EXPECT_THAT(paths("  int x;\n  void set() { x = 1; }\n public:\n  void poke(A& other) { other.set(); }\n"
                    "  int g() const { return x; }"),
              testing::ElementsAre(true));
  EXPECT_THAT(paths("  int x;\n  void set() { x = 1; }\n public:\n  void f() { [this] { set(); }(); }\n"
                    "  int g() const { return x; }"),
              testing::ElementsAre(true));
  EXPECT_THAT(paths("  int x;\n  void set() { x = 1; }\n public:\n  void f() { set(); x = 2; }\n"
                    "  int g() const { return x; }"),
              testing::ElementsAre(false, true));
}

TEST(Shared, TestsRunInProcessesOfTheirOwn) {
  const Subject subject = subject_of(kCounted);
  std::size_t up = 0;
  while (subject.flow.methods[subject.operations[up].method].name != "inc") ++up;
  const std::vector<std::vector<Call>> sequences = {{{0, {}}, {up, {}}}};
  EXPECT_THAT(recorder_source(subject, "a.h", sequences, {}, {}), testing::HasSubstr("apart(sequence0);"));
  const Recorded recorded{sequences[0], {{.state = "x = 0"}, {.state = "x = 0"}}, {}};
  EXPECT_THAT(tests_source(subject, {}, {recorded}, {0}, "a.h", {}),
              testing::AllOf(testing::HasSubstr("EXPECT_EXIT((sequence1(), end())"), testing::HasSubstr("A::n")));
}

TEST(Marks, WhatWasCutHidesDefinitions) {
  Subject subject;
  subject.flow.nodes = {{"x", true, 0, 1, 1}, {"x", false, 0, 2, 1}};
  subject.flow.accesses = {{0}, {1}};
  EXPECT_EQ(executed_pairs(subject, accesses_of(subject, {0, 1})).size(), 1u);
  EXPECT_EQ(executed_pairs(subject, accesses_of(subject, {0, kMarksWereCut, 1})).size(), 0u);
  EXPECT_THAT(nodes_of(subject, {0, kMarksWereCut}), testing::ElementsAre(0u));
  EXPECT_TRUE(are_cut({0, kMarksWereCut}));
  EXPECT_FALSE(are_cut({0, kEndOfCall}));
}

}  // namespace
}  // namespace forall::class_tests
