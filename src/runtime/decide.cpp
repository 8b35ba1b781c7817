// Writes decisions, within the bounds of the request.
//
// A switch becomes a chain of two-way decisions, in the order in which its directions first appear in the case table:
//
//   switch (x) { case 1: case 2: case 3: A; case 7: B; default: C }
//     A:  x - 1 <= 2          B:  !(x - 1 <= 2), x == 7          C:  !(x - 1 <= 2), !(x == 7)
#include "runtime/decide.h"

#include "abi/target_state.h"
#include "runtime/calls_abi.h"
#include "runtime/object_types.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/sites.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

namespace forall::runtime {

namespace {

void count_unfolding(StaticSite* site) {
  site = shown_site(site);
  if (site == nullptr) return;
  ++site->decided;
  const u32 most = g.header->request.unfold;
  if (most != 0 && site->decided > most) cut_run(abi::Fault::UnfoldBound, site);
}

// Makes the value part of the path.
void record(Value value, StaticSite* site, abi::DecisionKind kind) {
  const u32 most = g.header->request.decisions;
  if (most != 0 && g.header->decisions.count >= most) cut_run(abi::Fault::DecisionBound, site);
  if (site == nullptr) site = model_site("(no position)");
  const abi::Decision decision = {site_index(site), value.id, static_cast<u64>(value.bits), kind, {}};
  if (!append(g.header->decisions, g.decisions, decision)) cut_run(abi::Fault::TraceFull, site);
  if (g.header->request.stand_ins != 0) note_decision(value, site);
  if (kind != abi::DecisionKind::Bound) g.decided[value.id] = g.epoch;
}

// Instead of a negation, its operand is decided.
Value without_negation(Value condition) {
  while (condition.symbolic() && g.nodes[condition.id].op == Op::Not && condition.width == 1) {
    condition = node_value(g.nodes[condition.id].a);
  }
  return condition;
}

unsigned bit_length(U128 bits) {
  unsigned length = 0;
  for (; bits != 0; bits >>= 1) ++length;
  return length;
}

// Bits of a value that its expression can set, apart from copies of the sign.
unsigned significant_bits(u32 id) {
  const abi::Node& node = g.nodes[id];
  return node.op == Op::SExt ? g.nodes[node.a].width : bit_length(upper_bound(id));
}

// The operand that the value of the node determines, and that determines it: deciding x * 4 + 5 is deciding x, where
// the multiplication loses no bit of x. 0: there is none.
u32 determining_operand(u32 id) {
  const abi::Node& node = g.nodes[id];
  const auto constant = [](u32 operand_id) { return g.nodes[operand_id].op == Op::Const; };
  switch (node.op) {
    case Op::Not:
    case Op::Neg:
    case Op::ZExt:
    case Op::SExt: return node.a;
    case Op::Add:
    case Op::Xor: return constant(node.b) ? node.a : 0;
    case Op::Concat: return constant(node.b) ? node.a : constant(node.a) ? node.b : 0;
    case Op::Shl: {
      const U128 amount = expr::to_u128(g.nodes[node.b].value);
      return constant(node.b) && amount <= node.width && significant_bits(node.a) + amount <= node.width ? node.a : 0;
    }
    case Op::Mul: {
      const U128 factor = expr::to_u128(g.nodes[node.b].value);
      return constant(node.b) && significant_bits(node.a) + bit_length(factor) <= node.width ? node.a : 0;
    }
    default: return 0;
  }
}

// The condition that x is in one of the runs of consecutive values that lead in this direction.
Value leads_to(Value x, u64 direction, const abi::SwitchCase* cases, u32 count) {
  Value any = concrete(0, 1);
  for (u32 i = 0; i < count;) {
    if (cases[i].direction != direction) {
      ++i;
      continue;
    }
    const u64 first = cases[i].value;
    u64 last = first;
    for (++i; i < count && cases[i].direction == direction && cases[i].value == last + 1; ++i) last = cases[i].value;
    const Value in_run =
        first == last ? equals(x, U128{first}) : binary(Op::Ule, binary(Op::Sub, x, U128{first}), U128{last - first});
    any = binary(Op::Or, any, in_run);
  }
  return any;
}

}  // namespace

void decide_condition(Value condition, StaticSite* site, abi::DecisionKind kind) {
  if (!observing()) return;
  condition = exact_bits(condition);
  const u32 whole = condition.id;
  // The value of an assumption says whether the run goes on, so it keeps its sign.
  if (kind != abi::DecisionKind::Assume) condition = without_negation(condition);
  if (!condition.symbolic() || was_decided(condition.id)) return;
  require_set(condition, site);
  count_unfolding(site);
  record(condition, site, kind);
  g.decided[whole] = g.epoch;
  // An equation with a constant, if it holds, decides the other side.
  const abi::Node& node = g.nodes[condition.id];
  if (node.op == Op::Eq && condition.truth() && g.nodes[node.b].op == Op::Const) g.decided[node.a] = g.epoch;
}

void hold(Value condition, StaticSite* site, abi::DecisionKind kind) {
  condition = exact_bits(condition);
  if (!condition.symbolic() || was_decided(condition.id)) return;
  record(condition, site, kind);
}

void decide_value(Value value, StaticSite* site, abi::DecisionKind kind) {
  if (!value.symbolic() || !observing()) return;
  value = exact_bits(value);
  if (!value.symbolic()) return;
  require_set(value, site);
  while (const u32 inner = value.width > 1 ? determining_operand(value.id) : 0) {
    if (was_decided(value.id)) return;
    g.decided[value.id] = g.epoch;
    value = node_value(inner);
  }
  if (value.width == 1) return decide_condition(value, site, kind);
  if (was_decided(value.id)) return;
  count_unfolding(site);
  if (value.width <= 64) return record(value, site, kind);
  // A decision holds 64 bits.
  const Value halves[] = {extract(value, 0, 64), extract(value, 64, value.width - 64u)};
  for (const Value half : halves) {
    if (half.symbolic() && !was_decided(half.id)) record(half, site, kind);
  }
  g.decided[value.id] = g.epoch;
}

bool branch_on(Value condition, StaticSite* site) {
  decide_condition(condition, site, abi::DecisionKind::Branch);
  return condition.truth();
}

}  // namespace forall::runtime

