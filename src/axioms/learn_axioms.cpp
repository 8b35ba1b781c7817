// From failing paths to clauses:
//
//   1. addresses of objects become variables, which are not null and differ from each other;
//   2. conditions that say how inputs are made are left out: the axiom is for all values;
//   3. calls that no condition depends on are left out;
//   4. a variable that only conditions mention is replaced if one of them fixes it, else the clause is of no use;
//   5. where axioms of one call say that the call leaves the state as it was, the state after it is the state before;
//   6. the trigger is the last call with all calls that it depends on, and as many others as it takes to bind all
//      variables.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "axioms/axiom_set.h"
#include "axioms/instances.h"
#include "axioms/knowledge.h"
#include "axioms/learn_axioms.h"
#include "axioms/quantifiers.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "explore/exploration.h"
#include "expr/translate.h"
#include "solve/chain.h"
#include "verdict/wording.h"

namespace forall::axioms {
namespace {

using abi::OperandRole;
using expr::Expr;
using expr::Op;
using expr::Pool;

bool mentions(Pool& pool, Expr e, std::uint32_t variable) {
  const std::vector<std::uint32_t>& support = pool.support(e);
  return std::binary_search(support.begin(), support.end(), variable);
}

// Does the call depend on what came out of the other?
bool depends_on(Pool& pool, const Call& call, const Call& other) {
  for (const auto& out : other.out) {
    if (pool[out.value].op != Op::Input) continue;
    for (const auto& in : call.in) {
      if (mentions(pool, in.value, pool[out.value].low)) return true;
    }
  }
  return false;
}

bool have_equal_calls(const Clause& x, const Clause& y) {
  const auto equal_part = [](const auto& a, const auto& b) { return a.role == b.role && a.value == b.value; };
  const auto equal_call = [&](const Call& a, const Call& b) {
    return a.method == b.method && std::equal(a.in.begin(), a.in.end(), b.in.begin(), b.in.end(), equal_part) &&
           std::equal(a.out.begin(), a.out.end(), b.out.begin(), b.out.end(), equal_part);
  };
  return std::equal(x.calls.begin(), x.calls.end(), y.calls.begin(), y.calls.end(), equal_call);
}

// Puts the clauses of one PUT into the set.
class Learner {
 public:
  Learner(AxiomSet& set, const testcase::Put& put, std::size_t number)
      : set_(set), put_(put.full_name()), prefix_(fmt::format("{}:", number)) {}

  // Why the path yields no clause; empty if it yields one.
  std::string learn(Pool& pool, const explore::FailingPath& path) {
    Clause clause = translated(pool, path);
    prune(clause);
    fix_variables(clause);
    choose_values(clause);
    if (const std::string loose = find_loose_variable(clause); !loose.empty()) {
      return fmt::format("depends on '{}', which no call has as an argument", loose);
    }
    if (clause.calls.empty()) return "fails whatever its calls return";
    for (const Call& call : clause.calls) {
      if (!call.is_comparable) return fmt::format("{} has an argument that axioms cannot speak of", call.method);
    }
    const auto is_equal = [&](const Clause& other) {
      return other.conditions == clause.conditions && have_equal_calls(other, clause);
    };
    if (std::any_of(set_.clauses.begin() + static_cast<std::ptrdiff_t>(first_), set_.clauses.end(), is_equal))
      return {};
    set_.clauses.push_back(std::move(clause));
    return {};
  }

 private:
  Expr variable(const std::string& name, abi::ScalarKind kind, unsigned width) {
    return set_.pool.variable(
        {base::fnv1a(prefix_ + name), prefix_ + name, "", kind, static_cast<std::uint16_t>(width)});
  }

