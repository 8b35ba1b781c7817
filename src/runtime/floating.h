// Floating-point values: the operators of abi/operators.def over bit patterns, and what is built from them.
#pragma once

#include "abi/floating.h"
#include "runtime/value.h"

namespace forall::runtime {

Value is_nan(Value a);
Value float_equal(Value a, Value b);
Value float_less(Value a, Value b);
Value float_less_equal(Value a, Value b);

}  // namespace forall::runtime
