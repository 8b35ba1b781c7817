// Answers from earlier answers, cheapest first.
//
//   the same query    models by the sequence of constraints. Independent parts of a path come back unchanged with each
//                     decision that is flipped elsewhere.
//   unsat cores       a query that contains an unsatisfiable set is unsatisfiable. Cores are small and repeat: all of
//                     transitivity on seven numbers is 210 of them, and they answer most queries of a sort.
//   recent models     a model that happens to satisfy the query, found by evaluation. Values of subexpressions are
//                     cached per model, so asking one again costs a look-up per constraint.
//
// Cores lie in one array, chained per constraint: each core hangs on the constraint that came last in its query, as
// that is the decision that was flipped. A query stamps its constraints and follows their chains.
#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;

constexpr std::size_t kRecentModels = 4;
constexpr unsigned kCoresPerConstraint = 64;       // followed in one chain, newest first
constexpr std::size_t kMostCoreMembers = 1 << 20;  // then the oldest knowledge is dropped with all other
constexpr std::size_t kMostAnswerMembers = 1 << 22;

class Reuse final : public Solver {
 public:
  Reuse(expr::Pool& pool, std::unique_ptr<Solver> next)
      : pool_(pool), next_(std::move(next)), cores_(1), recent_(kRecentModels, expr::Evaluator(pool)) {}

  Answer check(const Query& query, const Effort& effort) override {
    if (query.constraints.empty()) return next_->check(query, effort);
    ++reused_;  // taken back below
    stamp(query);
    if (const Core* core = find_core(query)) return Unsat{members(*core), core->by};
    const std::uint64_t hash = hash_of(query);
    if (const expr::Assignment* model = find_same(query, hash)) return Sat{*model};
    if (const expr::Assignment* model = find_model(query)) {
      Sat sat{restricted(query, *model)};
      remember_same(query, hash, sat.model);
      return sat;
    }
    --reused_;
    Answer answer = next_->check(query, effort);
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      remember_same(query, hash, sat->model);
      remember_model(sat->model);
    } else if (const auto* unsat = std::get_if<Unsat>(&answer)) {
      remember_core(unsat->core.empty() ? query.constraints : std::span<const Expr>(unsat->core), unsat->by);
    }
    return answer;
  }

  void add_statistics(Statistics& s) const override {
    s.reused += reused_;
    next_->add_statistics(s);
  }

 private:
  struct Core {
    std::uint32_t first = 0, size = 0;  // in core_members_
    std::uint32_t next = 0;             // index of the next core of the same constraint, 0 at the end
    std::optional<Backend> by = std::nullopt;
  };
  struct Known {
    std::vector<Expr> constraints;
    expr::Assignment model;
  };

  void stamp(const Query& query);
  static std::uint64_t hash_of(const Query& query);

  const Core* find_core(const Query& query) const;
  std::vector<Expr> members(const Core& core) const;
  void remember_core(std::span<const Expr> core, std::optional<Backend> by);

  const expr::Assignment* find_same(const Query& query, std::uint64_t hash) const;
  void remember_same(const Query& query, std::uint64_t hash, const expr::Assignment& model);

  const expr::Assignment* find_model(const Query& query);
  void remember_model(const expr::Assignment& model);
  expr::Assignment restricted(const Query& query, const expr::Assignment& model);

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;

  std::vector<std::uint32_t> stamp_;  // per expression: the last query that had it
  std::uint32_t now_ = 0;

  std::vector<Core> cores_;  // 0 is none
  std::vector<Expr> core_members_;
  std::vector<std::uint32_t> head_;  // per expression: index of its newest core

  std::unordered_map<std::uint64_t, Known> known_;  // by hash; of two queries with one hash the newer is kept
  std::size_t known_members_ = 0;

  std::vector<expr::Evaluator> recent_;
  std::vector<expr::Assignment> recent_models_;  // parallel to recent_, as far as filled
  std::size_t oldest_ = 0;

  std::uint64_t reused_ = 0;
};