  Clause translated(Pool& pool, const explore::FailingPath& path) {
    Clause clause;
    clause.put = put_;
    expr::Translation translation(pool, set_.pool);
    for (std::uint32_t i = 0; i < pool.variables().size(); ++i) {
      const expr::Variable& v = pool.variables()[i];
      translation.replace(pool.variable_expr(i), variable(v.name, v.kind, v.width));
    }
    std::vector<Expr> addresses;
    for (const testcase::ObjectValue& object : path.objects) {
      const Expr address = variable("@" + object.name, abi::ScalarKind::ULong, 64);
      translation.replace(pool.constant(object.address, 64), address);
      addresses.push_back(address);
    }
    for (const trace::Call& call : path.calls) {
      Call& learned = clause.calls.emplace_back(call);
      for (auto* side : {&learned.in, &learned.out}) {
        for (auto& part : *side) part.value = translation(part.value);
      }
    }
    for (const trace::Step& step : path.steps) clause.conditions.push_back(translation(step.condition));
    for (const Expr condition : path.made) clause.made.push_back(translation(condition));
    add_distinctness(clause, addresses);
    std::sort(clause.conditions.begin(), clause.conditions.end());
    clause.conditions.erase(std::unique(clause.conditions.begin(), clause.conditions.end()), clause.conditions.end());
    return clause;
  }

  void add_distinctness(Clause& clause, const std::vector<Expr>& addresses) {
    const auto differ = [&](Expr x, Expr y) {
      clause.conditions.push_back(set_.pool.logical_not(set_.pool.binary(Op::Eq, x, y)));
    };
    std::vector<Expr> used;
    for (const Expr address : addresses) {
      if (is_mentioned(clause, set_.pool[address].low)) used.push_back(address);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      differ(used[i], set_.pool.constant(0, 64));
      for (std::size_t k = 0; k < i; ++k) differ(used[i], used[k]);
    }
  }

  bool is_mentioned(const Clause& clause, std::uint32_t variable) {
    const auto has = [&](Expr e) { return mentions(set_.pool, e, variable); };
    return std::any_of(clause.conditions.begin(), clause.conditions.end(), has) ||
           std::any_of(clause.calls.begin(), clause.calls.end(), [&](const Call& call) {
             return std::any_of(call.in.begin(), call.in.end(), [&](const auto& part) { return has(part.value); });
           });
  }

  void prune(Clause& clause) {
    std::vector<bool> is_needed(clause.calls.size());
    for (std::size_t i = clause.calls.size(); i-- > 0;) {
      for (const auto& out : clause.calls[i].out) {
        if (set_.pool[out.value].op != Op::Input) continue;
        const std::uint32_t variable = set_.pool[out.value].low;
        for (const Expr condition : clause.conditions) {
          if (mentions(set_.pool, condition, variable)) is_needed[i] = true;
        }
      }
      for (std::size_t k = i + 1; k < clause.calls.size() && !is_needed[i]; ++k) {
        is_needed[i] = is_needed[k] && depends_on(set_.pool, clause.calls[k], clause.calls[i]);
      }
    }
    std::vector<Call> needed;
    for (std::size_t i = 0; i < clause.calls.size(); ++i) {
      if (is_needed[i]) needed.push_back(std::move(clause.calls[i]));
    }
    clause.calls = std::move(needed);
  }

  // A variable that was decided, such as the length of a text, is a constant.
  void fix_variables(Clause& clause) {
    for (const Expr condition : std::vector<Expr>(clause.conditions)) {
      const expr::Node node = set_.pool[condition];
      if (node.op != Op::Eq || set_.pool[node.a].op != Op::Input || !set_.pool.is_constant(node.b)) continue;
      if (is_outcome(clause, node.a)) continue;
      expr::Translation translation(set_.pool, set_.pool);
      translation.replace(node.a, node.b);
      for (Expr& each : clause.conditions) each = translation(each);
      for (Expr& each : clause.made) each = translation(each);
      for (Call& call : clause.calls) {
        for (auto& part : call.in) part.value = translation(part.value);
      }
    }
    std::erase_if(clause.conditions, [&](Expr e) { return set_.pool.is_constant(e) && set_.pool.value(e).lo != 0; });
  }

