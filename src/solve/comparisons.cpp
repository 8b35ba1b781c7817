// A constraint is taken apart at its conjunctions; each part is a relation of two variables, or is about one variable.
// What a part says about a variable of up to 8 bits is found by trying all values, whatever its form; about a wider one
// from the comparison of x, or x + c, with a constant.
#include "solve/comparisons.h"

#include <algorithm>

namespace forall::solve {

using expr::Expr;
using expr::Node;
using expr::Op;

namespace {

constexpr unsigned kByte = 8;
constexpr std::size_t kMostParts = 64;  // of a constraint
constexpr std::size_t kMostNodes = 40;  // of a condition that is evaluated for all values
constexpr std::size_t kMostKept = 1 << 20;

bool is_comparison(Op op) { return op >= Op::Eq && op <= Op::Sle; }

Order order_of(Op op) {
  if (op == Op::Slt || op == Op::Sle) return Order::Signed;
  return op == Op::Eq ? Order::None : Order::Unsigned;
}

}  // namespace

std::span<const Comparison> Comparisons::operator()(Expr constraint) {
  if (comparisons_.size() > kMostKept) {
    known_.clear();
    comparisons_.clear();
    sets_.clear();
  }
  if (known_.size() <= constraint.id) known_.resize(pool_.size());
  Range range = known_[constraint.id];
  if (!range.is_read) {
    range = {static_cast<std::uint32_t>(comparisons_.size()), 0, true};
    if (!read(constraint)) comparisons_.resize(range.first);
    range.count = static_cast<std::uint32_t>(comparisons_.size()) - range.first;
    known_[constraint.id] = range;
  }
  return {comparisons_.data() + range.first, range.count};
}

bool Comparisons::read(Expr constraint) {
  pending_.assign(1, {constraint, true});
  for (std::size_t parts = 0; !pending_.empty(); ++parts) {
    if (parts >= kMostParts) return false;
    Part part = pending_.back();
    pending_.pop_back();
    const Node& node = pool_[part.condition];
    if (node.op == Op::Not) {
      pending_.push_back({node.a, !part.holds});
    } else if (node.width == 1 && node.op == (part.holds ? Op::And : Op::Or)) {
      pending_.push_back({node.a, part.holds});
      pending_.push_back({node.b, part.holds});
    } else if (!read_part(part)) {
      return false;
    }
  }
  return true;
}

bool Comparisons::read_part(Part part) {
  const std::vector<std::uint32_t>& support = pool_.support(part.condition);
  if (support.size() != 1) return support.size() == 2 && read_relation(part);
  const std::uint32_t variable = support[0];
  const unsigned width = pool_.width(pool_.variable_expr(variable));
  Order order = Order::None;
  std::optional<ValueSet> values;
  if (width <= kByte) {
    values = values_of_byte(part.condition, variable);
    if (values && !part.holds) values = complement(*values, width);
    const Op op = pool_[part.condition].op;
    if (is_comparison(op)) order = order_of(op);
  } else {
    values = values_of_word(part, order);
  }
  if (!values) return false;
  sets_.push_back(std::move(*values));
  comparisons_.push_back({Comparison::Among, order, variable, variable, &sets_.back()});
  return true;
}

bool Comparisons::read_relation(const Part& part) {
  const Node& node = pool_[part.condition];
  if (!is_comparison(node.op) || pool_[node.a].op != Op::Input || pool_[node.b].op != Op::Input) return false;
  std::uint32_t x = pool_[node.a].low, y = pool_[node.b].low;
  if (pool_[node.a].width > 64) return false;
  const Order order = order_of(node.op);
  if (node.op == Op::Eq) {
    if (part.holds) {
      comparisons_.push_back({Comparison::BelowOrEqual, order, x, y});
      comparisons_.push_back({Comparison::BelowOrEqual, order, y, x});
    } else {
      comparisons_.push_back({Comparison::Unequal, order, x, y});
    }
    return true;
  }
  const bool is_strict = (node.op == Op::Ult || node.op == Op::Slt) == part.holds;
  if (!part.holds) std::swap(x, y);  // not x < y: y <= x
  comparisons_.push_back({is_strict ? Comparison::Below : Comparison::BelowOrEqual, order, x, y});
  return true;
}

//   x + 3 <= 9 (unsigned)     ->     x + 3 in [0, 9]     ->     x in [-3, 6]
std::optional<ValueSet> Comparisons::values_of_word(const Part& part, Order& order) const {
  const Node& node = pool_[part.condition];
  if (!is_comparison(node.op)) return std::nullopt;
  const bool constant_first = pool_.is_constant(node.a);
  if (!constant_first && !pool_.is_constant(node.b)) return std::nullopt;
  const Node& term = pool_[constant_first ? node.b : node.a];
  const unsigned width = term.width;
  if (width > 64) return std::nullopt;
  std::uint64_t added = 0;
  if (term.op == Op::Add && pool_[term.a].op == Op::Input && pool_.is_constant(term.b)) {
    added = pool_.value(term.b).lo;
  } else if (term.op != Op::Input) {
    return std::nullopt;
  }
  order = order_of(node.op);
  const std::uint64_t constant = pool_.value(constant_first ? node.a : node.b).lo;
  const std::uint64_t most = greatest_of(width);
  const std::uint64_t least_of_order = order == Order::Signed ? std::uint64_t{1} << (width - 1) : 0;
  const std::uint64_t greatest_of_order = (least_of_order - 1) & most;
  const bool is_strict = node.op == Op::Ult || node.op == Op::Slt;
  ValueSet values;
  if (node.op == Op::Eq) {
    values = {{constant, constant}};
  } else if (is_strict && constant == (constant_first ? greatest_of_order : least_of_order)) {
    // none
  } else if (constant_first) {
    values = ring_interval((constant + (is_strict ? 1 : 0)) & most, greatest_of_order, width);
  } else {
    values = ring_interval(least_of_order, (constant - (is_strict ? 1 : 0)) & most, width);
  }
  if (!part.holds) values = complement(values, width);
  return added == 0 ? values : shifted(values, (most - added + 1) & most, width);
}

std::optional<ValueSet> Comparisons::values_of_byte(Expr condition, std::uint32_t variable) {
  if (!is_small(condition)) return std::nullopt;
  ValueSet values;
  for (std::uint64_t value = 0; value <= greatest_of(pool_.width(pool_.variable_expr(variable))); ++value) {
    evaluate_.set(variable, {value, 0});
    if (!evaluate_.holds(condition)) continue;
    if (!values.empty() && values.back().high + 1 == value) {
      values.back().high = value;
    } else {
      values.push_back({value, value});
    }
  }
  return values;
}

bool Comparisons::is_small(Expr e) {
  stack_.assign(1, e);
  for (std::size_t nodes = 0; !stack_.empty(); ++nodes) {
    if (nodes >= kMostNodes) return false;
    const Node& node = pool_[stack_.back()];
    stack_.pop_back();
    for (const Expr operand : {node.a, node.b, node.c}) {
      if (operand) stack_.push_back(operand);
    }
  }
  return true;
}

}  // namespace forall::solve
