// Splits a query into its connected components: constraints are connected when they share a variable.
//
// Union-find over the variables of the query, then one pass that deals the constraints out. The component of the last
// constraint is solved first: in an exploration it holds the flipped decision, and is the only one that is new. The
// others were decided before, and the solver below may have their answers cached (reuse.cpp).
#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;

class Independent final : public Solver {
 public:
  Independent(expr::Pool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)) {}

  Answer check(const Query& query, const Effort& effort) override {
    if (query.constraints.size() <= 1) return next_->check(query, effort);
    if (connect(query) == 1) return next_->check(query, effort);
    deal_out(query);
    return ask_each(effort);
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  std::size_t connect(const Query& query);
  void deal_out(const Query& query);
  Answer ask_each(const Effort& effort);

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  // Per variable.
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> stamp_;      // the last query that had it
  std::vector<std::uint32_t> component_;  // of a root: index into components_, or kNone
  std::uint32_t now_ = 0;
  std::vector<std::vector<Expr>> components_;  // only the first count_ are of this query
  std::size_t count_ = 0;
};

// Returns the number of components. Constraints without variables count as one of their own.
std::size_t Independent::connect(const Query& query) {
  const std::size_t variables = pool_.variables().size();
  parent_.resize(variables);
  component_.resize(variables);
  stamp_.resize(variables, 0);
  if (++now_ == 0) {  // wrapped: old stamps would look current
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
  std::size_t roots = 0;
  bool closed = false;
  for (const Expr c : query.constraints) {
    std::uint32_t first = kNone;
    for (const std::uint32_t v : pool_.support(c)) {
      if (stamp_[v] != now_) {
        stamp_[v] = now_;
        parent_[v] = v;
        component_[v] = kNone;
        ++roots;
      }
      const std::uint32_t root = find(v);
      if (first == kNone) {
        first = root;
      } else if (root != first) {
        parent_[root] = first;
        --roots;
      }
    }
    closed |= first == kNone;
  }
  return roots + (closed ? 1 : 0);
}

void Independent::deal_out(const Query& query) {
  count_ = 0;
  std::uint32_t closed = kNone;
  // Numbered from the last constraint backwards, so that its component is number 0.
  const auto component_of = [&](Expr c) -> std::uint32_t& {
    const std::vector<std::uint32_t>& support = pool_.support(c);
    return support.empty() ? closed : component_[find(support[0])];
  };
  for (std::size_t i = query.constraints.size(); i-- > 0;) {
    std::uint32_t& number = component_of(query.constraints[i]);
    if (number != kNone) continue;
    number = static_cast<std::uint32_t>(count_++);
    if (components_.size() < count_) components_.emplace_back();
    components_[number].clear();
  }
  // In the order of the query: back ends profit from common prefixes.
  for (const Expr c : query.constraints) components_[component_of(c)].push_back(c);
}

Answer Independent::ask_each(const Effort& effort) {
  const base::Deadline deadline = deadline_of(effort);
  Sat merged;
  Answer undecided = Sat{};
  for (std::size_t i = 0; i < count_; ++i) {
    // The components share the time of the query.
    Answer answer = next_->check({components_[i]}, rest_of(effort, deadline));
    if (auto* unsat = std::get_if<Unsat>(&answer)) {
      if (unsat->core.empty()) unsat->core = components_[i];
      return answer;
    }
    if (std::holds_alternative<Unknown>(answer)) {
      // Another component may still be unsatisfiable, which decides the query.
      undecided = std::move(answer);
      continue;
    }
    const expr::Assignment& model = std::get<Sat>(answer).model;
    for (const Expr c : components_[i]) {
      for (const std::uint32_t v : pool_.support(c)) {
        if (stamp_[v] != now_) continue;  // taken already
        stamp_[v] = now_ - 1;
        if (model.has(v)) merged.model.set(v, model.get(v));
      }
    }
  }
  if (std::holds_alternative<Unknown>(undecided)) return undecided;
  return merged;
}

}  // namespace

std::unique_ptr<Solver> make_independent(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Independent>(pool, std::move(next));
}

}  // namespace forall::solve
