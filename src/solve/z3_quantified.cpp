// A function f is one function of Z3 into a sort of its own, and one function from there for each of its outputs, so
// that a call is one term, whichever of its outputs is used:
//
//   contains(h, k) = r, state s        is   r = contains.0(contains(h, k)), s = contains.1(contains(h, k))
//
// In a clause, outputs are not variables but these terms. A pattern is made of the calls of the trigger. An input of
// them that is neither a variable nor an output becomes a variable x, with the condition that x is equal to it:
// matching does not calculate.
#include <z3++.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_set>

#include "solve/answer_text.h"
#include "solve/child.h"
#include "solve/quantified.h"
#include "solve/z3_terms.h"

namespace forall::solve {
namespace {

using expr::Call;
using expr::Expr;
using expr::Op;

// Z3 takes an instance that is as many steps away from the facts, and no further one.
constexpr double kMostGenerations = 100;

template <typename Visit>
void for_each_node(const expr::Pool& pool, Expr root, Visit visit) {
  std::vector<Expr> stack{root};
  std::unordered_set<std::uint32_t> seen;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.id).second) continue;
    const expr::Node& node = pool[e];
    visit(e, node);
    const Expr operands[] = {node.a, node.b, node.c};
    stack.insert(stack.end(), operands, operands + abi::info(node.op).arity);
  }
}

// Z3 does not know functions of libm.
bool is_known_to_z3(const expr::Pool& pool, Expr root) {
  bool is_known = true;
  for_each_node(pool, root, [&](Expr, const expr::Node& node) {
    if (node.op == Op::FMath1 || node.op == Op::FMath2) is_known = false;
  });
  return is_known;
}

bool is_known_to_z3(const expr::Pool& pool, const Call& call) {
  const auto is_known = [&](const Call::Part& part) { return is_known_to_z3(pool, part.value); };
  return std::all_of(call.in.begin(), call.in.end(), is_known) &&
         std::all_of(call.out.begin(), call.out.end(), is_known);
}

bool is_known_to_z3(const expr::Pool& pool, const QuantifiedClause& clause) {
  return std::all_of(clause.calls.begin(), clause.calls.end(),
                     [&](const Call& call) { return is_known_to_z3(pool, call); }) &&
         std::all_of(clause.conditions.begin(), clause.conditions.end(),
                     [&](Expr condition) { return is_known_to_z3(pool, condition); });
}

z3::sort sort_of(z3::context& context, unsigned width) {
  return width == 1 ? context.bool_sort() : context.bv_sort(width);
}

// for all `variables`: `body`, instantiated where all of `pattern` are found. Without one, Z3 looks for one.
z3::expr for_all(z3::context& context, const z3::expr_vector& variables, const z3::expr_vector& pattern,
                 const z3::expr& body) {
  if (variables.empty()) return body;
  std::vector<Z3_app> bound;
  for (const z3::expr& variable : variables) bound.push_back(Z3_to_app(context, variable));
  std::vector<Z3_ast> terms;
  for (const z3::expr& term : pattern) terms.push_back(term);
  std::vector<Z3_pattern> patterns;
  if (!terms.empty()) patterns.push_back(Z3_mk_pattern(context, static_cast<unsigned>(terms.size()), terms.data()));
  context.check_error();
  const Z3_ast made = Z3_mk_forall_const(context, 0, static_cast<unsigned>(bound.size()), bound.data(),
                                         static_cast<unsigned>(patterns.size()), patterns.data(), body);
  context.check_error();
  return z3::expr(context, made);
}

class Functions {
 public:
  explicit Functions(z3::context& context) : context_(context) {}

  struct Function {
    z3::func_decl call;
    std::vector<z3::func_decl> outputs;
  };
  const Function& of(const expr::Pool& pool, const Call& call) {
    std::string name = call.method + "/";
    for (const auto* side : {&call.in, &call.out}) {
      for (const Call::Part& part : *side) name += std::to_string(static_cast<unsigned>(part.role));
    }
    name += "(";
    z3::sort_vector domain(context_);
    for (const Call::Part& in : call.in) {
      name += std::to_string(pool.width(in.value)) + ",";
      domain.push_back(sort_of(context_, pool.width(in.value)));
    }
    name += ")";
    for (const Call::Part& out : call.out) name += std::to_string(pool.width(out.value)) + ",";
    const auto known = functions_.find(name);
    if (known != functions_.end()) return known->second;
    const z3::sort result = context_.uninterpreted_sort(name.c_str());
    Function made{context_.function(name.c_str(), domain, result), {}};
    for (std::size_t i = 0; i < call.out.size(); ++i) {
      const std::string output = name + "." + std::to_string(i);
      made.outputs.push_back(
          context_.function(output.c_str(), result, sort_of(context_, pool.width(call.out[i].value))));
      if (call.out[i].role == abi::OperandRole::Exception) limit(made.outputs.back(), result, call.out[i].most);
    }
    return functions_.emplace(name, std::move(made)).first->second;
  }

  // The limits of outputs.
  const std::vector<z3::expr>& limits() const { return limits_; }

 private:
  void limit(const z3::func_decl& output, const z3::sort& calls, std::uint64_t most) {
    if (!output.range().is_bv()) return;
    z3::expr_vector variable(context_), pattern(context_);
    variable.push_back(context_.constant("call", calls));
    pattern.push_back(output(variable[0]));
    const z3::expr greatest = context_.bv_val(most, output.range().bv_size());
    limits_.push_back(for_all(context_, variable, pattern, z3::ule(pattern[0], greatest)));
  }

  z3::context& context_;
  std::map<std::string, Function> functions_;
  std::vector<z3::expr> limits_;
};

