// Values that go into and come out of a call that axioms stand in for: those it is recorded with, and those made up.
#pragma once

#include "runtime/call_writer.h"
#include "runtime/inputs.h"
#include "runtime/stand_in_texts.h"

namespace forall::runtime {

// The memory that a parameter's slot refers to. Decides which it is, builds objects that do not exist yet, and decides
// lengths of texts: afterwards, reading the value decides nothing and runs no code.
void* find_argument(const StandInValue& value, void* slot, StaticSite* site);

// Appends the parts of the value. Parts that cannot be compared are left out, and `is_comparable` becomes false.
void add_parts(CallWriter& call, const StandInValue& value, const void* memory, const Parts& parts, bool& is_comparable,
               const StaticSite* site);
// Remembers a pointer, which a later result may be.
void see_pointer(const StandInValue& value, const void* memory, const StaticSite* site);

// Makes up a value: one input for each part of it, written to memory, and an operand each. `name` is that of the input;
// a value of one part takes it as it is.
void make_value(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts);
// A neutral value, for use outside an exploration.
void clear_value(const StandInValue& value, void* memory);
// Does the value differ from the operands, from `first` on?
bool differs(const StandInValue& value, const void* memory, u32 first, u32 count);

}  // namespace forall::runtime