  // The clause holds for all values of a variable that no call has, so it holds for one in terms of the others: for
  // `key != other` where only `other` is an argument, key is other + 1.
  void choose_values(Clause& clause) {
    for (std::uint32_t variable = 0; variable < set_.pool.variables().size(); ++variable) {
      if (is_bound(clause, variable)) continue;
      std::vector<Expr> mine;
      for (const Expr condition : clause.conditions) {
        if (mentions(set_.pool, condition, variable)) mine.push_back(condition);
      }
      if (mine.empty()) continue;
      Expr best;
      for (const Expr candidate : candidates(variable, mine)) {
        const Fit fit = fit_of(variable, candidate, mine);
        if (fit == Fit::Always || (fit == Fit::Sometimes && !best)) best = candidate;
        if (fit == Fit::Always) break;
      }
      if (!best) continue;
      expr::Translation translation(set_.pool, set_.pool);
      translation.replace(set_.pool.variable_expr(variable), best);
      for (Expr& condition : clause.conditions) condition = translation(condition);
      for (Expr& condition : clause.made) condition = translation(condition);
      for (Call& call : clause.calls) {
        for (auto& part : call.in) part.value = translation(part.value);
      }
    }
    std::erase_if(clause.conditions, [&](Expr e) { return set_.pool.is_constant(e) && set_.pool.value(e).lo != 0; });
  }

  std::vector<Expr> candidates(std::uint32_t variable, const std::vector<Expr>& conditions) {
    Pool& pool = set_.pool;
    const unsigned width = pool.variables()[variable].width;
    const Expr one = pool.constant(1, width);
    std::vector<Expr> found{pool.constant(0, width), one};
    // Addresses of objects need only be aligned and differ from each other.
    for (std::uint64_t page = 1; width == 64 && page <= conditions.size(); ++page) {
      found.push_back(pool.constant(page << 12U, width));
    }
    for (const Expr condition : conditions) {
      for (const std::uint32_t other : std::vector<std::uint32_t>(pool.support(condition))) {
        const Expr term = pool.variable_expr(other);
        if (other == variable || pool.width(term) != width) continue;
        found.push_back(term);
        found.push_back(pool.binary(Op::Add, term, one));
        found.push_back(pool.binary(Op::Sub, term, one));
      }
    }
    return found;
  }

  enum class Fit { Never, Sometimes, Always };
  Fit fit_of(std::uint32_t variable, Expr candidate, const std::vector<Expr>& conditions) {
    expr::Translation translation(set_.pool, set_.pool);
    translation.replace(set_.pool.variable_expr(variable), candidate);
    Fit fit = Fit::Always;
    for (const Expr condition : conditions) {
      const Expr chosen = translation(condition);
      if (!set_.pool.is_constant(chosen)) {
        fit = Fit::Sometimes;
      } else if (set_.pool.value(chosen).lo == 0) {
        return Fit::Never;
      }
    }
    return fit;
  }

  static bool is_outcome(const Clause& clause, Expr e) {
    return std::any_of(clause.calls.begin(), clause.calls.end(), [&](const Call& call) {
      return std::any_of(call.out.begin(), call.out.end(), [&](const auto& part) { return part.value == e; });
    });
  }

  // Only by what is a variable itself can matching bind it.
  bool is_bound(const Clause& clause, std::uint32_t variable) const {
    const Expr wanted = set_.pool.variable_expr(variable);
    return std::any_of(clause.calls.begin(), clause.calls.end(), [&](const Call& call) {
      const auto is_it = [&](const auto& part) { return part.value == wanted; };
      return std::any_of(call.in.begin(), call.in.end(), is_it) || std::any_of(call.out.begin(), call.out.end(), is_it);
    });
  }

  std::string find_loose_variable(const Clause& clause) {
    for (const Expr condition : clause.conditions) {
      for (const std::uint32_t variable : set_.pool.support(condition)) {
        if (!is_bound(clause, variable)) return set_.pool.variables()[variable].name.substr(prefix_.size());
      }
    }
    return {};
  }

  AxiomSet& set_;
  const std::string put_;
  const std::string prefix_;
  const std::size_t first_ = set_.clauses.size();
};

// What clauses need once all of them are known.
class Finisher {
 public:
  Finisher(AxiomSet& set, const explore::Options& options)
      : set_(set), effort_(options.effort), solver_(solve::make_chain(set.pool, options.solver)) {}

  void operator()() {
    for (Clause& clause : set_.clauses) {
      find_equal_states(clause);
      choose_trigger(clause);
    }
    std::vector<Clause> better = set_.clauses;  // each is improved by what the others say as they are
    for (Clause& clause : better) {
      if (clause.calls.size() > 1) skip_pure_calls(clause);
      choose_trigger(clause);
    }
    set_.clauses = std::move(better);
    std::erase_if(set_.clauses, [](const Clause& clause) { return clause.trigger.empty(); });
  }

