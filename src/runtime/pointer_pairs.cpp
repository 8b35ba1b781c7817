// Whether two pointers that are subtracted or ordered point into one object. The object of a symbolic pointer is that
// of the pointers in its expression; only if they point into several objects is the pointer decided.
#include "runtime/pointer_pairs.h"

#include <iterator>

#include "abi/target_state.h"
#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/objects.h"
#include "runtime/offsets.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

namespace forall::runtime {

namespace {

// Do all pointers in the expression point into one object? Null pointers do not matter.
bool has_one_object(u32 id, Object& object) {
  constexpr unsigned kMostSteps = 1024;
  u32 pending[64];
  unsigned count = 0;
  pending[count++] = id;
  object = {};
  for (unsigned step = 0; count > 0; ++step) {
    if (step == kMostSteps || count + 2 > std::size(pending)) return false;
    const u32 next = pending[--count];
    const abi::Node& node = g.nodes[next];
    if (node.op == Op::Const || was_decided(next)) {
      const Object found = object_of_pointer(node.value.lo);
      if (found && object && found.base != object.base) return false;
      if (found) object = found;
    } else if (node.op == Op::Ite || node.op == Op::Add) {
      pending[count++] = node.op == Op::Ite ? node.c : node.a;
      pending[count++] = node.b;
    } else if (node.op == Op::Sub) {
      pending[count++] = node.a;
    }
  }
  return true;
}

// Objects of the stack come and go without notice.
bool may_be_remembered(const Object& object) { return in_arena(object.base) || find_global(object.base); }

}  // namespace

Object object_of(const void* pointer, u32 id, StaticSite* site) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (abi::is_unset_id(id)) id = known(id).id;
  if (id == 0) return object_of_pointer(address);
  require_set(node_value(id), site);
  Object object;
  const bool is_decided = has_one_object(id, object) && !depends_on_reference(id);
  if (is_decided) return object && address - object.base <= object.size ? object : Object{};
  const Sum sum = sum_of(id);
  for (unsigned i = 0; i < sum.count; ++i) {
    const Value term = sum.terms[i];
    if (depends_on_reference(term.id) || chooses_pointer(term.id)) decide_value(term, site, abi::DecisionKind::Address);
  }
  return object_of_pointer(address);
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_pointer_pair(const void* p, u32 p_id, const void* q, u32 q_id, bool is_difference,
                                      const void* where) {
  auto* site = const_cast<StaticSite*>(static_cast<const StaticSite*>(where));
  if (!g.in_run || g.threads || !deciding(site)) return;
  const Object first = object_of(p, p_id, site);
  const Object second = object_of(q, q_id, site);
  if (!first || !second) return;
  if (first.base != second.base) {
    if (is_difference) {
      end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::UnrelatedPointers, site,
              "the difference of pointers into different objects", __builtin_return_address(0));
    }
    return add_ledger(forall::abi::LedgerKind::UnspecifiedValue, site, "the order of pointers into different objects");
  }
  if (!may_be_remembered(first)) return;
  __forall_state.pair_base = first.base;
  __forall_state.pair_size = first.size;
}
