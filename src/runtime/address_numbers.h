// Numbers that are made from addresses.
//
// Where an object lies is not for the test to know: the standard says no more than that different objects are in
// different places, aligned as their types ask for. Such a number is a node with a mark (promises.h). What follows from that
// is exact: comparisons with null, of objects that are alive, and within one object; differences within one object; bits
// below the alignment, also as room for flags; the way back to the pointer. Anything else costs a ledger line.
#pragma once

#include "runtime/value.h"

namespace forall::runtime {

bool is_address_number(Value v);
void note_address();
// A container or a text is an input of this run.
void note_sized_input();
// An operation with such an operand. True: this is the result. False: the operands are ordinary from now on.
bool operate_on_addresses(Op op, Value& a, Value& b, Value& result);

}  // namespace forall::runtime
