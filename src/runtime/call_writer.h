// The record of a call that axioms stand in for.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/value.h"

namespace forall::runtime {

using abi::OperandRole;
using abi::ScalarKind;
using abi::StandInClass;
using abi::StandInValue;

// Appends the operands of a call, in the order of their roles, then its record.
class CallWriter {
 public:
  void add(OperandRole role, ScalarKind kind, Value value, const char* name, u32 parameter);
  void add(const abi::OperandRecord& operand);
  void add_unequal(const char* name, u32 parameter);
  // The number of operands in the whole table.
  u32 count() const { return g.header->operands.count; }
  u32 finish(const char* method, const char* short_name, u32 flags, StaticSite* site);

 private:
  u32 first_ = g.header->operands.count;
};

// Does the value equal the operand?
bool is_operand(Value value, const abi::OperandRecord& operand);

// Memory of the run that the program did not allocate.
void* new_cell(std::size_t size);
// Writes this value and its expression to memory.
void write_value(void* memory, unsigned bytes, Value value);

}  // namespace forall::runtime
