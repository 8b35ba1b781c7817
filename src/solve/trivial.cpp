// Constraints that decide themselves.
#include <cstdint>
#include <vector>

#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;

class Trivial final : public Solver {
 public:
  Trivial(expr::Pool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)) {}

  Answer check(const Query& query, const Effort& effort) override {
    asserted_.resize(pool_.size(), 0);
    denied_.resize(pool_.size(), 0);
    if (++now_ == 0) {  // wrapped: old stamps would look current
      asserted_.assign(asserted_.size(), 0);
      denied_.assign(denied_.size(), 0);
      now_ = 1;
    }
    kept_.clear();
    for (const Expr c : query.constraints) {
      const expr::Node& node = pool_[c];
      if (node.op == expr::Op::Const) {
        if (node.value.lo == 0) return Unsat{{c}};
        continue;
      }
      if (asserted_[c.id] == now_) continue;
      if (denied_[c.id] == now_) return Unsat{{c, negation_of(query, c)}};
      asserted_[c.id] = now_;
      kept_.push_back(c);
      if (node.op != expr::Op::Not) continue;
      if (asserted_[node.a.id] == now_) return Unsat{{node.a, c}};
      denied_[node.a.id] = now_;
    }
    if (kept_.empty()) return Sat{};
    return next_->check({kept_}, effort);
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  Expr negation_of(const Query& query, Expr e) const {
    for (const Expr c : query.constraints) {
      if (pool_[c].op == expr::Op::Not && pool_[c].a == e) return c;
    }
    return {};
  }

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  std::vector<Expr> kept_;
  std::vector<std::uint32_t> asserted_, denied_;  // per expression: the last query that has it, has its negation
  std::uint32_t now_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_trivial(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Trivial>(pool, std::move(next));
}

}  // namespace forall::solve
