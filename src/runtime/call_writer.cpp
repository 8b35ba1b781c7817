#include "runtime/call_writer.h"

#include <cstring>

#include "runtime/heap.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

namespace forall::runtime {

void CallWriter::add(const abi::OperandRecord& operand) {
  if (!append(g.header->operands, g.operands, operand)) cut_run(abi::Fault::TraceFull, nullptr);
}

void CallWriter::add(OperandRole role, ScalarKind kind, Value value, const char* name, u32 parameter) {
  require_set(value, nullptr);
  add({role, kind, value.width, value.id, add_string(name), parameter, expr::from_u128(value.bits)});
}

void CallWriter::add_unequal(const char* name, u32 parameter) {
  add(OperandRole::Unequal, ScalarKind::UChar, concrete(0, 8), name, parameter);
}

u32 CallWriter::finish(const char* method, const char* short_name, u32 flags, StaticSite* site) {
  abi::CallRecord record{};
  record.method = add_string(method);
  record.site = site_index(site);
  record.decisions = g.header->decisions.count;
  record.first_operand = first_;
  record.operand_count = g.header->operands.count - first_;
  record.short_name = add_string(short_name);
  record.flags = flags;
  if (!append(g.header->calls, g.calls, record)) cut_run(abi::Fault::TraceFull, nullptr);
  return g.header->calls.count - 1;
}

bool is_operand(Value value, const abi::OperandRecord& operand) {
  return value.id == operand.node && expr::from_u128(value.bits) == operand.value;
}

void* new_cell(std::size_t size) {
  void* const memory = heap_allocate(size < 16 ? 16 : size);
  if (memory == nullptr) cut_run(abi::Fault::TraceFull, nullptr);
  return memory;
}

void write_value(void* memory, unsigned bytes, Value value) {
  std::memcpy(memory, &value.bits, bytes);
  shadow_store(memory, bytes, value);
}

}  // namespace forall::runtime
