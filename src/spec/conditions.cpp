#include "spec/conditions.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "solve/chain.h"

namespace forall::spec {
namespace {

using expr::Expr;
using Bits = expr::Op;

constexpr unsigned kWidth = 64;  // of every value but truth values: no operation on Integer leaves it
constexpr std::int64_t kMostText = 1 << 20;
constexpr std::int64_t kSmall[] = {9, 100};  // what is small, and what is not large

unsigned width_of(Sort sort) { return sort == kBoolean ? 1 : kWidth; }

}  // namespace

// The constraints of a query, and the expressions made for its terms.
struct Conditions::Translation {
  std::vector<Expr> constraints;
  std::unordered_map<std::uint32_t, Expr> made;
  std::unordered_map<std::uint32_t, Expr> defined;  // that evaluating the term leads to no error
  std::vector<Term> variables;
  std::set<std::int64_t> texts;  // literals; each is known by its number, and a variable with that number is it
  bool within_integers = false;
};

Conditions::Conditions(const Specification& specification)
    // Values next to 0 are often equal, and a case with equal values shows less.
    : terms_(*specification.terms), solver_(solve::make_chain(pool_, {.order = false})) {}
Conditions::~Conditions() = default;

Expr Conditions::unknown(Term t, Translation& side) {
  const TermNode& node = terms_[t];
  const unsigned width = width_of(node.sort);
  const Expr e = pool_.variable(
      {t.id + std::uint64_t{1}, to_text(terms_, t), "", abi::ScalarKind::Long, static_cast<std::uint16_t>(width)});
  const bool is_variable = node.kind == Kind::Variable;
  if (is_variable) side.variables.push_back(t);
  const auto within = [&](std::int64_t least, std::int64_t most) {
    const auto constant = [&](std::int64_t v) { return pool_.constant(static_cast<std::uint64_t>(v), kWidth); };
    side.constraints.push_back(pool_.binary(Bits::Sle, constant(least), e));
    side.constraints.push_back(pool_.binary(Bits::Sle, e, constant(most)));
  };
  if (node.sort == kCharacter) within(0, 255);
  if (node.sort == kText) within(0, kMostText);
  // An observer may answer with infinity; a variable stands for a number.
  if (node.sort == kInteger) within(is_variable ? kLeastInteger : -kInfinity, is_variable ? kMostInteger : kInfinity);
  return e;
}

// A built-in operation on numbers. It is defined where its result is an Integer.
Expr Conditions::number(Term t, Translation& side) {
  const TermNode& node = terms_[t];
  const auto constant = [&](std::int64_t v) { return pool_.constant(static_cast<std::uint64_t>(v), kWidth); };
  const Expr a = side.made.at(node.arguments.front().id), b = side.made.at(node.arguments.back().id);
  Expr result, defined = side.defined.at(t.id);
  const auto require = [&](Expr e) { defined = pool_.binary(Bits::And, defined, e); };
  switch (built_in(node.op)) {
    case BuiltIn::Add: result = pool_.binary(Bits::Add, a, b); break;
    case BuiltIn::Sub: result = pool_.binary(Bits::Sub, a, b); break;
    case BuiltIn::Mul: result = pool_.binary(Bits::Mul, a, b); break;
    case BuiltIn::Neg: result = pool_.unary(Bits::Neg, a); break;
    default:
      require(pool_.logical_not(pool_.binary(Bits::Eq, b, constant(0))));
      result = pool_.binary(built_in(node.op) == BuiltIn::Div ? Bits::SDiv : Bits::SRem, a, b);
  }
  for (const Expr e : {a, b, result}) {
    require(pool_.binary(Bits::Sle, constant(kLeastInteger), e));
    require(pool_.binary(Bits::Sle, e, constant(kMostInteger)));
  }
  side.defined[t.id] = defined;
  side.within_integers = true;
  return result;
}

Expr Conditions::translate(Term root, Translation& side) {
  visit_bottom_up(terms_, root, [&](Term t) {
    if (side.made.contains(t.id)) return;
    const TermNode& node = terms_[t];
    if (!is_built_in(node.sort)) return;  // objects occur only inside of unknowns
    const auto made = [&](std::size_t i) { return side.made.at(node.arguments[i].id); };
    const bool of_text =
        node.kind == Kind::Apply && is_built_in(node.op) && terms_[node.arguments.back()].sort == kText;
    side.defined[t.id] = arguments_defined(t, side);
    Expr e;
    switch (node.kind == Kind::Apply ? built_in(node.op) : BuiltIn::None) {
      case BuiltIn::None:
        e = node.kind == Kind::Literal ? pool_.constant(static_cast<std::uint64_t>(node.value), width_of(node.sort))
                                       : unknown(t, side);
        if (node.kind == Kind::Literal && node.sort == kText) side.texts.insert(node.value);
        break;
      case BuiltIn::If: e = pool_.ite(made(0), made(1), made(2)); break;
      case BuiltIn::Equal: e = pool_.binary(Bits::Eq, made(0), made(1)); break;
      case BuiltIn::NotEqual: e = pool_.logical_not(pool_.binary(Bits::Eq, made(0), made(1))); break;
      case BuiltIn::Less: e = of_text ? unknown(t, side) : pool_.binary(Bits::Slt, made(0), made(1)); break;
      case BuiltIn::LessEqual: e = of_text ? unknown(t, side) : pool_.binary(Bits::Sle, made(0), made(1)); break;
      case BuiltIn::Greater: e = of_text ? unknown(t, side) : pool_.binary(Bits::Slt, made(1), made(0)); break;
      case BuiltIn::GreaterEqual: e = of_text ? unknown(t, side) : pool_.binary(Bits::Sle, made(1), made(0)); break;
      default: e = of_text ? unknown(t, side) : number(t, side);
    }
    side.made[t.id] = e;
  });
  return side.made.at(root.id);
}

// Of a conditional only one branch is evaluated.
Expr Conditions::arguments_defined(Term t, const Translation& side) {
  const TermNode& node = terms_[t];
  const auto defined = [&](Term argument) {
    const auto found = side.defined.find(argument.id);  // objects have none
    return found == side.defined.end() ? pool_.truth(true) : found->second;
  };
  if (terms_.is_if(t))
    return pool_.binary(
        Bits::And, defined(node.arguments[0]),
        pool_.ite(side.made.at(node.arguments[0].id), defined(node.arguments[1]), defined(node.arguments[2])));
  Expr result = pool_.truth(true);
  for (const Term argument : node.arguments) result = pool_.binary(Bits::And, result, defined(argument));
  return result;
}

void Conditions::require(const Fact& fact, Translation& query) {
  const Expr e = translate(fact.condition, query);
  query.constraints.push_back(query.defined.at(fact.condition.id));
  query.constraints.push_back(fact.holds ? e : pool_.logical_not(e));
}

Feasibility Conditions::solve(Translation& query) {
  Feasibility result;
  result.within_integers = query.within_integers;
  const solve::Answer answer = solver_->check({query.constraints}, {.conflicts = 100'000, .seconds = 10});
  if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
    result.kind = Feasibility::Kind::Satisfiable;
    for (const Term t : query.variables) {
      const Expr e = pool_.find_variable(t.id + std::uint64_t{1});
      const auto value = static_cast<std::int64_t>(sat->model.get(pool_[e].low).lo);
      const Sort sort = terms_[t].sort;
      const bool is_new_text = sort == kText && !query.texts.contains(value);
      result.values[t] = is_new_text ? terms_.text(fmt::format("t{}", value)) : terms_.literal(sort, value);
    }
  } else if (const auto* unknown_answer = std::get_if<solve::Unknown>(&answer)) {
    result.reason = unknown_answer->reason;
  } else {
    result.kind = Feasibility::Kind::Unsatisfiable;
  }
  return result;
}

Feasibility Conditions::check(std::span<const Fact> facts) {
  Translation query;
  for (const Fact& fact : facts) require(fact, query);
  return solve(query);
}

Feasibility Conditions::friendly(std::span<const Fact> facts, std::span<const Term> variables) {
  Translation query;
  for (const Fact& fact : facts) require(fact, query);
  for (const Term t : variables) {
    if (is_built_in(terms_[t].sort)) translate(t, query);
  }
  std::vector<Expr> different;
  const auto constant = [&](std::int64_t v) { return pool_.constant(static_cast<std::uint64_t>(v), kWidth); };
  for (std::size_t i = 0; i < query.variables.size(); ++i) {
    const Sort sort = terms_[query.variables[i]].sort;
    for (std::size_t j = 0; sort != kBoolean && j < i; ++j) {
      if (terms_[query.variables[j]].sort != sort) continue;
      const Expr a = query.made.at(query.variables[i].id), b = query.made.at(query.variables[j].id);
      different.push_back(pool_.logical_not(pool_.binary(Bits::Eq, a, b)));
    }
  }
  // The wishes are given up one after the other.
  for (const bool wants_different : {true, false}) {
    for (const std::int64_t most : kSmall) {
      Translation wish = query;
      if (wants_different) wish.constraints.insert(wish.constraints.end(), different.begin(), different.end());
      for (const Term t : query.variables) {
        const Sort sort = terms_[t].sort;
        if (sort == kBoolean) continue;
        const std::int64_t least = sort == kCharacter ? 'a' : 1;
        const Expr e = query.made.at(t.id);
        wish.constraints.push_back(pool_.binary(Bits::Sle, constant(least), e));
        wish.constraints.push_back(pool_.binary(Bits::Sle, e, constant(sort == kCharacter ? 'z' : most)));
      }
      Feasibility result = solve(wish);
      if (result.kind == Feasibility::Kind::Satisfiable) return result;
    }
  }
  return solve(query);
}

Feasibility Conditions::at_boundary(std::span<const Fact> facts, const Fact& edge, std::span<const Term> variables) {
  const TermNode& node = terms_[edge.condition];
  if (node.kind != Kind::Apply || !is_built_in(node.op) || node.arguments.size() != 2 ||
      terms_[node.arguments[0]].sort != kInteger)
    return {};
  std::vector<Fact> all(facts.begin(), facts.end());
  const Term a = node.arguments[0], b = node.arguments[1];
  Feasibility equal = [&] {
    std::vector<Fact> with = all;
    with.push_back({terms_.built_in(BuiltIn::Equal, {a, b}), true, {}});
    return friendly(with, variables);
  }();
  if (equal.kind == Feasibility::Kind::Satisfiable) return equal;
  const Term one = terms_.integer(1);
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    std::vector<Fact> with = all;
    with.push_back({terms_.built_in(BuiltIn::Equal, {x, terms_.built_in(BuiltIn::Add, {y, one})}), true, {}});
    Feasibility near = friendly(with, variables);
    if (near.kind == Feasibility::Kind::Satisfiable) return near;
  }
  return {};
}

}  // namespace forall::spec
