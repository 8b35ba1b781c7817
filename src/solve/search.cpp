// Local search around a solver, for floating-point queries: a short walk before it, because most of them have many
// models and evaluating is thousands of times cheaper than solving, and a long one when a quick effort of it did not
// suffice.
#include <algorithm>
#include <utility>

#include "expr/floating.h"
#include "solve/decorators.h"
#include "solve/float_terms.h"
#include "solve/local_search.h"

namespace forall::solve {

FloatTerms::Kind FloatTerms::operator()(expr::Expr root) {
  if (kinds_.size() < pool_.size()) kinds_.resize(pool_.size(), Unseen);
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const expr::Expr e = stack_.back();
    const expr::Node& n = pool_[e];
    Kind kind = n.op == abi::Op::FMath1 || n.op == abi::Op::FMath2 ? Math : expr::is_floating(n.op) ? Floating : None;
    bool ready = true;
    for (const expr::Expr operand : {n.a, n.b, n.c}) {
      if (!operand || kinds_[e.id] != Unseen) continue;
      if (kinds_[operand.id] == Unseen) {
        stack_.push_back(operand);
        ready = false;
      }
      kind = std::max(kind, kinds_[operand.id]);
    }
    if (!ready) continue;
    if (kinds_[e.id] == Unseen) kinds_[e.id] = kind;
    stack_.pop_back();
  }
  return kinds_[root.id];
}

FloatTerms::Kind FloatTerms::operator()(std::span<const expr::Expr> constraints) {
  Kind most = None;
  for (const expr::Expr c : constraints) most = std::max(most, (*this)(c));
  return most;
}

namespace {

// An evaluation of a small query takes microseconds, a conflict of a floating-point one more.
constexpr std::int64_t kMostEvaluations = 20000;
constexpr std::int64_t kShortSearch = 400, kPerVariable = 200;

class Search final : public Solver {
 public:
  Search(expr::Pool& pool, std::unique_ptr<Solver> next) : next_(std::move(next)), kind_(pool), search_(pool) {}

  Answer check(const Query& query, const Effort& effort) override {
    if (kind_(query.constraints) == FloatTerms::None) return next_->check(query, effort);
    const base::Deadline deadline = deadline_of(effort);
    search_.aim_at(query.constraints);
    search_.end_at(deadline);
    const auto variables = static_cast<std::int64_t>(search_.variables());
    if (auto model = search_.from({}, kShortSearch + kPerVariable * variables, true)) return Sat{std::move(*model)};
    Answer answer = next_->check(query, rest_of(quick_part(effort), deadline));
    if (!std::holds_alternative<Unknown>(answer)) return answer;
    if (auto model = search_.from({}, kMostEvaluations, true)) return Sat{std::move(*model)};
    if (is_quick(effort) || deadline.passed()) return answer;
    return next_->check(query, rest_of(effort, deadline));
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  std::unique_ptr<Solver> next_;
  FloatTerms kind_;
  LocalSearch search_;
};

}  // namespace

std::unique_ptr<Solver> make_search(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Search>(pool, std::move(next));
}

}  // namespace forall::solve
