// Whether pointer arithmetic stays in its object. Each place remembers the last object that it was in, in a record that
// instrumented code compares with; only objects are remembered whose memory is not reused in the run.
#include "runtime/pointer_steps.h"

#include "abi/target_state.h"
#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/extents.h"
#include "runtime/flags.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/memory.h"
#include "runtime/module.h"
#include "runtime/objects.h"
#include "runtime/offsets.h"
#include "runtime/pointer_pairs.h"
#include "runtime/run.h"
#include "runtime/stack_memory.h"
#include "runtime/type_layouts.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::runtime::Object __start_forall_steps[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::runtime::Object __stop_forall_steps[];
}

namespace forall::runtime {

namespace {

constexpr unsigned kMostRemembered = 4096;
Object* remembered[kMostRemembered];  // the records that are not empty
unsigned remembered_count = 0;

constexpr Kept kKept[] = {remembered, remembered_count};

void start() {
  const auto count = static_cast<std::size_t>(__stop_forall_steps - __start_forall_steps);
  if (count > 0) ignore_in_leak_search(__start_forall_steps, count * sizeof(Object));
}

void fill(Object& record, const Object& object) {
  if (record.size == 0) {
    if (remembered_count == kMostRemembered) return;
    remembered[remembered_count++] = &record;
  }
  record = object;
}

// Nothing but 0 can be added to a null pointer.
void stay_null(u32 id, u64 address, StaticSite* site) {
  const Value stays = id != 0 ? binary(Op::Eq, node_value(id), U128{0}) : concrete(address == 0 ? 1 : 0, 1);
  if (stays.symbolic()) decide_condition(stays, site, abi::DecisionKind::Check);
  if (stays.truth()) return;
  end_run(abi::OutcomeKind::Crashed, abi::Fault::NullDereference, site, "an offset is added to a null pointer",
          __builtin_return_address(0), abi::OutcomeDetail::NullOffset);
}

// Decides that a pointer that is not only used for an access stays in the object, or that it does not.
bool stays_inside(u32 id, u64 address, const Object& object, StaticSite* site) {
  Value offset = concrete(address - object.base, 64);
  if (id != 0) {
    Sum sum = sum_of(id);
    sum.constant -= object.base;
    offset = sum.value();
    if (!offsets_of(sum, object.size).may_leave && !has_extent(object)) return true;
  }
  const Value inside = binary(Op::Ule, offset, U128{object.size});
  if (inside.symbolic()) decide_condition(inside, site, abi::DecisionKind::Check);
  if (!inside.truth() || !in_arena(object.base) || !has_extent(object)) return inside.truth();
  const Value in_elements = within_extent(object, offset, concrete(0, 64));
  if (in_elements.symbolic()) decide_condition(in_elements, site, abi::DecisionKind::Check);
  return in_elements.truth();
}

}  // namespace

void remember_object(Object* record, const Object& object) {
  const bool is_reused = !in_arena(object.base) && !is_kept_frame(object.base) && !find_global(object.base);
  if (record != nullptr && !is_reused && !(in_arena(object.base) && has_extent(object))) fill(*record, object);
}

void remember_everything(Object* record) { fill(*record, {0, ~u64{0}}); }

void forget_steps() {
  for (unsigned i = 0; i < remembered_count; ++i) *remembered[i] = {};
  remembered_count = 0;
}

FORALL_MODULE(pointer_steps) = {.phase = Phase::Tables, .keeps = kKept, .start = start, .begin_run = forget_steps};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_pointer_step(const void* from, u32 from_id, const void* to, u32 to_id, bool is_accessed,
                                      u64 element, const void* record, const void* where, u64 base, u64 size) {
  auto* site = const_cast<StaticSite*>(static_cast<const StaticSite*>(where));
  if (!g.in_run || g.threads) return;
  if (forall::abi::is_unset_id(to_id)) to_id = known(to_id).id;
  if (to_id == 0 && from == to) return;
  if (is_accessed && to_id != 0 && element == 0) return;  // the access decides it
  if (!deciding(site)) return;
  const Object object = base != 0 ? Object{base, size} : object_of(from, from_id, site);
  const u64 address = reinterpret_cast<u64>(to);
  if (to_id != 0 && node_value(to_id).bits != address) return;  // what made it so is in the ledger
  if (from == nullptr && !is_accessed) return stay_null(to_id, address, site);
  if (!object) return;
  const bool has_parts = element != 0 && from_id == 0;
  const Surroundings around =
      has_parts ? surroundings_of(object, reinterpret_cast<u64>(from), element) : Surroundings{object};
  // In a member, the address of an access must leave room for it. At the end of an object, the access itself is checked.
  const bool is_member = around.object.size < object.size;
  Object room = around.object;
  if (is_accessed && is_member) room.size -= element;
  if (is_accessed && to_id != 0) {
    if (is_member && !stays_inside(to_id, address, room, site))
      leave_object(address, around.object, true, site, __builtin_return_address(0));
    return;
  }
  if (is_accessed) {
    // An access that hits a guard is reported by its own check.
    if (address - room.base > room.size && first_closed(address, 1) != address)
      leave_object(address, around.object, true, site, __builtin_return_address(0));
  } else if (!stays_inside(to_id, address, room, site)) {
    return leave_object(address, around.object, false, site, __builtin_return_address(0));
  }
  if (from_id == 0 && to_id == 0 && around.is_certain)
    remember_object(static_cast<Object*>(const_cast<void*>(record)), room);
}
