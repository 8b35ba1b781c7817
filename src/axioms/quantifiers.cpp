#include "axioms/quantifiers.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/hash.h"
#include "expr/translate.h"
#include "solve/quantified.h"

namespace forall::axioms {
namespace {

using expr::Expr;
using expr::Op;

constexpr double kSeconds = 2;
// Asked once whenever axioms are learned, mostly in vain.
constexpr double kShortSeconds = 0.2;

solve::Theory theory_of(const AxiomSet& axioms, const std::set<std::string>& puts) {
  solve::Theory theory{&axioms.pool, {}};
  for (const Clause& clause : axioms.clauses) {
    if (!puts.contains(clause.put)) continue;
    theory.clauses.push_back({clause.calls, clause.conditions, clause.trigger});
  }
  return theory;
}

bool is_contradiction(const solve::Theory& theory, const solve::Facts& facts, double seconds,
                      const base::Interrupt* interrupt) {
  const solve::Effort effort{.seconds = seconds, .interrupt = interrupt};
  return std::holds_alternative<solve::Unsat>(solve::contradicts(theory, facts, effort));
}

// The calls of each clause, for some values that its PUT can have, and with whatever outcome.
class CallsOfClauses {
 public:
  explicit CallsOfClauses(const AxiomSet& axioms) : axioms_(axioms) {
    for (const Clause& clause : axioms.clauses) add(clause);
  }
  solve::Facts facts() const { return {&pool_, calls_, conditions_}; }

 private:
  void add(const Clause& clause) {
    prefix_ = std::to_string(count_++) + ":";
    expr::Translation translation(axioms_.pool, pool_);
    for (std::uint32_t i = 0; i < axioms_.pool.variables().size(); ++i) {
      const expr::Variable& variable = axioms_.pool.variables()[i];
      translation.replace(axioms_.pool.variable_expr(i), some(variable.name, variable.kind, variable.width));
    }
    std::set<std::uint32_t> used;
    for (const Call& original : clause.calls) {
      Call& call = calls_.emplace_back(original);
      for (Call::Part& in : call.in) {
        in.value = translation(in.value);
        used.insert(pool_.support(in.value).begin(), pool_.support(in.value).end());
      }
      for (Call::Part& out : call.out) {
        out.value = translation(out.value);
        const bool is_free = pool_[out.value].op == Op::Input && used.insert(pool_[out.value].low).second;
        if (!is_free) {
          const auto width = static_cast<std::uint16_t>(pool_.width(out.value));
          out.value = some("out " + std::to_string(count_++), out.kind, width);
        }
      }
    }
    for (const Expr condition : clause.made) conditions_.push_back(translation(condition));
  }

  Expr some(const std::string& name, abi::ScalarKind kind, std::uint16_t width) {
    return pool_.variable({base::fnv1a(prefix_ + name), prefix_ + name, "", kind, width});
  }

  const AxiomSet& axioms_;
  expr::Pool pool_;
  std::string prefix_;
  std::size_t count_ = 0;
  std::vector<Call> calls_;
  std::vector<Expr> conditions_;
};

}  // namespace

bool is_impossible(const trace::Path& path, const expr::Pool& pool, const AxiomSet& axioms,
                   const base::Interrupt* interrupt) {
  solve::Facts facts{&pool, {}, {}};
  for (const trace::Call& call : path.calls) {
    if (call.is_comparable) facts.calls.push_back(call);
  }
  for (const trace::Step& step : path.steps) facts.conditions.push_back(step.condition);
  return is_contradiction(theory_of(axioms, {axioms.puts.begin(), axioms.puts.end()}), facts, kSeconds, interrupt);
}

std::optional<testcase::Contradiction> find_contradiction(const AxiomSet& axioms, const base::Interrupt* interrupt) {
  const CallsOfClauses calls(axioms);
  const solve::Facts facts = calls.facts();
  std::set<std::string> puts(axioms.puts.begin(), axioms.puts.end());
  if (!is_contradiction(theory_of(axioms, puts), facts, kShortSeconds, interrupt)) return std::nullopt;
  for (const std::string& put : axioms.puts) {
    puts.erase(put);
    if (!is_contradiction(theory_of(axioms, puts), facts, kSeconds, interrupt)) puts.insert(put);
  }
  if (puts.empty()) return std::nullopt;  // what the calls are said to be is a contradiction in itself
  return testcase::Contradiction{{puts.begin(), puts.end()}, "some chain of calls (found by quantifiers)"};
}

}  // namespace forall::axioms
