// Values at the edge of a call that axioms stand in for: what the call is recorded with, and what is made up for it.
#pragma once

#include "runtime/call_writer.h"
#include "runtime/inputs.h"
#include "runtime/stand_in_texts.h"

namespace forall::runtime {

// The memory that a parameter's slot leads to. Decides which it is, builds what is not there yet, and decides lengths
// of texts: after it, reading the value decides nothing and runs no code.
void* find_argument(const StandInValue& value, void* slot, StaticSite* site);

// Appends what the value consists of. What cannot be compared is left out, and `is_comparable` becomes false.
void add_parts(CallWriter& call, const StandInValue& value, const void* memory, const Parts& parts, bool& is_comparable,
               const StaticSite* site);
// Remembers a pointer, which a result may be.
void see_pointer(const StandInValue& value, const void* memory, const StaticSite* site);

// Makes up a value: one input for each part of it, written to memory, and an operand each. `name` is that of the input;
// a value of one part takes it as it is.
void make_value(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts);
// The value that means nothing, where there is no exploration.
void clear_value(const StandInValue& value, void* memory);
// Is the value not what the operands say, from `first` on?
bool differs(const StandInValue& value, const void* memory, u32 first, u32 count);

}  // namespace forall::runtime
