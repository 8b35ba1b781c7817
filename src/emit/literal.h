// Values as C++ source: each literal has exactly the type and the value of its input, in any context.
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

// A scalar as a C++ expression of its own type: 3, 5UL, 'x', std::numeric_limits<int>::min(), static_cast<Color>(2).
// `spelling` is the type's name in the source; only enumerations need it.
std::string literal(testcase::ScalarKind kind, unsigned width, abi::Bits value, const std::string& spelling);

// The declaration of a local variable with the values of the inputs named after it ("a", "a[0]", "p.x"):
// `int a = 3;`, `std::array<int, 2> a{{1, 2}};`, `int a[2] = {1, 2};`, `Point p{1, 2};`. An input that the case does
// not have is zero. `variable` is the name in the source, `parameter.name` that of the inputs.
std::string declaration(const testcase::Parameter& parameter, const std::string& variable,
                        const std::vector<testcase::InputValue>& inputs);

// A string literal of the text.
std::string quoted(const std::string& text);

// A C++ type without what compilers write for unnamed namespaces: those are visible in the including file.
std::string source_spelling(std::string spelling);

}  // namespace forall::emit
