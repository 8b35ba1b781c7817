// Limits of the inputs: what lies beyond them, and from which length on.
#include <algorithm>
#include <utility>

#include "explore/conditions.h"
#include "explore/exploration.h"
#include "trace/path.h"
#include "verdict/ledger.h"

namespace forall::explore {

using expr::Expr;

// Limits that are in the ledger stay: they are not asked about again.
bool Exploration::look_beyond_bounds(const Alternative& alternative, Try which) {
  if (alternative.kind == abi::DecisionKind::Bound) {
    constraints_.clear();
    tree_.alternative(alternative.node, constraints_);
    note_bound(alternative.site, alternative.site, constraints_);
    return true;
  }
  constraints_.clear();
  bounds_.clear();
  const auto is_kept = [&](std::uint32_t site) { return cutting_.count(site) != 0; };
  tree_.prefix_without_bounds(alternative.node, is_kept, constraints_, bounds_);
  if (bounds_.empty()) return true;
  std::reverse(constraints_.begin(), constraints_.end());
  tree_.alternative(alternative.node, constraints_);
  const solve::Answer answer = solve_constraints();
  if (std::holds_alternative<solve::Unsat>(answer)) return true;
  if (std::holds_alternative<solve::Unknown>(answer) && which == Try::First) return false;
  // Where no solver can tell, every limit may be the reason.
  expr::Evaluator evaluate(parts_.pool);
  const auto* sat = std::get_if<solve::Sat>(&answer);
  if (sat != nullptr) evaluate.assign(sat->model);
  for (const Tree::Bound& bound : bounds_) {
    if (sat != nullptr && evaluate.holds(bound.condition)) continue;
    const std::uint64_t least = sat == nullptr ? 0 : least_beyond(bound.condition, evaluate);
    note_bound(bound.site, alternative.site, {&bound.condition, 1}, least);
  }
  return true;
}

// A limit of 6 is not why strings of more than 15 characters, which are no longer in the object itself, take another path.
// Asks how long the input is at least that meets constraints_ in spite of the limit; 0: just longer, or nobody knows.
std::uint64_t Exploration::least_beyond(Expr bound, expr::Evaluator& evaluate) {
  constexpr std::uint64_t kMostLength = 4096;
  const auto limit = limit_in(parts_.pool, bound);
  if (!limit) return 0;
  const std::uint64_t queries = result_.queries;
  bool is_known = true;
  // The length in a solution where it is at most this, or nothing.
  const auto found_within = [&](std::uint64_t length) -> std::optional<std::uint64_t> {
    const Expr most = parts_.pool.constant(length, parts_.pool.width(limit->subject));
    constraints_.push_back(parts_.pool.binary(abi::Op::Ule, limit->subject, most));
    const solve::Answer answer = solve_constraints();
    constraints_.pop_back();
    const auto* sat = std::get_if<solve::Sat>(&answer);
    is_known = is_known && !std::holds_alternative<solve::Unknown>(answer);
    if (sat == nullptr) return std::nullopt;
    expr::Evaluator of(parts_.pool);
    of.assign(sat->model);
    return of(limit->subject).lo;
  };
  std::uint64_t below = limit->most + 1;
  std::uint64_t least = 0;
  if (!found_within(below)) {
    least = evaluate(limit->subject).lo;
    if (least > kMostLength) least = found_within(kMostLength).value_or(0);
    while (least > below + 1) {
      const std::uint64_t middle = below + (least - below) / 2;
      const auto found = found_within(middle);
      (found ? least : below) = found.value_or(middle);
    }
  }
  result_.queries = queries;
  return is_known ? least : 0;
}

void Exploration::note_bound(std::uint32_t bound, std::uint32_t site, std::span<const Expr> conditions,
                             std::uint64_t least) {
  if (!cutting_.insert(bound).second) return;
  const abi::Header& segment = parts_.target.segment();
  const auto* sites = trace::table<abi::SiteRecord>(segment, segment.sites);
  verdict::Ledger found(put_, parts_.target.sites());
  found.add_bound(sites[bound].limit, trace::string_at(segment, sites[bound].function), site,
                  bounded_input(parts_.pool, conditions), least);
  take_bound(found.lines().front());
}

}  // namespace forall::explore
