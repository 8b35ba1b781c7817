// Floating-point values: the operators of abi/operators.def over bit patterns, and what is built from them.
#pragma once

#include "abi/floating.h"
#include "runtime/value.h"

namespace forall::runtime {

Value is_nan(Value a);
Value float_equal(Value a, Value b);
Value float_less(Value a, Value b);
Value float_less_equal(Value a, Value b);

// fmin or fmax, which give `machine` here. On x86-64 compilers differ in the result, and an input says which it is.
Value minimum_or_maximum(Value a, Value b, bool least, U128 machine);

}  // namespace forall::runtime