using namespace forall::runtime;
using forall::abi::DecisionKind;
using forall::abi::LedgerKind;
using forall::abi::SiteKind;

namespace {
StaticSite* mutable_site(const void* site) { return const_cast<StaticSite*>(static_cast<const StaticSite*>(site)); }
}  // namespace

extern "C" {

void __forall_branch(u32 condition, bool taken, const void* where) {
  StaticSite* site = mutable_site(where);
  if (condition == 0 || !deciding(site)) return;
  const Value value = symbolic_value(condition);
  if (value.truth() != taken) return add_ledger(LedgerKind::UndefinedValue, site, "a condition");
  const SiteKind kind = site == nullptr ? SiteKind::Branch : site->kind;
  decide_condition(value, site,
                   kind == SiteKind::Check    ? DecisionKind::Check
                   : kind == SiteKind::Assume ? DecisionKind::Assume
                                              : DecisionKind::Branch);
}

void __forall_switch(u32 id, u64 value, const void* where, u32 count, const void* table) {
  StaticSite* site = mutable_site(where);
  if (id == 0 || !deciding(site)) return;
  const auto* cases = static_cast<const forall::abi::SwitchCase*>(table);
  const Value x = symbolic_value(id);
  if (x.bits == value) require_set(x, site);
  if (x.bits != value) return add_ledger(LedgerKind::UndefinedValue, site, "the value of a switch");
  u64 taken = 0;
  for (u32 i = 0; i < count; ++i) {
    if (cases[i].value == value) taken = cases[i].direction;
  }
  bool counted = false;
  for (u32 i = 0; i < count; ++i) {
    const u64 direction = cases[i].direction;
    bool first = direction != 0;
    for (u32 k = 0; k < i && first; ++k) first = cases[k].direction != direction;
    if (!first) continue;
    const Value condition = without_negation(leads_to(x, direction, cases, count));
    if (condition.symbolic() && !was_decided(condition.id)) {
      if (!counted) count_unfolding(site);
      counted = true;
      record(condition, site, DecisionKind::Branch);
    }
    if (direction == taken) return;
  }
}

void __forall_decide(u32 id, u64 lo, u64 hi, u32 kind, const void* where) {
  if (id == 0 || !deciding(static_cast<const StaticSite*>(where))) return;
  const Value value = symbolic_value(id);
  if (value.bits != forall::expr::to_u128({lo, hi})) {
    return add_ledger(LedgerKind::UndefinedValue, static_cast<const StaticSite*>(where), "a value");
  }
  decide_value(value, mutable_site(where), static_cast<DecisionKind>(kind));
}

void __forall_concretize(u32 kind, const void* where, const void* text) {
  const auto* site = static_cast<const StaticSite*>(where);
  const auto* detail = static_cast<const char*>(text);
  if (!deciding(site) && static_cast<LedgerKind>(kind) != LedgerKind::Environment) return;
  if (static_cast<LedgerKind>(kind) == LedgerKind::ConcretizedCall) build_what_is_pointed_to(site);
  const bool mangled = detail != nullptr && detail[0] == '_' && detail[1] == 'Z';
  if (static_cast<LedgerKind>(kind) == LedgerKind::ConcretizedCall && mangled) return add_call_to_ledger(detail, site);
  add_ledger(static_cast<LedgerKind>(kind), site, detail);
}

void __forall_check_failed(const void* site) {
  if (static_cast<const StaticSite*>(site)->fault == forall::abi::Fault::ObjectType && asked_about_destroyed()) {
    end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::ObjectType, static_cast<const StaticSite*>(site),
            "the object was destroyed", __builtin_return_address(0), forall::abi::OutcomeDetail::Unseen);
  }
  end_run(forall::abi::OutcomeKind::Crashed, static_cast<const StaticSite*>(site)->fault,
          static_cast<const StaticSite*>(site), "", __builtin_return_address(0));
}

void __forall_pointer_failed(const void* pointer, const void* site) {
  if (pointer != nullptr) return __forall_check_failed(site);
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::NullDereference, static_cast<const StaticSite*>(site),
          "an offset is added to a null pointer", __builtin_return_address(0), forall::abi::OutcomeDetail::NullOffset);
}

void __forall_cover(const void* where, u32 direction) {
  StaticSite* site = mutable_site(where);
  site->covered |= u64{1} << (direction < 63 ? direction : 63);
  if (!g.in_run) return;
  const forall::abi::CoverRecord record_of_cover = {site_index(site), direction};
  if (!append(g.header->coverage, g.coverage, record_of_cover)) cut_run(forall::abi::Fault::TraceFull, site);
}

}  // extern "C"