void Reuse::stamp(const Query& query) {
  if (stamp_.size() < pool_.size()) {
    stamp_.resize(pool_.size(), 0);
    head_.resize(pool_.size(), 0);
  }
  if (++now_ == 0) {  // wrapped: old stamps would look current
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
  for (const Expr c : query.constraints) stamp_[c.id] = now_;
}

// The order counts: parts of a path come back in the order of the path, so sorting would only cost time.
std::uint64_t Reuse::hash_of(const Query& query) {
  std::uint64_t hash = query.constraints.size();
  for (const Expr c : query.constraints) hash = base::mix(hash ^ c.id) + 0x9e3779b97f4a7c15ULL;
  return hash;
}

const Reuse::Core* Reuse::find_core(const Query& query) const {
  for (std::size_t i = query.constraints.size(); i-- > 0;) {
    unsigned patience = kCoresPerConstraint;
    for (std::uint32_t at = head_[query.constraints[i].id]; at != 0 && patience > 0; at = cores_[at].next, --patience) {
      const Core& core = cores_[at];
      const auto from = core_members_.begin() + core.first;
      if (std::all_of(from, from + core.size, [&](Expr c) { return stamp_[c.id] == now_; })) return &core;
    }
  }
  return nullptr;
}

std::vector<Expr> Reuse::members(const Core& core) const {
  const auto from = core_members_.begin() + core.first;
  return std::vector<Expr>(from, from + core.size);
}

void Reuse::remember_core(std::span<const Expr> core, std::optional<Backend> by) {
  if (core_members_.size() + core.size() > kMostCoreMembers) {
    cores_.resize(1);
    core_members_.clear();
    std::fill(head_.begin(), head_.end(), 0);
  }
  std::uint32_t& head = head_[core.back().id];
  cores_.push_back(
      {static_cast<std::uint32_t>(core_members_.size()), static_cast<std::uint32_t>(core.size()), head, by});
  core_members_.insert(core_members_.end(), core.begin(), core.end());
  head = static_cast<std::uint32_t>(cores_.size() - 1);
}

const expr::Assignment* Reuse::find_same(const Query& query, std::uint64_t hash) const {
  const auto found = known_.find(hash);
  if (found == known_.end()) return nullptr;
  const Known& known = found->second;
  const bool same = std::equal(known.constraints.begin(), known.constraints.end(), query.constraints.begin(),
                               query.constraints.end());
  return same ? &known.model : nullptr;
}

void Reuse::remember_same(const Query& query, std::uint64_t hash, const expr::Assignment& model) {
  if (known_members_ > kMostAnswerMembers) {
    known_.clear();
    known_members_ = 0;
  }
  known_[hash] = {std::vector<Expr>(query.constraints.begin(), query.constraints.end()), model};
  known_members_ += query.constraints.size() + model.size();
}

const expr::Assignment* Reuse::find_model(const Query& query) {
  for (std::size_t i = 0; i < recent_models_.size(); ++i) {
    // From the last constraint backwards: the flipped decision is what an old model most likely violates.
    const bool holds =
        std::all_of(query.constraints.rbegin(), query.constraints.rend(), [&](Expr c) { return recent_[i].holds(c); });
    if (holds) return &recent_models_[i];
  }
  return nullptr;
}

void Reuse::remember_model(const expr::Assignment& model) {
  if (recent_models_.size() < kRecentModels) recent_models_.emplace_back();
  recent_models_[oldest_] = model;
  recent_[oldest_].assign(model);
  oldest_ = (oldest_ + 1) % kRecentModels;
}

// Only the variables of the query, and all of them: what the model did not set was 0 when it was evaluated.
expr::Assignment Reuse::restricted(const Query& query, const expr::Assignment& model) {
  expr::Assignment result;
  for (const Expr c : query.constraints) {
    for (const std::uint32_t v : pool_.support(c)) {
      if (!result.has(v)) result.set(v, model.get(v));
    }
  }
  return result;
}

}  // namespace

std::unique_ptr<Solver> make_reuse(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Reuse>(pool, std::move(next));
}

}  // namespace forall::solve
