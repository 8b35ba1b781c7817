// Values as C++ source: each literal has exactly the type and the value of its input, in any context.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

// A scalar as a C++ expression of its own type: 3, 5UL, 'x', std::numeric_limits<int>::min(), static_cast<Color>(2).
// `spelling` is the type's name in the source; only enumerations need it.
std::string literal(testcase::ScalarKind kind, unsigned width, abi::Bits value, const std::string& spelling);
// Enumerators by name: ns::Color::Red. The type is called `type` in `enums`, and `spelling` in the test.
std::string named_literal(const base::Enums& enums, const std::string& type, testcase::ScalarKind kind, unsigned width,
                          abi::Bits value, const std::string& spelling);
inline std::string named_literal(const base::Enums& enums, const testcase::Type& type, abi::Bits value,
                                 const std::string& spelling) {
  return named_literal(enums, type.spelling, type.scalar, type.width, value, spelling);
}

// The prefix of a string literal of this character type, null where there are none.
const char* literal_prefix(testcase::ScalarKind kind);
// A string literal of characters of a type that has one: "abc", u"a\xd800" u"b", without the final zero.
std::string text_literal(testcase::ScalarKind kind, const std::vector<std::uint64_t>& characters);

// A string literal of the text.
std::string quoted(const std::string& text);

// A C++ type without what compilers write for unnamed namespaces: those are visible in the including file.
std::string source_spelling(std::string spelling);

}  // namespace forall::emit
