// Classes that axioms stand in for (abi/stand_ins.h): which they are in a run, and what their methods can throw.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/value.h"

namespace forall::runtime {

// Called for each decision in a run with stand-ins: one that depends on memory of their objects costs a ledger line.
void note_decision(Value value, const StaticSite* site);

// The bit of the class in abi::Request::stand_ins: classes are numbered in the order of their first registration.
u32 class_index(const char* key);
// As the axioms spell it, which is what a user writes.
const char* class_spelling(const abi::StandInClass& type);
// Is this the first registration of the suite for the class?
bool is_first_registration(const ForallAxioms* axioms);

// Do const methods of the class leave the state as it is, in this run?
bool is_deterministic(const abi::StandInClass& type);
// Is the class mocked, and may no mock throw in this method?
bool is_mock_that_never_throws(const abi::StandInClass& type, const char* method);

// The exceptions that methods of a class can throw, by number from 1 to count. The last stands for any exception that
// no axiom names.
struct Thrower {
  void (*function)();
  const char* missing;  // the type, if no code can throw it: then another is thrown
};
u32 thrower_count(const char* key);
Thrower thrower(const char* key, u32 number);

}  // namespace forall::runtime
