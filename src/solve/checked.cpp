// Trust no solver: a model is evaluated before it leaves the chain.
#include <algorithm>
#include <string>

#include "base/error.h"
#include "expr/print.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;

class Checked final : public Solver {
 public:
  Checked(expr::Pool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)), evaluate_(pool) {}

  Answer check(const Query& query, const Effort& effort) override {
    Answer answer = next_->check(query, effort);
    if (const auto* sat = std::get_if<Sat>(&answer)) check_model(query, sat->model);
    if (const auto* unsat = std::get_if<Unsat>(&answer)) check_core(query, unsat->core);
    return answer;
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  void check_model(const Query& query, const expr::Assignment& model) {
    evaluate_.assign(model);
    for (const Expr c : query.constraints) {
      if (!evaluate_.holds(c)) violated(c, model);
      for (const std::uint32_t v : pool_.support(c)) {
        if (!model.has(v)) {
          throw base::SoundnessError("a solver returned a model without a value for '" + pool_.variables()[v].name +
                                     "', which occurs in its query");
        }
      }
    }
  }

  void check_core(const Query& query, const std::vector<Expr>& core) {
    for (const Expr c : core) {
      if (std::find(query.constraints.begin(), query.constraints.end(), c) == query.constraints.end()) {
        throw base::SoundnessError("a solver blamed a constraint that is not in its query: " + expr::print(pool_, c));
      }
    }
  }

  [[noreturn]] void violated(Expr constraint, const expr::Assignment& model) {
    std::string text = "a solver returned a model that does not satisfy its query: " + expr::print(pool_, constraint) +
                       " is false for";
    const char* separator = " ";
    for (const std::uint32_t v : pool_.support(constraint)) {
      const expr::Variable& variable = pool_.variables()[v];
      text += separator + variable.name + " = " + expr::print_value(variable.kind, variable.width, model.get(v));
      separator = ", ";
    }
    throw base::SoundnessError(text);
  }

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  expr::Evaluator evaluate_;
};

}  // namespace

std::unique_ptr<Solver> make_checked(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Checked>(pool, std::move(next));
}

}  // namespace forall::solve
