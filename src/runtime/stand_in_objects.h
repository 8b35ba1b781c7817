// Objects of classes that axioms stand in for.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/inputs.h"
#include "runtime/value.h"

namespace forall::runtime {

using abi::StandInClass;

// Their memory is opaque: the state fills the first words, which may be copied in any way, and the rest is unreadable.
// A decision on either costs a ledger line.
bool has_room(const StandInClass& type);  // for a state
Value state_of(const StandInClass& type, const void* object, const StaticSite* site);
bool has_state(const StandInClass& type, const void* object);  // is one there? Costs no ledger line
void set_state(const StandInClass& type, void* object, std::size_t size, Value state);
Value new_state(const StandInClass& type, const InputName& name, abi::InputOrigin origin);
void note_use_of_state(Value value, const StaticSite* site);  // in a run with stand-ins: does it depend on one?
void clear_object(const StandInClass& type, void* object, std::size_t size);

}  // namespace forall::runtime
