// Where the constants of a closed test go: into the code under test, or only into what is expected of it.
#pragma once

#include <string>
#include <vector>

#include "frontend/read_tests.h"

namespace forall::frontend {

// Input: it reaches the code under test. Expected: it reaches only an assertion. Fixed: it is a part of the test's
// structure, and `why` says which.
enum class ConstantRole { Input, Expected, Fixed };

// A constant expression of the test, as large as possible: `-5`, `2 * kSize`, `INT_MIN`, `"abc"`.
struct Constant {
  LiteralKind kind = LiteralKind::Integer;
  ConstantRole role = ConstantRole::Fixed;
  SourceRange range;
  std::string text;   // as in the source
  std::string type;   // that its place needs, as C++ source: "int", "std::string", "ns::Color"
  std::string value;  // of an integer, a character and an enumerator: decimal; of a string its bytes; else `text`
  std::string name;   // of the parameter or the variable that it initialises; empty: it has none
  std::string named;  // the constant that it is, qualified, if it is nothing else: "kHello"
  std::string why;    // Fixed
};

// EXPECT_EQ(a, b) << "message"; or CHECK(a == b); or assert(a == b);
struct Assertion {
  std::string macro;
  SourceRange whole;  // with its semicolon
  std::vector<SourceRange> arguments;
  unsigned line = 0;
};

enum class Framework { GoogleTest, Catch2, None };

struct TestFlow {
  SourceTest test;
  Framework framework = Framework::GoogleTest;
  std::string macro;                // "TEST", "TEST_F", "TEST_P", "TEST_CASE", ...; None: empty
  std::string title;                // Catch2: "lists grow: at the end", of which suite and name are made
  std::string fixture;              // Catch2: the class of a TEST_CASE_METHOD
  std::vector<SourceRange> cuts;    // Catch2: what of the body is not of this test, which is for one of its sections
  std::string type;                 // TYPED_TEST: the type that it is for, as C++ source
  std::string instances;            // TEST_P: what makes its parameters, as C++ source: "testing::Values(1, 2)"
  std::size_t instance = 0;         // which of them it is for
  std::size_t number = 0;           // of this instance among all of the suite
  std::string left_out;             // the last one: which instances there are besides, if any
  std::vector<Constant> constants;  // in the order of the source
  std::vector<Assertion> assertions;
  std::vector<std::string> names;  // that the body uses, without those of members
  std::string problem;             // why nothing in it can be promoted, whatever it has
};

// The tests of the file itself, in its order; a TYPED_TEST once for each of its types, a TEST_P for each of its first
// instances (kMostInstances), a TEST_CASE for each of its innermost sections. If there are none: its functions without
// parameters that assert something.
inline constexpr std::size_t kMostInstances = 4;
std::vector<TestFlow> read_flows(const Parsed& parsed);

}  // namespace forall::frontend
