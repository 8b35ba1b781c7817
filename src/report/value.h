// Values in the notation of their C++ type: 42, -1, 'a', '\n', true. Needs expr's arithmetic, but not its library.
#pragma once

#include <string>

#include "expr/bits.h"
#include "testcase/records.h"

namespace forall::report {

std::string decimal(testcase::ScalarKind kind, unsigned width, abi::Bits value);
std::string value_notation(testcase::ScalarKind kind, unsigned width, abi::Bits value);

}  // namespace forall::report