 private:
  bool is_state(const Clause& clause, Expr e) const {
    return std::any_of(clause.calls.begin(), clause.calls.end(), [&](const Call& call) {
      const auto is_it = [&](const auto& part) {
        return part.value == e && (part.role == OperandRole::State || part.role == OperandRole::NextState);
      };
      return std::any_of(call.in.begin(), call.in.end(), is_it) || std::any_of(call.out.begin(), call.out.end(), is_it);
    });
  }

  // not (s == t) among the conditions: the clause says that they are equal, if all else holds.
  void find_equal_states(Clause& clause) {
    clause.equal_states.clear();
    for (const Expr condition : clause.conditions) {
      const expr::Node& negation = set_.pool[condition];
      if (negation.op != Op::Not || set_.pool[negation.a].op != Op::Eq) continue;
      const expr::Node& equation = set_.pool[negation.a];
      if (is_state(clause, equation.a) && is_state(clause, equation.b)) {
        clause.equal_states.emplace_back(equation.a, equation.b);
      }
    }
  }

  void skip_pure_calls(Clause& clause) {
    const std::string put = clause.put;
    Instances instances(set_.pool, &set_, [&](const Clause& other) {
      return other.put != put && !other.equal_states.empty() && !other.trigger.empty();
    });
    known_ = instances.formulas_about(clause.calls);
    if (known_.empty()) return;
    known_.insert(known_.end(), clause.conditions.begin(), clause.conditions.end());
    if (is_unsatisfiable()) return;  // the others say it all
    for (std::size_t i = 0; i < clause.calls.size(); ++i) {
      for (const auto& [after, before] : states_around(clause.calls[i])) {
        // What shows that the states are equal must be there still when the one stands for the other: conditions on
        // calls in the state after it may be what makes them equal.
        Clause shorter = clause;
        replace(shorter, after, before);
        known_ = instances.formulas_about(shorter.calls);
        known_.insert(known_.end(), shorter.conditions.begin(), shorter.conditions.end());
        if (is_unsatisfiable()) continue;  // nothing would be left of the clause
        known_.push_back(set_.pool.logical_not(set_.pool.binary(Op::Eq, after, before)));
        if (is_unsatisfiable()) clause = std::move(shorter);
      }
    }
    find_equal_states(clause);
  }

  bool is_unsatisfiable() { return std::holds_alternative<solve::Unsat>(solver_->check({known_}, effort_)); }

  // Of each object of the call that may change: the state after it and before it.
  std::vector<std::pair<Expr, Expr>> states_around(const Call& call) const {
    std::vector<std::pair<Expr, Expr>> states;
    std::size_t before = 0;
    for (const auto& out : call.out) {
      if (out.role != OperandRole::NextState) continue;
      while (before < call.in.size() && call.in[before].role != OperandRole::State) ++before;
      if (before == call.in.size()) break;
      if (set_.pool[out.value].op == Op::Input) states.emplace_back(out.value, call.in[before].value);
      ++before;
    }
    return states;
  }

  void replace(Clause& clause, Expr from, Expr to) {
    expr::Translation translation(set_.pool, set_.pool);
    translation.replace(from, to);
    for (Expr& condition : clause.conditions) condition = translation(condition);
    for (Call& call : clause.calls) {
      for (auto& part : call.in) part.value = translation(part.value);
    }
  }

  void choose_trigger(Clause& clause) {
    std::set<std::size_t> trigger;
    for (std::size_t next = clause.calls.size(); next-- > 0;) {
      add_with_causes(clause, next, trigger);
      if (binds_all(clause, trigger)) {
        clause.trigger.assign(trigger.begin(), trigger.end());
        return;
      }
    }
  }

  void add_with_causes(const Clause& clause, std::size_t call, std::set<std::size_t>& trigger) {
    if (!trigger.insert(call).second) return;
    for (std::size_t i = 0; i < call; ++i) {
      if (depends_on(set_.pool, clause.calls[call], clause.calls[i])) add_with_causes(clause, i, trigger);
    }
  }