// One clause as a formula.
class Quantifier {
 public:
  Quantifier(z3::context& context, Functions& functions, const expr::Pool& pool)
      : context_(context), functions_(functions), pool_(pool), translate_(pool, context) {}

  z3::expr operator()(const QuantifiedClause& clause) {
    for (std::size_t i = 0; i < clause.calls.size(); ++i) {
      const bool is_trigger = std::find(clause.trigger.begin(), clause.trigger.end(), i) != clause.trigger.end();
      add_call(clause.calls[i], is_trigger);
    }
    for (const Expr condition : clause.conditions) premises_.push_back(translated(condition));
    if (!is_bound_by_pattern()) pattern_ = z3::expr_vector(context_);
    return for_all(context_, variables_, pattern_, !z3::mk_and(premises_));
  }

 private:
  void add_call(const Call& call, bool is_trigger) {
    z3::expr_vector in(context_);
    for (const Call::Part& part : call.in) in.push_back(is_trigger ? matchable(part.value) : translated(part.value));
    const Functions::Function& function = functions_.of(pool_, call);
    const z3::expr term = function.call(in);
    if (is_trigger) pattern_.push_back(term);
    for (std::size_t i = 0; i < call.out.size(); ++i) add_output(call.out[i].value, function.outputs[i](term));
  }

  // A variable that nothing had before is what comes out; all else must be equal to it.
  void add_output(Expr value, const z3::expr& term) {
    if (pool_[value].op == Op::Input && known_.insert(pool_[value].low).second) {
      translate_.define(value, term);
    } else {
      premises_.push_back(translated(value) == term);
    }
  }

  z3::expr matchable(Expr e) {
    const z3::expr value = translated(e);
    const bool is_plain = pool_[e].op == Op::Input;
    const z3::expr term = is_plain ? value : new_variable(value.get_sort());
    if (!is_plain) premises_.push_back(term == value);
    matched_.insert(term.id());
    return term;
  }

  bool is_bound_by_pattern() const {
    for (const z3::expr& variable : variables_) {
      if (!matched_.contains(variable.id())) return false;
    }
    return true;
  }

  z3::expr translated(Expr root) {
    for_each_node(pool_, root, [&](Expr e, const expr::Node& node) {
      if (node.op != Op::Input || !known_.insert(node.low).second) return;
      translate_.define(e, new_variable(sort_of(context_, node.width)));
    });
    return translate_(root);
  }

  z3::expr new_variable(const z3::sort& sort) {
    const z3::expr made = context_.constant(("v" + std::to_string(variables_.size())).c_str(), sort);
    variables_.push_back(made);
    return made;
  }

  z3::context& context_;
  Functions& functions_;
  const expr::Pool& pool_;
  Z3Terms translate_;
  std::unordered_set<std::uint32_t> known_;  // variables of the clause that have a term
  std::unordered_set<unsigned> matched_;     // terms that are inputs of the pattern
  z3::expr_vector variables_{context_};
  z3::expr_vector pattern_{context_};
  z3::expr_vector premises_{context_};
};

z3::params parameters(z3::context& context) {
  z3::params chosen(context);
  chosen.set("mbqi", false);
  chosen.set("ematching", true);
  chosen.set("qi.lazy_threshold", kMostGenerations);
  chosen.set("ctrl_c", false);
  return chosen;
}

void add_facts(z3::solver& solver, Functions& functions, z3::context& context, const Facts& facts) {
  Z3Terms translate(*facts.pool, context);
  for (const Call& call : facts.calls) {
    if (!is_known_to_z3(*facts.pool, call)) continue;
    z3::expr_vector in(context);
    for (const Call::Part& part : call.in) in.push_back(translate(part.value));
    const Functions::Function& function = functions.of(*facts.pool, call);
    const z3::expr term = function.call(in);
    for (std::size_t i = 0; i < call.out.size(); ++i) {
      solver.add(translate(call.out[i].value) == function.outputs[i](term));
    }
  }
  for (const Expr condition : facts.conditions) {
    if (is_known_to_z3(*facts.pool, condition)) solver.add(translate(condition));
  }
}

}  // namespace

namespace {

Answer decide(const Theory& theory, const Facts& facts) {
  limit_z3_memory();
  try {
    z3::config config;
    config.set("auto_config", false);
    z3::context context(config);
    z3::solver solver(context, z3::solver::simple());
    solver.set(parameters(context));
    Functions functions(context);
    for (const QuantifiedClause& clause : theory.clauses) {
      if (is_known_to_z3(*theory.pool, clause)) solver.add(Quantifier(context, functions, *theory.pool)(clause));
    }
    add_facts(solver, functions, context, facts);
    for (const z3::expr& limit : functions.limits()) solver.add(limit);
    if (solver.check() == z3::unsat) return Unsat{};
    return Unknown{"Z3: " + solver.reason_unknown()};
  } catch (const z3::exception& error) {
    return Unknown{std::string("Z3: ") + error.msg()};
  }
}

}  // namespace

// In a process of its own, as Z3 checks no clock during preprocessing.
std::variant<Unsat, Unknown> contradicts(const Theory& theory, const Facts& facts, const Effort& effort) {
  Child child([&] { return to_text(decide(theory, facts)); });
  child.wait(deadline_of(effort));
  const std::optional<std::string> text = child.answer();
  if (!text) return Unknown{child.is_done() ? "Z3: ended without an answer" : "Z3: time limit reached"};
  const Answer answer = answer_from(*text);
  if (std::holds_alternative<Unsat>(answer)) return Unsat{};
  return std::get<Unknown>(answer);
}

}  // namespace forall::solve
