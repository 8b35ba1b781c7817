// Loads, stores and symbolic addresses.
//
// An address whose object is known by its expression is split into object and offset. First "offset <= size - bytes" is
// decided, a check whose other side ends the run as out of bounds; then the offset is decided. Offsets do not depend on
// where a process has its stack or its globals, so paths mean the same in all of them. An address whose expression
// shows no object (a choice between pointers, say) is decided as it is: the solver lists the alternatives.
#include "runtime/memory.h"

#include <cstdio>

#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

[[noreturn]] void out_of_bounds(u64 address, u64 size, StaticSite* site, Object object, const void* caller) {
  char text[160];
  const auto offset = static_cast<long long>(address - object.base);
  std::snprintf(text, sizeof text, "access of %llu bytes at offset %lld of an object of %llu bytes",
                static_cast<unsigned long long>(size), offset, static_cast<unsigned long long>(object.size));
  end_run(abi::OutcomeKind::Crashed, abi::Fault::OutOfBounds, site, text, caller);
}

StaticSite* mutable_site(const void* site) { return const_cast<StaticSite*>(static_cast<const StaticSite*>(site)); }

}  // namespace

void resolve_address(const void* pointer, u32 id, u64 size, StaticSite* site, Object hint) {
  if (id == 0 || !deciding(site)) return;
  const u64 address = reinterpret_cast<u64>(pointer);
  const Value value = node_value(id);
  if (value.bits != address) {
    add_ledger(abi::LedgerKind::UndefinedValue, site, "an address");
    return;
  }
  const Object object = hint ? hint : object_of_expression(id);
  if (object) {
    const Value offset = binary(Op::Sub, value, U128{object.base});
    const bool fits = size <= object.size;
    const Value inside = fits ? binary(Op::Ule, offset, U128{object.size - size}) : concrete(0, 1);
    decide_condition(inside, site, abi::DecisionKind::Check);
    if (!inside.truth()) out_of_bounds(address, size, site, object, __builtin_return_address(0));
    decide_value(offset, site, abi::DecisionKind::Address);
    return;
  }
  if (!find_object(address)) add_ledger(abi::LedgerKind::ConcretizedAddress, site, "");
  if (g.randomized || g.arena_moved) {
    add_ledger(abi::LedgerKind::GlobalState, site, "addresses differ from process to process");
  }
  decide_value(value, site, abi::DecisionKind::Address);
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

u32 __forall_load(const void* address, u32 address_id, u32 bytes, const void* site, u64 base, u64 size) {
  if (!g.in_run) return 0;
  if (address_id != 0) resolve_address(address, address_id, bytes, mutable_site(site), {base, size});
  if (!may_be_symbolic(address, bytes)) return 0;
  return shadow_load(address, bytes, static_cast<const StaticSite*>(site)).id;
}

void __forall_store(const void* address, u32 address_id, u32 bytes, u32 value, u64 lo, u64 hi, const void* site,
                    u64 base, u64 size) {
  if (!g.in_run) return;
  if (address_id != 0) resolve_address(address, address_id, bytes, mutable_site(site), {base, size});
  void* target = const_cast<void*>(address);
  if (value != 0) {
    const Value stored = node_value(value);
    if (stored.bits == forall::expr::to_u128({lo, hi})) return shadow_store(target, bytes, stored);
    add_ledger(forall::abi::LedgerKind::UndefinedValue, static_cast<const StaticSite*>(site), "a stored value");
  }
  shadow_clear(address, bytes);
}

}  // extern "C"
