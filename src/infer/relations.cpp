#include "infer/relations.h"

#include <algorithm>
#include <array>

#include "expr/bits.h"

namespace forall::infer {

using expr::Expr;
using expr::Op;
using expr::U128;

namespace {

constexpr std::size_t kMostConstants = 4;
constexpr std::size_t kMostConstantsEverywhere = 12;
constexpr std::size_t kMostNodes = 20000;
constexpr std::int64_t kLargestConstant = 64;

bool compare(Rel rel, U128 left, U128 right, unsigned width, bool is_signed) {
  const bool is_less = is_signed ? expr::to_signed(left, width) < expr::to_signed(right, width) : left < right;
  switch (rel) {
    case Rel::Eq: return left == right;
    case Rel::Ne: return left != right;
    case Rel::Lt: return is_less;
    case Rel::Le: return is_less || left == right;
    case Rel::Gt: return !is_less && left != right;
    case Rel::Ge: return !is_less;
  }
  return false;
}

U128 bits_of(std::int64_t number, unsigned width) {
  return static_cast<U128>(static_cast<expr::S128>(number)) & expr::mask(width);
}

const std::optional<U128>& value(const Values& values, int term) { return values[static_cast<std::size_t>(term)]; }

bool have_same_type(const Term& x, const Term& y) {
  return x.sort == y.sort && x.width == y.width && x.is_signed == y.is_signed && x.width != 0;
}

}  // namespace

bool holds(const std::vector<Term>& terms, const Relation& relation, const Values& values) {
  const Term& term = terms[static_cast<std::size_t>(relation.left)];
  const auto left = value(values, relation.left);
  if (!left) return false;
  U128 right = bits_of(relation.offset, term.width);
  if (relation.right != Relation::kNone) {
    if (!value(values, relation.right)) return false;
    right += *value(values, relation.right);
  }
  if (relation.plus != Relation::kNone) {
    if (!value(values, relation.plus)) return false;
    right = relation.is_difference ? right - *value(values, relation.plus) : right + *value(values, relation.plus);
  }
  return compare(relation.rel, *left, right & expr::mask(term.width), term.width, term.is_signed);
}

bool holds(const std::vector<Term>& terms, const Condition& condition, const Values& values) {
  return std::all_of(condition.begin(), condition.end(), [&](const Clause& clause) {
    return std::any_of(clause.begin(), clause.end(), [&](const Relation& r) { return holds(terms, r, values); });
  });
}

Expr expression(Behaviour& behaviour, const Relation& relation, const BehaviourPath& path) {
  expr::Pool& pool = *behaviour.pool;
  const Term& term = behaviour.probe.terms[static_cast<std::size_t>(relation.left)];
  const auto of = [&](int t) { return path.values[static_cast<std::size_t>(t)]; };
  const Expr left = of(relation.left);
  if (!left) return pool.truth(false);
  Expr right = pool.constant(expr::from_u128(bits_of(relation.offset, term.width)), term.width);
  if (relation.right != Relation::kNone) {
    if (!of(relation.right)) return pool.truth(false);
    right = pool.binary(Op::Add, of(relation.right), right);
  }
  if (relation.plus != Relation::kNone) {
    if (!of(relation.plus)) return pool.truth(false);
    right = pool.binary(relation.is_difference ? Op::Sub : Op::Add, right, of(relation.plus));
  }
  const Op less = term.is_signed ? Op::Slt : Op::Ult;
  switch (relation.rel) {
    case Rel::Eq: return pool.binary(Op::Eq, left, right);
    case Rel::Ne: return pool.logical_not(pool.binary(Op::Eq, left, right));
    case Rel::Lt: return pool.binary(less, left, right);
    case Rel::Ge: return pool.logical_not(pool.binary(less, left, right));
    case Rel::Gt: return pool.binary(less, right, left);
    case Rel::Le: return pool.logical_not(pool.binary(less, right, left));
  }
  return pool.truth(false);
}

Expr expression(Behaviour& behaviour, const Condition& condition, const BehaviourPath& path) {
  expr::Pool& pool = *behaviour.pool;
  Expr all = pool.truth(true);
  for (const Clause& clause : condition) {
    Expr any = pool.truth(false);
    for (const Relation& relation : clause) any = pool.binary(Op::Or, any, expression(behaviour, relation, path));
    all = pool.binary(Op::And, all, any);
  }
  return all;
}

std::set<std::int64_t> constants_of(const Behaviour& behaviour, unsigned width, Depth depth) {
  const expr::Pool& pool = *behaviour.pool;
  const std::size_t most = depth == Depth::Conditions ? kMostConstants : kMostConstantsEverywhere;
  std::set<std::int64_t> found;
  std::set<Expr> seen;
  std::vector<Expr> open;
  const auto look_at = [&](Expr e) {
    if (e && (depth == Depth::Conditions || (seen.size() < kMostNodes && seen.insert(e).second))) open.push_back(e);
  };
  const auto read = [&] {
    while (!open.empty()) {
      Expr e = open.back();
      open.pop_back();
      while (pool[e].op == Op::Not) e = pool[e].a;
      const expr::Node node = pool[e];
      if (depth == Depth::Everywhere) look_at(node.a), look_at(node.b), look_at(node.c);
      const bool compares =
          node.op == Op::Eq || node.op == Op::Ult || node.op == Op::Ule || node.op == Op::Slt || node.op == Op::Sle;
      if (!compares) continue;
      for (const Expr side : {node.a, node.b}) {
        if (!pool.is_constant(side) || pool.width(side) != width) continue;
        const auto number = static_cast<std::int64_t>(expr::to_signed(expr::to_u128(pool.value(side)), width));
        const bool is_small = -kLargestConstant <= number && number <= kLargestConstant;
        if (is_small && found.size() < most) found.insert(number);
      }
    }
  };
  for (const BehaviourPath& path : behaviour.paths) {
    for (const Expr condition : path.conditions) look_at(condition);
    if (depth == Depth::Everywhere) std::for_each(path.values.begin(), path.values.end(), look_at);
    read();
  }
  return found;
}

std::vector<Relation> make_literals(const Behaviour& behaviour) {
  const std::vector<Term>& terms = behaviour.probe.terms;
  std::vector<Relation> literals;
  const auto count = static_cast<int>(terms.size());
  const bool is_observer = behaviour.probe.operation.kind == Operation::Kind::Observer;
  const Depth depth = is_observer ? Depth::Everywhere : Depth::Conditions;
  for (int i = 0; i < count; ++i) {
    const Term& term = terms[static_cast<std::size_t>(i)];
    if (!term.is_before() || term.width == 0 || term.is_of_constant()) continue;
    const bool is_plain = term.time == Term::Time::Argument || term.of.empty();
    if (term.sort == Sort::Truth) {
      for (const std::int64_t truth : {1, 0}) literals.push_back({.left = i, .offset = truth});
    } else if (term.sort == Sort::Pointer && is_plain) {
      for (const Rel rel : {Rel::Eq, Rel::Ne}) literals.push_back({.left = i, .rel = rel});
    } else if (term.sort == Sort::Number && term.shift == 0) {
      std::set<std::int64_t> constants = {0};
      for (const std::int64_t constant : constants_of(behaviour, term.width, depth)) {
        for (std::int64_t near = constant - 1; is_plain && near <= constant + 1; ++near) constants.insert(near);
      }
      if (!is_plain && term.is_signed) constants.insert(-1);
      for (const std::int64_t constant : constants) {
        for (const Rel rel : {Rel::Eq, Rel::Ne, Rel::Lt, Rel::Gt, Rel::Le, Rel::Ge}) {
          const bool is_trivial = !term.is_signed && constant <= 0 && rel != Rel::Eq && rel != Rel::Gt;
          if (!is_trivial) literals.push_back({.left = i, .rel = rel, .offset = constant});
        }
      }
    }
    for (int k = 0; k < i && is_plain; ++k) {
      const Term& other = terms[static_cast<std::size_t>(k)];
      const bool is_plain_too = other.time == Term::Time::Argument || other.of.empty();
      if (!other.is_before() || !is_plain_too || !have_same_type(term, other) || term.sort == Sort::Truth) continue;
      // Arguments come first, those of observers before others, and observers in their order.
      const bool is_turned = term.time == Term::Time::Before;
      const int left = is_turned ? k : i;
      const int right = is_turned ? i : k;
      for (const Rel rel : {Rel::Eq, Rel::Ne, Rel::Lt, Rel::Gt, Rel::Le, Rel::Ge}) {
        const bool is_order = rel != Rel::Eq && rel != Rel::Ne;
        if (is_order && term.sort != Sort::Number) continue;
        literals.push_back({.left = left, .rel = rel, .right = right});
      }
      if (term.sort != Sort::Number) continue;
      for (const std::int64_t step : {-1, 1}) literals.push_back({.left = left, .right = right, .offset = step});
    }
  }
  return literals;
}

Effects make_effects(const Behaviour& behaviour, int index) {
  const std::vector<Term>& terms = behaviour.probe.terms;
  const Term& term = terms[static_cast<std::size_t>(index)];
  Effects effects;
  int self = Relation::kNone;
  std::vector<int> others;
  for (int i = 0; i < static_cast<int>(terms.size()); ++i) {
    const Term& other = terms[static_cast<std::size_t>(i)];
    if (!other.is_before() || !have_same_type(term, other)) continue;
    const bool is_self = term.time == Term::Time::After && other.time == Term::Time::Before && other.call == term.call;
    if (is_self) self = i;
    if (!is_self) others.push_back(i);
  }
  const auto equation = [&](int right, std::int64_t offset = 0) {
    effects.equations.push_back({.left = index, .right = right, .offset = offset});
  };
  if (self != Relation::kNone) equation(self);
  for (const int other : others) equation(other);
  equation(Relation::kNone, 0);
  if (term.sort == Sort::Truth) equation(Relation::kNone, 1);
  if (term.sort != Sort::Number) return effects;
  equation(Relation::kNone, 1);
  if (term.is_signed) equation(Relation::kNone, -1);
  if (self != Relation::kNone) {
    equation(self, 1);
    equation(self, -1);
    for (const int other : others) {
      if (terms[static_cast<std::size_t>(other)].time != Term::Time::Argument) continue;
      for (const bool is_difference : {false, true})
        effects.equations.push_back({.left = index, .right = self, .plus = other, .is_difference = is_difference});
    }
    for (const Rel rel : {Rel::Gt, Rel::Lt, Rel::Ge, Rel::Le}) {
      if (term.of.empty()) effects.orders.push_back({.left = index, .rel = rel, .right = self});
    }
  }
  for (const int other : others) {
    equation(other, 1);
    equation(other, -1);
    if (term.time == Term::Time::Result) {
      for (const Rel rel : {Rel::Lt, Rel::Gt, Rel::Le, Rel::Ge})
        effects.orders.push_back({.left = index, .rel = rel, .right = other});
    }
  }
  if (term.is_signed && term.of.empty()) {  // -x
    if (self != Relation::kNone) others.insert(others.begin(), self);
    for (const int other : others) effects.equations.push_back({.left = index, .plus = other, .is_difference = true});
  }
  if (term.is_signed) effects.orders.push_back({.left = index, .rel = Rel::Ge});
  for (const BehaviourPath& path : behaviour.paths) {
    const Expr value = path.values[static_cast<std::size_t>(index)];
    if (!value || !behaviour.pool->is_constant(value)) continue;
    const auto number =
        static_cast<std::int64_t>(expr::to_signed(expr::to_u128(behaviour.pool->value(value)), term.width));
    const Relation relation{.left = index, .offset = number};
    const auto is_known = [&](const std::vector<Relation>& known) {
      return std::find(known.begin(), known.end(), relation) != known.end();
    };
    const bool is_small = -1024 <= number && number <= 1024;
    if (is_small && !is_known(effects.equations) && !is_known(effects.values) && effects.values.size() < kMostConstants)
      effects.values.push_back(relation);
  }
  return effects;
}

int cost_of(const std::vector<Term>& terms, const Relation& relation) {
  static constexpr std::array<int, 6> kOfRel = {1, 2, 1, 3, 2, 3};  // ==, !=, <, <=, >, >=
  int cost = kOfRel[static_cast<std::size_t>(relation.rel)];
  const Term& left = terms[static_cast<std::size_t>(relation.left)];
  if (left.sort == Sort::Truth && relation.right == Relation::kNone) cost = 1;
  if (relation.right == Relation::kNone) {
    cost += relation.offset == 0 || left.sort == Sort::Truth ? 0 : 3;
  } else {
    const Term& right = terms[static_cast<std::size_t>(relation.right)];
    if (relation.offset != 0) cost += 2;
    if (right.time == Term::Time::Before && right.call != left.call) cost += right.of.empty() ? 1 : 3;
    cost += right.shift == 0 ? 0 : 2;
  }
  if (relation.plus != Relation::kNone) cost += 3;
  if (left.is_before() && !left.of.empty()) cost += 2;
  return cost;
}

}  // namespace forall::infer
