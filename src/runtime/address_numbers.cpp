#include "runtime/address_numbers.h"

#include "runtime/decide.h"
#include "runtime/extents.h"
#include "runtime/heap.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/pointer_pairs.h"
#include "runtime/promises.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/trace.h"
#include "runtime/type_layouts.h"

namespace forall::runtime {

namespace {

bool has_sized_inputs = false;            // containers and texts
const StaticSite* last_number = nullptr;  // where the last number was made

constexpr Kept kKept[] = {has_sized_inputs, last_number};

void begin() {
  has_sized_inputs = false;
  last_number = nullptr;
}

Value address_number(U128 bits) {
  const abi::Node node = {Op::Const, static_cast<u8>(Promise::Address), 64, 0, 0, 0, expr::from_u128(bits)};
  const u32 id = g.header->nodes.count;
  if (!append(g.header->nodes, g.nodes, node)) cut_run(abi::Fault::TraceFull, nullptr);
  return {bits, id, 64};
}

// A node of its own: that of the pointer has no mark.
Value as_number(Value pointer) {
  abi::Node node = g.nodes[pointer.id];
  if (node.op == Op::Input) {
    note_address();
    return pointer;
  }
  node.reserved = static_cast<u8>(Promise::Address);
  const u32 id = g.header->nodes.count;
  if (!append(g.header->nodes, g.nodes, node)) cut_run(abi::Fault::TraceFull, nullptr);
  return {pointer.bits, id, pointer.width};
}

bool is_known(Value v) { return is_address_number(v) && g.nodes[v.id].op == Op::Const; }

// What malloc and new promise. The blocks of inputs stand for objects anywhere.
constexpr u64 kAlignmentOfBlocks = 16;

bool is_allocated_by_program(u64 address) {
  const u64 block = in_arena(address) ? heap_live_block(address) : 0;
  return block != 0 && heap_live(block).site != abi::kNoSite;
}

// That of the number, pointer or part of a class at this place, as far as types are known.
u64 alignment_by_type(const Object& object, u64 address) {
  const abi::TypeLayout* type = type_of(object);
  u64 offset = address - object.base;
  if (type == nullptr || type->size == 0) return 1;
  offset %= type->size;
  while (type->count != 0) {
    const abi::TypePart* part = type->parts;
    const abi::TypePart* const end = part + type->count;
    while (part != end && offset - part->offset >= part->size) ++part;
    if (part == end || part->type == nullptr || part->type->size == 0) return 1;
    offset = (offset - part->offset) % part->type->size;
    type = part->type;
  }
  constexpr u64 kMost = 8;
  u64 alignment = 1;
  while (alignment < kMost && type->size % (2 * alignment) == 0) alignment *= 2;
  return offset % alignment == 0 ? alignment : 1;
}

// The lowest bits of the number that are the same wherever the object lies.
u64 specified_bits(u64 number) {
  // A flag in the lowest bits may be set.
  const u64 address = number & ~(kAlignmentOfBlocks - 1);
  if (is_allocated_by_program(address) || is_allocated_by_program(number)) return kAlignmentOfBlocks - 1;
  const Object object = object_of_pointer(number);
  return object ? alignment_by_type(object, number) - 1 : 0;
}

bool are_in_one_object(u64 a, u64 b) {
  const Object first = object_of_pointer(a);
  return first && first.base == object_of_pointer(b).base;
}

bool is_alive(u64 number) { return static_cast<bool>(object_of_pointer(number)); }

// Null is there, with and without flags, and no object.
constexpr u64 kFirstPage = 4096;

enum class Answer : u8 { Exact, Marked, Unspecified };

Answer answer_of_two(Op op, u64 a, u64 b) {
  switch (op) {
    case Op::Eq: return a == b || (is_alive(a) && is_alive(b)) ? Answer::Exact : Answer::Unspecified;
    case Op::Sub:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: return a == b || are_in_one_object(a, b) ? Answer::Exact : Answer::Unspecified;
    default: return Answer::Unspecified;
  }
}

Answer answer_with_number(Op op, bool is_left, u64 address, u64 number) {
  switch (op) {
    case Op::Eq: return number < kFirstPage ? Answer::Exact : Answer::Unspecified;
    case Op::Ult:
    case Op::Ule: return number <= kFirstPage ? Answer::Exact : Answer::Unspecified;
    case Op::Add:
    case Op::Or:
    case Op::Xor: return Answer::Marked;
    case Op::Sub: return is_left ? Answer::Marked : Answer::Unspecified;
    case Op::And: {
      const u64 specified = specified_bits(address);
      if ((number & ~specified) == 0) return Answer::Exact;
      return (~number & ~specified) == 0 ? Answer::Marked : Answer::Unspecified;
    }
    default: return Answer::Unspecified;
  }
}

}  // namespace

FORALL_MODULE(address_numbers) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

void note_sized_input() { has_sized_inputs = true; }

void note_address() {
  add_ledger(abi::LedgerKind::UnspecifiedValue, last_number,
             "a number made from an address: objects may lie elsewhere");
}

bool is_address_number(Value v) { return v.id != 0 && g.nodes[v.id].reserved == static_cast<u8>(Promise::Address); }

bool operate_on_addresses(Op op, Value& a, Value& b, Value& result) {
  const bool left = is_address_number(a), right = is_address_number(b);
  Answer answer = Answer::Unspecified;
  if (is_known(left ? a : b) && (left && right ? is_known(b) : !(left ? b : a).symbolic())) {
    const auto x = static_cast<u64>(a.bits), y = static_cast<u64>(b.bits);
    answer = left && right ? answer_of_two(op, x, y) : answer_with_number(op, left, left ? x : y, left ? y : x);
  }
  if (answer == Answer::Unspecified) {
    note_address();
    a = plain(a);
    b = plain(b);
    return false;
  }
  const unsigned width = op >= Op::Eq && op <= Op::Sle ? 1 : a.width;
  const U128 bits = expr::apply(op, width, a.width, a.bits, b.bits, 0, 0);
  result = answer == Answer::Exact ? concrete(bits, width) : address_number(bits);
  return true;
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

u64 __forall_model_address_number(const void* pointer) {
  const ModelCall call(&__forall_model_address_number, "__forall_model_address_number", 1);
  const auto address = reinterpret_cast<u64>(pointer);
  if (!g.in_run || address == 0) return address;
  last_number = call.site();
  const Value given = call.argument(0, address, 64);
  if (given.symbolic() && depends_on_reference(given.id)) {
    object_of(pointer, given.id, call.site());  // decides which object it is
  }
  const Value decided = call.argument(0, address, 64);
  if (decided.symbolic()) {
    call.give(as_number(decided));
  } else if (object_of_pointer(address)) {
    call.give(address_number(U128{address}));
  }
  return address;
}

void __forall_model_capacity_asked() {
  const ModelCall call(&__forall_model_capacity_asked, "__forall_model_capacity_asked", 0);
  if (!g.in_run || !has_sized_inputs) return;
  add_ledger(forall::abi::LedgerKind::UnspecifiedValue, call.site(), "the capacity of a container of the inputs");
}

const void* __forall_model_data_asked(const void* data) {
  const ModelCall call(&__forall_model_data_asked, "__forall_model_data_asked", 1);
  const auto address = reinterpret_cast<u64>(data);
  const Value given = call.argument(0, address, 64);
  if (!g.in_run) return data;
  if (given.symbolic()) {
    call.give(given);
    return data;
  }
  const Object block = in_arena(address) ? heap_object(address) : Object{};
  if (!block || block.base != address || !has_extent(block)) return data;
  const Value count = elements_of(block);
  const Value is_empty = equals(count, U128{0});
  return (is_empty.symbolic() ? branch_on(is_empty, call.site()) : is_empty.truth()) ? nullptr : data;
}

}  // extern "C"
