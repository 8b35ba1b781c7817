// Classes that axioms stand in for (abi/stand_ins.h): which they are in a run, and what their methods can throw.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/value.h"

namespace forall::runtime {

// In a run with stand-ins, something was decided: memory of their objects is not to be looked at.
void note_decision(Value value, const StaticSite* site);

// The bit of the class in abi::Request::stand_ins: classes count in the order in which they are registered first.
u32 class_index(const char* key);
// As the axioms have it, which is what a user writes.
const char* class_spelling(const abi::StandInClass& type);
// Is this the first registration of the suite for the class?
bool is_first_registration(const ForallAxioms* axioms);

// What calls of the methods of a class can throw, by number: 1 is the first, count the last, which is any exception
// that no axiom names.
struct Thrower {
  void (*function)();
  const char* missing;  // the type, if nobody can throw it: then another is thrown
};
u32 thrower_count(const char* key);
Thrower thrower(const char* key, u32 number);

}  // namespace forall::runtime
