// Symbolic references, by lazy initialisation.
//
// A pointer is a 64-bit input p. When it is made, a block of the heap is reserved for its own object. Its values are
//
//   null  |  its own object A  |  any object A' known before whose class fits, if the pointer that A' is reserved for
//                                 points to it
//
// and this is assumed in one condition, without a decision between them. So a shape of the heap has one description:
// an object belongs to the first pointer that points to it. Comparing pointers is comparing numbers. Where one is
// dereferenced, its value is decided (memory.cpp); the first access to a reserved block, by whatever pointer, builds
// its object, which makes inputs for its parts, among them further pointers. Flags of reserved blocks are set, as those
// of freed ones are, so every access of instrumented code is seen.
//
// Blocks that were freed in the meantime stay candidates: the inputs describe memory as it was before the test began.
//
// The dynamic type of an object is one more input, t, if there is a choice. A class can be at different offsets in its
// subtypes; the object begins where its block begins, so p is the block's address + the offset for t. It is decided when
// the object is built. Numbers that all subtypes have at the same place are made before that where they are read: the
// block stays reserved, and the object keeps them when it is built.
//
// When as many objects are built as the request allows, all other pointers are constrained not to point to their own
// objects.
#include "runtime/references.h"

#include <cstdio>
#include <cstring>

#include "forall/engine.h"
#include "runtime/address_numbers.h"
#include "runtime/callback.h"
#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/inputs.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/object_types.h"
#include "runtime/remembered.h"
#include "runtime/run.h"
#include "runtime/trace.h"

extern "C" void* __forall_model_new(std::size_t size);
extern "C" void* __forall_model_new_aligned(std::size_t size, std::size_t alignment);

