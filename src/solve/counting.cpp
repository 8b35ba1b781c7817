// Counts the queries of a chain.
#include "solve/decorators.h"

namespace forall::solve {
namespace {

class Counting final : public Solver {
 public:
  explicit Counting(std::unique_ptr<Solver> next) : next_(std::move(next)) {}

  Answer check(const Query& query, const Effort& effort) override {
    ++queries_;
    return next_->check(query, effort);
  }

  void add_statistics(Statistics& s) const override {
    s.queries += queries_;
    next_->add_statistics(s);
  }

 private:
  std::unique_ptr<Solver> next_;
  std::uint64_t queries_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_counting(std::unique_ptr<Solver> next) {
  return std::make_unique<Counting>(std::move(next));
}

}  // namespace forall::solve