  // By the trigger, or by what the other calls then give.
  bool binds_all(const Clause& clause, const std::set<std::size_t>& trigger) {
    std::set<std::uint32_t> bound;
    const auto bind = [&](const auto& parts) {
      for (const auto& part : parts) {
        if (set_.pool[part.value].op == Op::Input) bound.insert(set_.pool[part.value].low);
      }
    };
    for (const std::size_t i : trigger) bind(clause.calls[i].in), bind(clause.calls[i].out);
    const auto is_bound = [&](Expr e) {
      const auto& support = set_.pool.support(e);
      return std::all_of(support.begin(), support.end(), [&](std::uint32_t v) { return bound.contains(v); });
    };
    for (std::size_t i = 0; i < clause.calls.size(); ++i) {
      if (trigger.contains(i)) continue;
      const auto& in = clause.calls[i].in;
      if (!std::all_of(in.begin(), in.end(), [&](const auto& part) { return is_bound(part.value); })) return false;
      bind(clause.calls[i].out);
    }
    return std::all_of(clause.conditions.begin(), clause.conditions.end(), is_bound);
  }

  AxiomSet& set_;
  const solve::Effort effort_;
  std::unique_ptr<solve::Solver> solver_;
  std::vector<Expr> known_;  // about the current clause
};

// An incomplete path condition would yield an unsound clause.
bool is_approximation(const testcase::LedgerLine& line) { return !verdict::wording(line.kind).is_limit; }

}  // namespace

LearnedAxioms learn_axioms(target::Target& target, const std::vector<testcase::Put>& puts,
                           const explore::Options& options, const explore::Hooks& hooks) {
  const auto set = std::make_shared<AxiomSet>();
  LearnedAxioms learned;
  for (const testcase::Put& put : puts) {
    if (put.describes.empty()) {
      throw base::UserError(fmt::format("{}:{}: error: {} describes no class; write FORALL_AXIOMS(Class, {})", put.file,
                                        put.line, put.full_name(), put.suite));
    }
    for (const testcase::DescribedClass& described : put.describes)
      set->stand_ins |= std::uint64_t{1} << described.index;
    set->puts.push_back(put.full_name());
  }
  explore::Hooks quiet;
  quiet.stop = hooks.stop;
  quiet.interrupt = hooks.interrupt;
  const base::Interrupt interrupt = [&] { return hooks.interrupt != nullptr && *hooks.interrupt; };
  explore::Options plain = options;
  plain.leaks = false;
  plain.effort.interrupt = &interrupt;
  for (std::size_t i = 0; i < puts.size(); ++i) {
    Pool pool;
    if (plain.solver.audit) pool.keep_simplifications();
    const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, plain.solver);
    std::vector<explore::FailingPath> failing;
    Knowledge nothing(pool, set->stand_ins, failing, base::system_clock());
    explore::Exploration exploration({target, pool, *solver, base::system_clock()}, puts[i], plain, quiet, &nothing);
    const testcase::Result result = exploration();
    const auto approximated = std::find_if(result.ledger.begin(), result.ledger.end(), is_approximation);
    if (approximated != result.ledger.end()) {
      learned.gaps.push_back({puts[i].full_name(), "not used: " + approximated->text});
      continue;
    }
    Learner learner(*set, puts[i], i);
    std::string why;
    const std::size_t before = set->clauses.size();
    for (const explore::FailingPath& path : failing) {
      if (std::string gap = learner.learn(pool, path); !gap.empty()) why = std::move(gap);
    }
    if (set->clauses.size() > before) continue;
    if (!why.empty()) {
      learned.gaps.push_back({puts[i].full_name(), why});
    } else if (failing.empty()) {
      learned.gaps.push_back({puts[i].full_name(), "says nothing: it fails on no path"});
    }
  }
  Finisher(*set, plain)();
  for (const testcase::Put& put : puts) {
    const testcase::Result result = explore_with(*set, target, put, plain, quiet);
    for (const testcase::Contradiction& found : result.contradictions) learned.contradictions.push_back(found);
  }
  if (learned.contradictions.empty()) {
    if (auto found = find_contradiction(*set, &interrupt)) learned.contradictions.push_back(std::move(*found));
  }
  learned.axioms = set;
  return learned;
}

}  // namespace forall::axioms