namespace forall::runtime {

namespace {

constexpr u32 kMostReferences = 1u << 12;

// An object, and the pointer that it is reserved for.
struct Reference {
  const ForallClass* type;  // of the pointer
  u64 base;                 // where the object begins
  Value pointer;            // concrete: it can only be this object
  Value subtype;            // number of the dynamic type
  u32 record;               // in the table of objects
  bool is_built;
  bool is_owner;  // the pointer deletes what it points to
  u64 made;       // which of the shared members of its type are inputs already, one bit for each
};
Reference references[kMostReferences];
u32 reference_count = 0;
u32 built_count = 0;  // objects that were built for pointers
u32 depth = 0;        // of objects that are being built
constexpr u32 kDeepest = 128;

// The shared members of the object that is being built, with the values they had before.
constexpr unsigned kMostShared = 16;
struct KeptMember {
  u64 address;
  Value value;
};
struct KeptMembers {
  KeptMember members[kMostShared];
  unsigned count = 0;
  const KeptMembers* outer;  // of the object whose building led to this one's
};
const KeptMembers* kept_members = nullptr;
constexpr std::size_t kDefaultLength = 6;  // if the explorer does not say

unsigned subtypes_of(const ForallClass* type) { return type->subtype_count == 0 ? 1 : type->subtype_count; }
const ForallClass* subtype(const ForallClass* type, u64 k) {
  return type->subtype_count == 0 ? type : type->subtypes[k];
}
u64 offset_in(const ForallClass* type, u64 k) {
  return type->subtype_count == 0 ? 0 : static_cast<u64>(type->offsets[k]);
}

// A node that was decided in the meantime is a constant.
Value now(Value v) { return v.symbolic() ? known(v.id) : v; }

// The value of a pointer of this type to an object of the dynamic type t.
Value address_in(const ForallClass* type, u64 base, Value t) {
  const unsigned count = subtypes_of(type);
  t = now(t);
  if (!t.symbolic()) return concrete(base + offset_in(type, static_cast<u64>(t.bits)), 64);
  Value address = concrete(base + offset_in(type, count - 1), 64);
  for (unsigned k = count - 1; k-- > 0;) {
    address = ite(equals(t, U128{k}), concrete(base + offset_in(type, k), 64), address);
  }
  return address;
}

Value own_address(const Reference& r) { return address_in(r.type, r.base, r.subtype); }
Value points_to_own(const Reference& r) { return equals(now(r.pointer), own_address(r)); }

Value both(Value a, Value b) { return binary(Op::And, a, b); }
Value either(Value a, Value b) { return binary(Op::Or, a, b); }

// One value that a pointer may have, under a condition.
struct Candidate {
  Value address;
  Value condition;
};
constexpr unsigned kMostCandidates = 4096;
Candidate candidates[kMostCandidates];
unsigned candidate_count = 0;

void add_candidate(Value address, Value condition) {
  if (!condition.symbolic() && !condition.truth()) return;
  if (candidate_count == kMostCandidates) cut_run(abi::Fault::TraceFull, nullptr);
  candidates[candidate_count++] = {address, condition};
}

// Does no owner among the pointers point into the object? A base class need not be at its start.
Value has_no_owner(const Reference& r, u32 others) {
  Value none = concrete(1, 1);
  const U128 size = heap_object(r.base).size;
  for (u32 i = 0; i < others; ++i) {
    if (!references[i].is_owner) continue;
    const Value offset = binary(Op::Sub, now(references[i].pointer), U128{r.base});
    none = both(none, logical_not(binary(Op::Ult, offset, size)));
  }
  return none;
}

// All ways in which a pointer of this type can point to the object.
void add_aliases(const ForallClass* type, const Reference& r, Value condition) {
  const Value exists = both(points_to_own(r), condition);
  if (r.type == type) return add_candidate(own_address(r), exists);
  const Value t = now(r.subtype);
  for (unsigned k = 0; k < subtypes_of(r.type); ++k) {
    for (unsigned m = 0; m < subtypes_of(type); ++m) {
      if (subtype(r.type, k) != subtype(type, m)) continue;
      add_candidate(concrete(r.base + offset_in(type, m), 64), both(exists, equals(t, U128{k})));
    }
  }
}

bool may_be(U128 value) {
  for (unsigned i = 0; i < candidate_count; ++i) {
    if (candidates[i].condition.truth() && candidates[i].address.bits == value) return true;
  }
  return false;
}

Value is_a_candidate(Value pointer) {
  Value any = concrete(0, 1);
  for (unsigned i = 0; i < candidate_count; ++i) {
    any = either(any, both(equals(pointer, candidates[i].address), candidates[i].condition));
  }
  return any;
}

// Whether only one value is possible, whatever the other inputs are.
bool is_forced() {
  return candidate_count == 1 && !candidates[0].condition.symbolic() && !candidates[0].address.symbolic();
}

[[noreturn]] void no_room() {
  add_ledger(abi::LedgerKind::TraceFull, nullptr, "too many objects");
  cut_run(abi::Fault::TraceFull, nullptr);
}

// A block that `delete` accepts, large enough for every dynamic type.
u64 reserve(const ForallClass* type) {
  std::size_t size = 1, alignment = 1;
  for (unsigned k = 0; k < subtypes_of(type); ++k) {
    const ForallClass* dynamic = subtype(type, k);
    if (dynamic->size > size) size = dynamic->size;
    if (dynamic->alignment > alignment) alignment = dynamic->alignment;
  }
  ++g.building;
  const void* block = alignment <= 16 ? __forall_model_new(size) : __forall_model_new_aligned(size, alignment);
  --g.building;
  if (!in_arena(reinterpret_cast<u64>(block))) {
    add_ledger(abi::LedgerKind::UnsupportedCode, nullptr,
               "the program's own operator new returned memory that inputs cannot be built in");
    block = heap_allocate(size, alignment);
    if (block == nullptr) no_room();
  }
  return reinterpret_cast<u64>(block);
}

// As testcase/names.h: "head" -> "*head", "&list" -> "list".
Text object_name(const char* pointer) {
  return pointer[0] == '&' ? Text().add(pointer + 1) : Text().add("*").add(pointer);
}

// "p" -> "p.dynamic_type", "*head" -> "head->dynamic_type".
Text type_name(const char* object) {
  const bool pointed = object[0] == '*';
  return Text().add(pointed ? object + 1 : object).add(pointed ? "->" : ".").add("dynamic_type");
}

Reference& add_reference(const ForallClass* type, u64 base, const char* name, u64 dynamic) {
  if (reference_count == kMostReferences) no_room();
  const ForallClass* actual = subtype(type, dynamic);
  const abi::ObjectRecord record = {base, actual->size, add_string(name), add_string(actual->spelling), 0, 0};
  const u32 index = g.header->objects.count;
  if (!append(g.header->objects, g.objects, record)) no_room();
  Reference& r = references[reference_count++];
  r = {type, base, concrete(base + offset_in(type, dynamic), 64), concrete(dynamic, 32), index, false, false, 0};
  return r;
}

bool objects_are_used_up() {
  const u32 most = g.header->request.objects;
  return most != 0 && built_count >= most;
}

// Imposes a limit on this path. A run beyond it ends; the explorer finds one within it.
void hold_bound(Value condition, abi::LedgerKind limit, const char* beyond) {
  if (condition.symbolic()) hold(condition, limit_site(limit, beyond), abi::DecisionKind::Bound);
  if (condition.truth()) return;
  end_run(abi::OutcomeKind::Discarded, abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

// The constant in "x <= constant"; width 0 for any other condition.
Value limit_of(Value condition) {
  if (!condition.symbolic()) return {};
  const abi::Node& node = g.nodes[condition.id];
  const bool is_limit = node.op == Op::Ule && g.nodes[node.b].op == Op::Const;
  if (is_limit) return node_value(node.b);
  const bool is_strict = node.op == Op::Ult && g.nodes[node.b].op == Op::Const && g.nodes[node.b].value.lo != 0;
  return is_strict ? concrete(g.nodes[node.b].value.lo - 1, 64) : Value{};
}

void hold_object_bound(const Reference& r) {
  char text[80];
  std::snprintf(text, sizeof text, "more than %u objects that pointers point to", g.header->request.objects);
  const Value fresh = points_to_own(r);
  if (!fresh.symbolic()) return;  // there is no choice to limit
  hold_bound(logical_not(fresh), abi::LedgerKind::ObjectBound, text);
}

// Is the class at one place in all its subtypes?
bool has_fixed_place(const ForallClass* type) {
  for (unsigned k = 1; k < subtypes_of(type); ++k) {
    if (offset_in(type, k) != offset_in(type, 0)) return false;
  }
  return true;
}

unsigned shared_count(const ForallClass* type) {
  return type->shared_count < kMostShared ? type->shared_count : kMostShared;
}

u64 address_of_member(const Reference& r, unsigned i) {
  return r.base + offset_in(r.type, 0) + static_cast<u64>(r.type->shared[i].offset);
}

void make_shared_member(Reference& r, unsigned i) {
  const ForallMember& member = r.type->shared[i];
  const char* name = __forall_member_name(g.strings + g.objects[r.record].name, member.name);
  auto* address = reinterpret_cast<void*>(address_of_member(r, i));
  __forall_input(address, member.bytes, member.width, member.kind, name, member.type, 0, 0, false);
  r.made |= u64{1} << i;
}

KeptMembers keep_shared_members(const Reference& r) {
  KeptMembers kept;
  kept.outer = kept_members;
  for (unsigned i = 0; i < shared_count(r.type); ++i) {
    if ((r.made >> i & 1) == 0) continue;
    const u64 address = address_of_member(r, i);
    const auto bytes = static_cast<unsigned>(r.type->shared[i].bytes);
    kept.members[kept.count++] = {address, shadow_load(reinterpret_cast<void*>(address), bytes, nullptr)};
  }
  return kept;
}

void build(Reference& r, StaticSite* site) {
  if (r.is_built) return;
  if (depth == kDeepest) no_room();
  ++depth;
  r.is_built = true;
  heap_mark_built(r.base);
  const CallbackScope scope;
  decide_value(r.subtype, site, abi::DecisionKind::Value);
  const auto dynamic = static_cast<u64>(r.subtype.bits);
  const ForallClass* type = subtype(r.type, dynamic);
  abi::ObjectRecord& record = g.objects[r.record];
  heap_shrink(r.base, type->size);
  record.is_built = 1;
  ++built_count;
  if (objects_are_used_up()) {
    for (u32 i = 0; i < reference_count; ++i) {
      if (!references[i].is_built) hold_object_bound(references[i]);
    }
  }
  const KeptMembers kept = keep_shared_members(r);
  kept_members = &kept;
  ++g.building;
  call_build(type, reinterpret_cast<void*>(r.base), g.strings + record.name);
  --g.building;
  kept_members = kept.outer;
  remember_built(r.base);
  --depth;
}

// Outside of runs there are no inputs: null, or an object with default values.
void* pointer_outside_of_runs(const char* name, const ForallClass* type, unsigned flags) {
  if ((flags & FORALL_MAY_BE_NULL) != 0 || (flags & FORALL_MAY_BE_FRESH) == 0) return nullptr;
  const ForallClass* dynamic = subtype(type, 0);
  const u64 base = reserve(dynamic);
  dynamic->build(dynamic, reinterpret_cast<void*>(base), object_name(name).c_str());
  return reinterpret_cast<void*>(base + offset_in(type, 0));
}

// The values that the pointer may have: null, then its own object, then all others.
void find_candidates(const ForallClass* type, unsigned flags, const Reference* own, u32 others) {
  candidate_count = 0;
  if ((flags & FORALL_MAY_BE_NULL) != 0) add_candidate(concrete(0, 64), concrete(1, 1));
  if (own != nullptr) add_candidate(own_address(*own), concrete(1, 1));
  if ((flags & FORALL_MAY_ALIAS) == 0) return;
  const bool owns = (flags & FORALL_OWNS) != 0;
  for (u32 i = 0; i < others; ++i) {
    add_aliases(type, references[i], owns ? has_no_owner(references[i], others) : concrete(1, 1));
  }
}

// The value that the explorer chose, if it is possible on this path; else the first possible one. An object beyond the
// limit is chosen only if there is nothing else.
U128 choose(u64 key, const Reference* own) {
  const bool spare = own != nullptr && objects_are_used_up();
  const U128 own_bits = own != nullptr ? own_address(*own).bits : 0;
  bool found = false;
  U128 first = 0;
  for (unsigned i = 0; i < candidate_count; ++i) {
    if (!candidates[i].condition.truth() || (found && (first != own_bits || !spare))) continue;
    first = candidates[i].address.bits;
    found = true;
  }
  if (!found) end_run(abi::OutcomeKind::Discarded, abi::Fault::None, nullptr, "", __builtin_return_address(0));
  const U128 chosen = chosen_value(key, expr::from_u128(first), 64);
  return may_be(chosen) && !(spare && chosen == own_bits) ? chosen : first;
}

Value new_subtype(const char* object, const ForallClass* type) {
  const InputName name(type_name(object).c_str());
  const unsigned count = subtypes_of(type);
  U128 bits = chosen_value(name.key, {0, 0}, 32);
  if (bits >= count) bits = 0;
  const Value input = new_input(name, "unsigned int", abi::ScalarKind::UInt, 32, bits);
  hold(binary(Op::Ult, input, U128{count}), inputs_site(), abi::DecisionKind::Assume);
  return input;
}

// Pointers returned by calls that axioms stand in for are numbers, but point to objects as well.
bool is_pointer(const abi::InputRecord& input) {
  const char* type = g.strings + input.type;
  const std::size_t size = std::strlen(type);
  return input.kind == abi::ScalarKind::Pointer || (input.is_choice != 0 && size > 0 && type[size - 1] == '*');
}

constexpr Kept kKept[] = {references, reference_count, built_count, depth, kept_members, candidates, candidate_count};

void begin() {
  reference_count = built_count = depth = 0;
  kept_members = nullptr;
}

}  // namespace

FORALL_MODULE(references) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

bool depends_on_reference(u32 id) {
  constexpr unsigned kMostSteps = 1024;
  u32 pending[64];
  unsigned count = 0;
  pending[count++] = id;
  for (unsigned step = 0; step < kMostSteps && count > 0; ++step) {
    const u32 next = pending[--count];
    const abi::Node& node = g.nodes[next];
    if (was_decided(next)) continue;
    if (node.op == Op::Input && !abi::is_unset_leaf(node) && is_pointer(g.inputs[node.a])) return true;
    if ((node.op == Op::Ite || node.op == Op::Add || node.op == Op::Sub) && count + 2 <= 64) {
      pending[count++] = node.op == Op::Ite ? node.c : node.a;
      pending[count++] = node.b;
    }
  }
  return false;
}

const char* type_of_reference(u32 id) {
  const abi::Node& node = g.nodes[id];
  const bool is_input = node.op == Op::Input && !abi::is_unset_leaf(node) && !was_decided(id);
  return is_input && is_pointer(g.inputs[node.a]) ? g.strings + g.inputs[node.a].type : "";
}

void build_object_at(u64 address, const StaticSite* site) {
  for (u32 i = 0; i < reference_count; ++i) {
    Reference& r = references[i];
    if (r.is_built || !heap_object(r.base).contains(address)) continue;
    return build(r, const_cast<StaticSite*>(site));
  }
}

bool read_shared_member(u64 address, u64 size) {
  for (u32 i = 0; i < reference_count; ++i) {
    Reference& r = references[i];
    if (r.is_built || !heap_object(r.base).contains(address)) continue;
    if (!has_fixed_place(r.type)) return false;
    for (unsigned k = 0; k < shared_count(r.type); ++k) {
      const u64 inner = address - address_of_member(r, k);
      const u64 bytes = r.type->shared[k].bytes;
      if (inner >= bytes || size > bytes - inner) continue;
      if ((r.made >> k & 1) == 0) make_shared_member(r, k);
      return true;
    }
    return false;
  }
  return false;
}

bool has_type_if_built(const void* pointer, const std::type_info& type) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (reference_count == 0 || !in_arena(address) || !heap_is_unbuilt(address)) return false;
  for (u32 i = 0; i < reference_count; ++i) {
    const Reference& r = references[i];
    if (r.is_built || !heap_object(r.base).contains(address)) continue;
    for (unsigned k = 0; k < subtypes_of(r.type); ++k) {
      const auto* whole = static_cast<const std::type_info*>(subtype(r.type, k)->type_info);
      if (whole == nullptr || !has_part(*whole, type, static_cast<std::ptrdiff_t>(address - r.base))) return false;
    }
    return true;
  }
  return false;
}

bool keep_shared_member(void* address, u64 size) {
  if (kept_members == nullptr) return false;
  for (unsigned i = 0; i < kept_members->count; ++i) {
    const KeptMember& member = kept_members->members[i];
    if (member.address != reinterpret_cast<u64>(address) || member.value.width != 8 * size) continue;
    std::memcpy(address, &member.value.bits, size);
    shadow_store(address, static_cast<unsigned>(size), member.value);
    return true;
  }
  return false;
}

void touch(const void* pointer, const StaticSite* site) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (reference_count == 0 || !g.in_run) return;
  if (in_arena(address) && heap_is_unbuilt(address)) build_object_at(address, site);
}

void build_what_is_pointed_to(const StaticSite* site) {
  for (u32 i = 0; i < reference_count; ++i) {  // building adds more
    if (!references[i].is_built && points_to_own(references[i]).truth()) {
      touch(reinterpret_cast<void*>(references[i].base), site);
    }
  }
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_bound(bool condition, const char* what) {
  const ModelCall call(&__forall_bound, "__forall_bound", 1);
  if (!g.in_run) return;
  const Value value = call.argument(0, condition ? 1 : 0, 1);
  const Value limit = limit_of(value);
  char text[200];
  if (limit.width == 0) {
    std::snprintf(text, sizeof text, "%s", what);
  } else {
    std::snprintf(text, sizeof text, "%s of more than %llu elements", what,
                  static_cast<unsigned long long>(limit.bits));
  }
  hold_bound(value, forall::abi::LedgerKind::LengthBound, text);
}

std::size_t __forall_length_bound() {
  const ModelCall call(&__forall_length_bound, "__forall_length_bound", 0);
  note_sized_input();
  return g.header == nullptr ? kDefaultLength : g.header->request.length;
}

std::size_t __forall_concrete(std::size_t value) {
  const ModelCall call(&__forall_concrete, "__forall_concrete", 1);
  return value;
}

void __forall_building(int delta) {
  const ModelCall call(&__forall_building, "__forall_building", 0);
  g.building += delta;
}

void __forall_is_made(void* object) {
  const ModelCall call(&__forall_is_made, "__forall_is_made", 0);
  const auto* type = __forall_state.allocated_type;
  __forall_state.allocated_type = nullptr;
  const u64 address = reinterpret_cast<u64>(object);
  if (g.in_run && in_arena(address) && heap_object(address).base == address) heap_set_type(address, type);
}

void __forall_pointer(void** address, const char* name, const ForallClass* type, unsigned flags) {
  const ModelCall call(&__forall_pointer, "__forall_pointer", 0);
  if (!g.in_run) {
    *address = pointer_outside_of_runs(name, type, flags);
    return;
  }
  const InputName unique(name);
  const u32 others = reference_count;
  Reference* own = nullptr;
  if ((flags & FORALL_MAY_BE_FRESH) != 0) {
    const Text object = object_name(unique.text.c_str());
    const u64 base = reserve(type);
    const Value dynamic = subtypes_of(type) > 1 ? new_subtype(object.c_str(), type) : concrete(0, 32);
    own = &add_reference(type, base, object.c_str(), static_cast<u64>(dynamic.bits));
    own->subtype = dynamic;
    heap_mark_unbuilt(base);
  }
  find_candidates(type, flags, own, others);
  const U128 bits = choose(unique.key, own);
  Value pointer = concrete(bits, 64);
  if (!is_forced()) {
    const Text spelling = Text().add(type->spelling).add("*");
    pointer = new_input(unique, spelling.c_str(), forall::abi::ScalarKind::Pointer, 64, bits);
    hold(is_a_candidate(pointer), inputs_site(), forall::abi::DecisionKind::Assume);
  }
  std::memcpy(address, &bits, sizeof *address);
  shadow_store(address, sizeof *address, pointer);
  if (own == nullptr) return;
  own->pointer = pointer;
  own->is_owner = (flags & FORALL_OWNS) != 0;
  if (objects_are_used_up()) hold_object_bound(*own);
  if (pointer.symbolic() || pointer.bits != own_address(*own).bits) return;
  if (subtypes_of(type) == 1) return build(*own, inputs_site());
  g.objects[own->record].is_built = 1;  // the case needs it, touched or not
}

}  // extern "C"
