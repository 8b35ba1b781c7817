// The distance of a condition from being true is, in bits, how far apart the two sides of a comparison are: units in
// the last place of floating-point numbers, whose bits are ordered like integers, and differences of integers.
// Conjunctions add, disjunctions take the nearer side, and a negation exchanges the distances to true and to false.
//
// A walk changes one variable at a time: to the constants of the query and their neighbours and to simple numbers,
// which make friendly examples; then by steps of every power of two in that order, from the exponent to the last place.
// A step that helps is doubled as long as it helps. Where none helps, the walk starts again somewhere else.
#include "solve/local_search.h"

#include <algorithm>
#include <cmath>

#include "expr/floating.h"

namespace forall::solve {

using expr::Expr;
using expr::Node;
using expr::Op;
using expr::S128;
using expr::U128;

namespace {

constexpr double kFar = 160;  // between a NaN and a number: more than any two numbers are apart

// Floating-point bits as integers in the order of the numbers, and back. (In the 80-bit format not every integer is a
// number; evaluation says what it is.)
U128 ordered(U128 x, unsigned width) {
  const U128 sign = expr::sign_of_float(width);
  return (x & sign) != 0 ? ~x & expr::mask(width) : x | sign;
}
U128 unordered(U128 x, unsigned width) {
  const U128 sign = expr::sign_of_float(width);
  return (x & sign) != 0 ? x & ~sign : ~x & expr::mask(width);
}

double bits_between(U128 x, U128 y) {
  const U128 gap = x > y ? x - y : y - x;
  return std::log2(1.0 + static_cast<double>(gap));
}

double float_gap(U128 x, U128 y, unsigned width) {
  if (expr::is_nan(x, width) || expr::is_nan(y, width)) return kFar;
  return bits_between(ordered(x, width), ordered(y, width));
}

// Equal integers: near by value or by the bits that differ.
double integer_gap(U128 x, U128 y) {
  const U128 different = x ^ y;
  const int count = __builtin_popcountll(static_cast<std::uint64_t>(different)) +
                    __builtin_popcountll(static_cast<std::uint64_t>(different >> 64));
  return std::min<double>(bits_between(x, y), count);
}

}  // namespace

void LocalSearch::aim_at(std::span<const Expr> constraints) {
  for (const Expr e : conditions_) position_[e.id] = 0;
  conditions_.clear();
  variables_.clear();
  constants_.clear();
  random_.seed(1);  // an answer does not depend on what was asked before
  used_ = 0;
  roots_.assign(constraints.begin(), constraints.end());
  collect_conditions();
  collect_constants();
}

// The conditions that conjunctions, disjunctions and negations lead to.
void LocalSearch::collect_conditions() {
  position_.resize(pool_.size(), 0);
  std::vector<Expr> stack(roots_.rbegin(), roots_.rend());
  while (!stack.empty()) {
    const Expr e = stack.back();
    const Node& n = pool_[e];
    bool ready = true;
    if (position_[e.id] == 0 && !expr::is_floating(n.op)) {
      for (const Expr operand : {n.a, n.b, n.c}) {
        if (!operand || pool_.width(operand) != 1 || position_[operand.id] != 0) continue;
        stack.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack.pop_back();
    if (position_[e.id] != 0) continue;
    conditions_.push_back(e);
    position_[e.id] = static_cast<std::uint32_t>(conditions_.size());
  }
  distances_.resize(conditions_.size());
}

// Variables, which of them are floating-point numbers, and constants.
void LocalSearch::collect_constants() {
  seen_.resize(pool_.size(), 0);
  ++aim_;
  std::vector<bool> is_float(pool_.variables().size());
  std::vector<Expr> stack = roots_;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (seen_[e.id] == aim_) continue;
    seen_[e.id] = aim_;
    const Node& n = pool_[e];
    if (n.op == Op::Const && n.width > 1) constants_.emplace_back(n.width, expr::to_u128(n.value));
    for (const Expr operand : {n.a, n.b, n.c}) {
      if (!operand) continue;
      stack.push_back(operand);
      if (expr::takes_floats(n.op) && pool_[operand].op == Op::Input) is_float[pool_[operand].low] = true;
    }
    if (n.op != Op::Input) continue;
    const expr::Variable& v = pool_.variables()[n.low];
    const bool is_float_kind = v.kind >= abi::ScalarKind::Half && v.kind <= abi::ScalarKind::LongDouble;
    variables_.push_back({n.low, n.width, is_float_kind && expr::is_format(n.width)});
  }
  for (Variable& v : variables_) v.is_float = v.is_float || is_float[v.index];
  std::sort(variables_.begin(), variables_.end(), [](auto& x, auto& y) { return x.index < y.index; });
}

LocalSearch::Distance LocalSearch::distance_of(Expr condition) {
  const Node& n = pool_[condition];
  const auto known = [&](Expr e) { return distances_[position_[e.id] - 1]; };
  const auto value = [&](Expr e) { return expr::to_u128(evaluate_(e)); };
  const auto compared = [](bool holds, double gap) { return holds ? Distance{0, gap + 1} : Distance{gap + 1, 0}; };
  const unsigned width = n.a ? pool_.width(n.a) : 0;
  switch (n.op) {
    case Op::Not: return {known(n.a).falsehood, known(n.a).truth};
    case Op::And: {
      const Distance x = known(n.a), y = known(n.b);
      return {x.truth + y.truth, std::min(x.falsehood, y.falsehood)};
    }
    case Op::Or: {
      const Distance x = known(n.a), y = known(n.b);
      return {std::min(x.truth, y.truth), x.falsehood + y.falsehood};
    }
    case Op::Ite: {
      const Distance c = known(n.a), x = known(n.b), y = known(n.c);
      return {std::min(c.truth + x.truth, c.falsehood + y.truth),
              std::min(c.truth + x.falsehood, c.falsehood + y.falsehood)};
    }
    case Op::Eq:
    case Op::Xor: {
      if (width == 1) {
        const Distance x = known(n.a), y = known(n.b);
        const double same = std::min(x.truth + y.truth, x.falsehood + y.falsehood);
        const double other = std::min(x.truth + y.falsehood, x.falsehood + y.truth);
        return n.op == Op::Eq ? Distance{same, other} : Distance{other, same};
      }
      const U128 x = value(n.a), y = value(n.b);
      return compared(x == y, x == y ? 0 : integer_gap(x, y));
    }
    case Op::Ult:
    case Op::Ule: {
      const U128 x = value(n.a), y = value(n.b);
      return compared(n.op == Op::Ult ? x < y : x <= y, bits_between(x, y));
    }
    case Op::Slt:
    case Op::Sle: {
      const U128 flip = U128{1} << (width - 1), x = value(n.a) ^ flip, y = value(n.b) ^ flip;
      return compared(n.op == Op::Slt ? x < y : x <= y, bits_between(x, y));
    }
    case Op::FEq:
    case Op::FLt:
    case Op::FLe: {
      const U128 x = value(n.a), y = value(n.b);
      return compared(expr::apply_floating(n.op, 1, width, x, y, 0, 0) != 0, float_gap(x, y, width));
    }
    default: return compared(evaluate_.holds(condition), 0);  // an input, a bit of a word, isnan
  }
}

// When the time is over, so are the evaluations.
void LocalSearch::look_at_clock() {
  constexpr std::uint64_t kBetweenLooks = 100'000;
  if (evaluate_.work() < next_look_) return;
  next_look_ = evaluate_.work() + kBetweenLooks;
  if (deadline_.passed()) most_ = used_;
}

double LocalSearch::distance(const expr::Assignment& values) {
  ++used_;
  look_at_clock();
  evaluate_.assign(values);
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    distances_[i] = distance_of(conditions_[i]);
  }
  double sum = 0;
  for (const Expr c : roots_) {
    // Evaluation decides; the distance only leads.
    sum += evaluate_.holds(c) ? 0 : std::max(1e-9, distances_[position_[c.id] - 1].truth);
  }
  return sum;
}

bool LocalSearch::step(expr::Assignment& values, const Variable& variable, U128 to, double& best) {
  const expr::Bits before = values.get(variable.index), after = expr::from_u128(to & expr::mask(variable.width));
  if (before == after || used_ >= most_) return false;
  values.set(variable.index, after);
  const double now = distance(values);
  if (now < best) {
    best = now;
    return true;
  }
  values.set(variable.index, before);
  return false;
}

// The constants of the query, what is next to them and one from them, and numbers that people like.
void LocalSearch::try_candidates(expr::Assignment& values, const Variable& v, double& best) {
  const auto sum = [&](U128 x, U128 y) { return expr::apply_floating(Op::FAdd, v.width, v.width, x, y, 0, 0); };
  const U128 sign = v.is_float ? expr::sign_of_float(v.width) : 0;
  const U128 one = v.is_float ? expr::apply_floating(Op::UToF, v.width, 64, 1, 0, 0, 0) : 1;
  for (const auto& [width, value] : constants_) {
    if (width != v.width) continue;
    step(values, v, value, best);
    for (const U128 by : {one, one | sign}) step(values, v, v.is_float ? sum(value, by) : value + by, best);
    step(values, v, value - 1, best);
    step(values, v, v.is_float ? value ^ sign : U128{0} - value, best);
    if (best <= 0) return;
  }
  if (!v.is_float) return;
  for (const std::uint64_t n : {1, 2, 3, 5, 7, 10, 100, 1000000}) {
    const U128 x = expr::apply_floating(Op::UToF, v.width, 64, n, 0, 0, 0);
    for (const U128 y : {x, x | sign}) step(values, v, y, best);
  }
}

bool LocalSearch::improve(expr::Assignment& values, const Variable& v, double& best) {
  const double before = best;
  try_candidates(values, v, best);
  const auto in_order = [&](U128 x) { return v.is_float ? ordered(x, v.width) : x; };
  const auto as_bits = [&](U128 x) { return v.is_float ? unordered(x & expr::mask(v.width), v.width) : x; };
  const auto now = [&] { return expr::to_u128(values.get(v.index)); };
  // Of numbers first steps of an eighth and more, the small ones of them first; then ever finer ones.
  const unsigned coarse = v.is_float ? expr::format_of(v.width).fraction - 3 : v.width;
  for (unsigned i = 0; i < v.width && best > 0; ++i) {
    const unsigned k = i < v.width - coarse ? coarse + i : v.width - 1 - i;
    for (const bool up : {true, false}) {
      // Doubled as long as it helps.
      for (U128 by = U128{1} << k; by != 0; by <<= 1) {
        const U128 at = in_order(now());
        if (!step(values, v, as_bits(up ? at + by : at - by), best)) break;
      }
    }
    if (!v.is_float) step(values, v, now() ^ U128{1} << k, best);
  }
  if (v.is_float) step(values, v, now() ^ expr::sign_of_float(v.width), best);
  return best < before;
}

bool LocalSearch::climb(expr::Assignment& values, double& best) {
  for (bool better = true; better && best > 0 && used_ < most_;) {
    better = false;
    for (const Variable& v : variables_) better = improve(values, v, best) || better;
  }
  return best <= 0;
}

// All ones: at zero, products hide their other factors.
void LocalSearch::start_at_one(expr::Assignment& values) {
  for (const Variable& v : variables_) {
    const U128 one = v.is_float ? expr::apply_floating(Op::UToF, v.width, 64, 1, 0, 0, 0) : U128{1};
    values.set(v.index, expr::from_u128(one));
  }
}

// Somewhere else: small numbers are likelier than any bits.
void LocalSearch::scatter(expr::Assignment& values) {
  for (const Variable& v : variables_) {
    if (random_() % 4 == 0) continue;
    const U128 any = (static_cast<U128>(random_()) << 64 | random_()) & expr::mask(v.width);
    if (!v.is_float) {
      values.set(v.index, expr::from_u128(random_() % 2 ? any : any >> random_() % v.width));
    } else if (random_() % 4 == 0) {
      values.set(v.index, expr::from_u128(any));
    } else {
      const U128 integer = expr::apply_floating(Op::SToF, v.width, 64, random_() >> random_() % 64, 0, 0, 0);
      const U128 scale = expr::apply_floating(Op::UToF, v.width, 64, 1u << random_() % 16, 0, 0, 0);
      values.set(v.index, expr::from_u128(expr::apply_floating(Op::FDiv, v.width, v.width, integer, scale, 0, 0)));
    }
  }
}

std::optional<expr::Assignment> LocalSearch::from(const expr::Assignment& start, std::int64_t evaluations,
                                                  bool restarts) {
  most_ = used_ + evaluations;
  expr::Assignment values;
  for (const Variable& v : variables_) values.set(v.index, start.get(v.index));
  for (bool first = true; used_ < most_; first = false) {
    double best = distance(values);
    if (climb(values, best)) return values;
    if (!restarts) break;
    first ? start_at_one(values) : scatter(values);
  }
  return std::nullopt;
}

}  // namespace forall::solve
