// The GoogleTest tests of a source file, with the literals in them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/parse.h"

namespace forall::frontend {

// A part of the file that was parsed, in bytes.
struct SourceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const SourceRange&) const = default;
};

enum class LiteralKind { Integer, Floating, Boolean, Character, String };

struct Literal {
  LiteralKind kind = LiteralKind::Integer;
  SourceRange range;  // with the sign in front of a number
  std::string text;   // as in the source
  std::string type;   // "int", "const char[3]"
  std::string value;  // of integers and characters: decimal; of a string: its bytes; of the others: `text`
};

struct SourceTest {
  std::string suite;
  std::string name;
  bool is_fixture = false;  // TEST_F
  unsigned line = 0;
  SourceRange whole;              // from TEST to the closing brace
  SourceRange body;               // with its braces
  std::vector<Literal> literals;  // of the body, in its order; without those of a macro's definition
};

// The tests that TEST and TEST_F define in the file itself, in its order.
std::vector<SourceTest> read_tests(const Parsed& parsed);

}  // namespace forall::frontend
