// Values at the edge of a call that axioms stand in for: what the call is recorded with, and what is made up for it.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/inputs.h"
#include "runtime/value.h"

namespace forall::runtime {

using abi::OperandRole;
using abi::ScalarKind;
using abi::StandInClass;
using abi::StandInValue;

void start_stand_in_values();  // once per process
void begin_stand_in_values();  // before each run

// Appends the operands of a call, in the order of their roles, then its record.
class CallWriter {
 public:
  void add(OperandRole role, ScalarKind kind, Value value, const char* name, u32 parameter);
  void add(const abi::OperandRecord& operand);
  void add_unequal(const char* name, u32 parameter);
  // How many there are in the whole table.
  u32 count() const { return g.header->operands.count; }
  u32 finish(const char* method, const char* short_name, u32 flags, StaticSite* site);

 private:
  u32 first_ = g.header->operands.count;
};

// Objects of classes that axioms describe. What is in their memory is no business of anybody: the state fills the first
// words, which may be copied in any way, and what lies behind them is unreadable. A decision on it costs a ledger line.
bool has_room(const StandInClass& type);  // for a state
Value state_of(const StandInClass& type, const void* object, const StaticSite* site);
bool has_state(const StandInClass& type, const void* object);  // is one there? Costs no ledger line
void set_state(const StandInClass& type, void* object, std::size_t size, Value state);
Value new_state(const StandInClass& type, const InputName& name, bool is_choice);
void note_use_of_state(Value value, const StaticSite* site);  // in a run with stand-ins: does it depend on one?
void clear_object(const StandInClass& type, void* object, std::size_t size);

// The memory that a parameter's slot leads to. Decides which it is, builds what is not there yet, and decides lengths
// of texts: after it, reading the value decides nothing and runs no code.
void* find_argument(const StandInValue& value, void* slot, StaticSite* site);
void decide_text(const StandInValue& value, const void* memory, StaticSite* site);

// Appends what the value consists of. What cannot be compared is left out, and `is_comparable` becomes false.
struct Parts {
  const char* name;
  u32 parameter;
  OperandRole role = OperandRole::Argument;
};
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
