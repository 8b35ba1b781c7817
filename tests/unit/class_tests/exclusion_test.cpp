#include "class_tests/exclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace forall::class_tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kSeconds = 60;  // far more than any of these needs

frontend::ClassFlow flow_of(const std::string& file, const std::string& name) {
  return frontend::read_flow({file, "clang++-19", {"-std=c++20"}}, name);
}

// Lines of definition and use of the pairs that control flow allows and no sequence executes.
std::vector<std::string> excluded(const frontend::ClassFlow& flow) {
  std::vector<std::string> result;
  for (const Pair& pair : find_pairs(flow)) {
    if (pair.has_path && is_excluded(flow, pair, kSeconds))
      result.push_back(flow.nodes[pair.use].variable + " " + std::to_string(flow.nodes[pair.definition].line) + " " +
                       std::to_string(flow.nodes[pair.use].line));
  }
  return result;
}

std::vector<std::string> excluded(const std::string& members) {
  const std::string file = testing::TempDir() + "/excluded.h";
  std::ofstream(file) << "class A {\n" + members + "\n};\n";
  return excluded(flow_of(file, "A"));
}

std::string example(const char* name) { return std::string(FORALL_SOURCE_FOLDER) + "/examples/class/" + name; }

TEST(Exclusion, ContainersFollowTheirOwnRules) {
  EXPECT_THAT(excluded(flow_of(example("phone_book.h"), "PhoneBook")), ElementsAre("last_ 27 16"));
}

// The definitions in line 2 are used in line 3 only if n is 3, which the other methods prevent or allow.
TEST(Exclusion, AMemberThatNeverHasAValueIsExcluded) {
  EXPECT_THAT(excluded("  int n = 0, x = 0; public: void d() { x = 1; }\n  int u() { return n == 3 ? x : 0; }\n"
                       "  void step() { n = n == 2 ? 0 : n + 1; }\n"),
              ElementsAre("x 2 3", "x 2 3"));
  EXPECT_THAT(excluded("  int n = 0, x = 0; public: void d() { x = 1; }\n  int u() { return n == 3 ? x : 0; }\n"
                       "  void step() { n = n == 4 ? 0 : n + 1; }\n"),
              IsEmpty());
}

TEST(Exclusion, NumbersHaveAllValuesOfTheirTypes) {
  for (const char* type : {"unsigned char", "unsigned long long"}) {
    const std::string members = std::string("  ") + type + " n = 0; int x = 0; public: void d() { x = 1; }\n" +
                                "  int u() { return n == 200 ? x : 0; }\n";
    EXPECT_THAT(excluded(members + "  void set(" + type + " to) { n = to; }\n"), IsEmpty()) << type;
  }
}

TEST(Exclusion, UnsignedNumbersWrap) {
  const std::string use = "  int u() { return n == 255 ? x : 0; }\n";
  EXPECT_THAT(
      excluded("  unsigned char n = 0; int x = 0; public: void d() { x = 1; }\n" + use + "  void step() { --n; }\n"),
      IsEmpty());
}

TEST(Exclusion, WhatAnythingMayChangeHasNoValue) {
  const std::string begin =
      "  int n = 0; int x = 0; public: void d() { x = 1; }\n  int u() { return n == 3 ? x : 0; }\n";
  EXPECT_THAT(excluded(begin + "  int& give() { return n; }\n"), IsEmpty());
  EXPECT_THAT(excluded(begin + "  void set() { int& r = n; r = 3; }\n"), IsEmpty());
  EXPECT_THAT(excluded(begin + "  void set() { [&] { n = 3; }(); }\n"), IsEmpty());
  EXPECT_THAT(excluded(begin + "  static void of(A* a) { a->n = 3; }\n  void set() { of(this); }\n"), IsEmpty());
  EXPECT_THAT(excluded(begin + "  void set(A& other) { other.n = 3; }\n"), IsEmpty());
  EXPECT_THAT(excluded(begin + "  void unseen();\n"), IsEmpty());
}

TEST(Exclusion, ASequenceMayBeTooLong) {
  const frontend::ClassFlow flow = flow_of(example("coin_box.h"), "CoinBox");
  for (const Pair& pair : find_pairs(flow)) {
    const bool is_it = flow.nodes[pair.definition].line == 30 && flow.nodes[pair.use].line == 30;
    if (!is_it || flow.nodes[pair.use].variable != "totalQtrs") continue;
    EXPECT_TRUE(is_excluded(flow, pair, kSeconds, 6));  // CoinBox() addQtr() addQtr() vend() addQtr() addQtr() vend()
    EXPECT_FALSE(is_excluded(flow, pair, kSeconds, 7));
  }
}

}  // namespace
}  // namespace forall::class_tests
