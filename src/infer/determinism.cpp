#include "infer/determinism.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "expr/evaluate.h"
#include "expr/print.h"
#include "expr/translate.h"

namespace forall::infer {
namespace {

using expr::Expr;
using expr::Op;
using End = BehaviourPath::End;

constexpr std::size_t kMostQueries = 2000;

class Pairs {
 public:
  Pairs(Behaviour& behaviour, const Subject& subject, const solve::Effort& effort)
      : behaviour_(behaviour), subject_(subject), effort_(effort), pool_(*behaviour.pool), second_(pool_, pool_) {
    const std::vector<expr::Variable> variables = pool_.variables();
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
      expr::Variable copy = variables[i];
      copy.name += "'";
      copy.key = base::fnv1a(copy.name);
      second_.replace(pool_.variable_expr(i), pool_.variable(copy));
    }
  }

  std::optional<Ambiguity> find(int term) {
    std::size_t queries = 0;
    for (std::size_t i = 0; i < behaviour_.paths.size(); ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        const BehaviourPath& one = behaviour_.paths[i];
        const BehaviourPath& other = behaviour_.paths[k];
        const std::optional<Expr> differs = difference(one, other, term);
        if (!differs || !agree_in_kind(one, other)) continue;
        if (++queries > kMostQueries) return std::nullopt;
        if (auto found = ask(one, other, term, *differs)) return found;
      }
    }
    return std::nullopt;
  }

 private:
  const std::vector<Term>& terms() const { return behaviour_.probe.terms; }

  std::optional<Expr> difference(const BehaviourPath& one, const BehaviourPath& other, int term) {
    if (one.end == End::Crashed || other.end == End::Crashed) return std::nullopt;
    if (term == Relation::kNone) {
      if (one.end == other.end && one.exception == other.exception) return std::nullopt;
      return pool_.truth(true);
    }
    const Expr x = one.values[static_cast<std::size_t>(term)];
    const Expr y = other.values[static_cast<std::size_t>(term)];
    if (!x || !y) return std::nullopt;
    return pool_.logical_not(pool_.binary(Op::Eq, x, second_(y)));
  }

  // Before the operation the same observers have values.
  bool agree_in_kind(const BehaviourPath& one, const BehaviourPath& other) const {
    for (std::size_t t = 0; t < terms().size(); ++t) {
      if (terms()[t].is_before() && static_cast<bool>(one.values[t]) != static_cast<bool>(other.values[t]))
        return false;
    }
    return true;
  }

  std::optional<Ambiguity> ask(const BehaviourPath& one, const BehaviourPath& other, int term, Expr differs) {
    std::vector<Expr> query = one.conditions;
    for (const Expr condition : other.conditions) query.push_back(second_(condition));
    for (std::size_t t = 0; t < terms().size(); ++t) {
      if (!terms()[t].is_before() || !one.values[t]) continue;
      query.push_back(pool_.binary(Op::Eq, one.values[t], second_(other.values[t])));
    }
    query.push_back(differs);
    for (const Expr fact : query) {
      if (pool_.is_constant(fact) && pool_.value(fact).lo == 0) return std::nullopt;
    }
    std::erase_if(query, [&](Expr fact) { return pool_.is_constant(fact); });
    const solve::Answer answer = behaviour_.solver->check({query}, effort_);
    const auto* model = std::get_if<solve::Sat>(&answer);
    if (model == nullptr) return std::nullopt;
    return Ambiguity{term, told(one, other, term, model->model)};
  }

  std::string told(const BehaviourPath& one, const BehaviourPath& other, int term, const expr::Assignment& model) {
    expr::Evaluator evaluate(pool_);
    evaluate.assign(model);
    const auto ending = [](const BehaviourPath& path) {
      return path.end == End::Returned ? std::string("returns") : "throws " + path.exception;
    };
    std::string what;
    if (term == Relation::kNone) {
      what = fmt::format("{} {} or {}", behaviour_.probe.operation.name, ending(one), ending(other));
    } else {
      const auto index = static_cast<std::size_t>(term);
      const auto number = [&](Expr e) -> std::string {
        const bool is_pointer = terms()[index].sort == Sort::Pointer;
        const bool is_null = expr::to_u128(evaluate(e)) == 0;
        if (is_pointer) return is_null ? "null" : "an object";
        const expr::S128 value = terms()[index].is_signed
                                     ? expr::to_signed(expr::to_u128(evaluate(e)), terms()[index].width)
                                     : static_cast<expr::S128>(expr::to_u128(evaluate(e)));
        return fmt::format("{}", static_cast<long long>(value));
      };
      what = fmt::format("{} makes {} {} or {}", behaviour_.probe.operation.name, terms()[index].call,
                         number(one.values[index]), number(second_(other.values[index])));
    }
    return fmt::format("{}, in {} and {}", what, state(one, model, ""), state(other, model, "'"));
  }

  // The members of the object, as the model has them.
  std::string state(const BehaviourPath& path, const expr::Assignment& model, const std::string& mark) const {
    std::string members;
    for (const testcase::InputValue& input : path.inputs) {
      const std::string prefix = subject_.object + ".";
      if (!input.name.starts_with(prefix) || input.is_unset) continue;
      testcase::Bits value = input.value;
      const Expr variable = pool_.find_variable(base::fnv1a(input.name + mark));
      if (variable) value = model.get(pool_[variable].low);
      members += fmt::format("{}{}: {}", members.empty() ? "" : ", ", input.name.substr(prefix.size()),
                             expr::print_value(input.kind, input.width, value));
    }
    return "{" + members + "}";
  }

  Behaviour& behaviour_;
  const Subject& subject_;
  const solve::Effort& effort_;
  expr::Pool& pool_;
  expr::Translation second_;
};

}  // namespace

std::optional<Ambiguity> find_ambiguity(Behaviour& behaviour, int term, const Subject& subject,
                                        const solve::Effort& effort) {
  return Pairs(behaviour, subject, effort).find(term);
}

}  // namespace forall::infer
