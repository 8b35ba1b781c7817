// Walks an expression with an explicit stack, operands first, and makes the circuit of each node from its operands'
// bits. Results of floating-point arithmetic stay unpacked until something needs their bits.
#include "solve/bit_blaster.h"

#include <cassert>

#include "base/error.h"
#include "expr/floating.h"

namespace forall::solve {

using expr::Expr;
using expr::Node;
using expr::Op;

namespace {

// Between two looks at the clock; multipliers and dividers are as much work as very many simple nodes.
constexpr int kPatience = 256;

int weight(const Node& node) {
  switch (node.op) {
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: return node.width;
    default: return expr::is_floating(node.op) ? kPatience : 1;
  }
}

}  // namespace

bool BitBlaster::blast(Expr root, const std::function<bool()>& give_up) {
  if (has(root)) return true;
  if (first_.size() < pool_.size()) {
    first_.resize(pool_.size(), 0);
    made_.resize(pool_.size(), 0);
  }
  int patience = kPatience;
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    if (is_done(e)) {
      stack_.pop_back();
      continue;
    }
    const Node& node = pool_[e];
    const Expr operands[] = {node.a, node.b, node.c};
    const unsigned arity = abi::info(node.op).arity;
    bool ready = true;
    for (unsigned i = 0; i < arity; ++i) {
      if (is_done(operands[i])) continue;
      stack_.push_back(operands[i]);
      ready = false;
    }
    if (!ready) continue;
    if (give_up && (patience -= weight(node)) < 0) {
      if (give_up()) return false;
      patience = kPatience;
    }
    const int before = gates_.variables();
    if (expr::gives_float(node.op)) {
      unpacked_.emplace(e.id, make_float(node));
      made_[e.id] = static_cast<std::uint32_t>(gates_.variables() - before);
    } else {
      if (!expr::is_floating(node.op)) {
        for (unsigned i = 0; i < arity; ++i) need_bits(operands[i]);
      }
      Word word = make(node);
      for (unsigned i = expr::bit_length(pool_.most(e)); i < word.size(); ++i) word[i] = kFalse;
      store(e, word, before);
    }
    stack_.pop_back();
  }
  return true;
}

void BitBlaster::store(Expr e, const Word& word, int variables_before) {
  assert(word.size() == pool_.width(e));
  first_[e.id] = static_cast<std::uint32_t>(literals_.size()) + 1;
  literals_.insert(literals_.end(), word.begin(), word.end());
  made_[e.id] += static_cast<std::uint32_t>(gates_.variables() - variables_before);
}

void BitBlaster::need_bits(Expr e) {
  if (has(e)) return;
  const int before = gates_.variables();
  store(e, pack(gates_, pool_.width(e), unpacked_.at(e.id)), before);
}

const UnpackedFloat& BitBlaster::unpacked(Expr e) {
  const auto found = unpacked_.find(e.id);
  if (found != unpacked_.end()) return found->second;
  const int before = gates_.variables();
  const UnpackedFloat& made = unpacked_.emplace(e.id, unpack(gates_, pool_.width(e), word(e))).first->second;
  made_[e.id] += static_cast<std::uint32_t>(gates_.variables() - before);
  return made;
}

Word BitBlaster::word(Expr e) {
  need_bits(e);
  const std::span<const Lit> b = bits(e);
  return Word(b.begin(), b.end());
}

Word BitBlaster::make(const Node& node) {
  switch (node.op) {
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: return make_arithmetic(node);
    case Op::Eq:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: return make_comparison(node);
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FIsNan: return {make_float_comparison(node)};
    case Op::FToS:
    case Op::FToU: {
      return float_to_integer(gates_, pool_.width(node.a), unpacked(node.a), node.width, node.op == Op::FToS);
    }
    default: return make_structural(node);
  }
}

Word BitBlaster::make_arithmetic(const Node& node) {
  const Word a = word(node.a);
  if (node.op == Op::Neg) return negate(gates_, a);
  const Word b = word(node.b);
  switch (node.op) {
    case Op::Add: return add(gates_, a, b, kFalse);
    case Op::Sub: return subtract(gates_, a, b);
    case Op::Mul: return multiply(gates_, a, b);
    case Op::UDiv: return division(node, false).quotient;
    case Op::URem: return division(node, false).remainder;
    case Op::SDiv: return division(node, true).quotient;
    case Op::SRem: return division(node, true).remainder;
    case Op::Shl: return shift(gates_, Shift::Left, a, b);
    case Op::LShr: return shift(gates_, Shift::LogicalRight, a, b);
    default: return shift(gates_, Shift::ArithmeticRight, a, b);
  }
}

// x / y and x % y are nearly always asked together; they are one divider.
const Division& BitBlaster::division(const Node& node, bool is_signed) {
  const std::uint64_t key = (static_cast<std::uint64_t>(node.a.id) << 32) | node.b.id;
  auto& known = divisions_[is_signed ? 1 : 0];
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const Word a = word(node.a), b = word(node.b);
  return known.emplace(key, is_signed ? divide_signed(gates_, a, b) : divide_unsigned(gates_, a, b)).first->second;
}

Word BitBlaster::make_comparison(const Node& node) {
  const Word a = word(node.a), b = word(node.b);
  switch (node.op) {
    case Op::Eq: return {equal(gates_, a, b)};
    case Op::Ult: return {less_unsigned(gates_, a, b, false)};
    case Op::Ule: return {less_unsigned(gates_, a, b, true)};
    case Op::Slt: return {less_signed(gates_, a, b, false)};
    default: return {less_signed(gates_, a, b, true)};
  }
}

// On the bits where both operands have them: inputs and constants need not be unpacked for it.
Lit BitBlaster::make_float_comparison(const Node& node) {
  const unsigned width = pool_.width(node.a);
  if (node.op == Op::FIsNan) {
    const auto known = unpacked_.find(node.a.id);
    return known != unpacked_.end() ? known->second.nan : is_nan_packed(gates_, width, word(node.a));
  }
  if (has(node.a) && has(node.b)) return compare_packed(gates_, node.op, width, word(node.a), word(node.b));
  const UnpackedFloat &a = unpacked(node.a), &b = unpacked(node.b);
  return compare_unpacked(gates_, node.op, width, a, b);
}

UnpackedFloat BitBlaster::make_float(const Node& node) {
  if (node.op == Op::FMath1 || node.op == Op::FMath2) {
    throw base::SoundnessError("a function of libm reached the bit-blaster, which does not know it");
  }
  if (node.op == Op::SToF || node.op == Op::UToF) {
    return float_from_integer(gates_, node.width, word(node.a), node.op == Op::SToF);
  }
  const Expr operands[] = {node.a, node.b, node.c};
  std::vector<UnpackedFloat> numbers;
  for (unsigned i = 0; i < abi::info(node.op).arity; ++i) numbers.push_back(unpacked(operands[i]));
  return float_operation(gates_, node.op, node.width, pool_.width(node.a), node.low, numbers);
}

Word BitBlaster::make_structural(const Node& node) {
  Word result(node.width);
  switch (node.op) {
    case Op::Const: {
      const expr::U128 value = expr::to_u128(node.value);
      for (unsigned i = 0; i < node.width; ++i) result[i] = (value >> i) & 1 ? kTrue : kFalse;
      return result;
    }
    case Op::Input:
      for (Lit& x : result) x = gates_.fresh();
      return result;
    case Op::Not: {
      const std::span<const Lit> a = bits(node.a);
      for (unsigned i = 0; i < node.width; ++i) result[i] = -a[i];
      return result;
    }
    case Op::And:
    case Op::Or:
    case Op::Xor: {
      const std::span<const Lit> a = bits(node.a), b = bits(node.b);
      for (unsigned i = 0; i < node.width; ++i) {
        result[i] = node.op == Op::And  ? gates_.and_(a[i], b[i])
                    : node.op == Op::Or ? gates_.or_(a[i], b[i])
                                        : gates_.xor_(a[i], b[i]);
      }
      return result;
    }
    case Op::ZExt:
    case Op::SExt: {
      const std::span<const Lit> a = bits(node.a);
      const Lit fill = node.op == Op::SExt ? a.back() : kFalse;
      for (unsigned i = 0; i < node.width; ++i) result[i] = i < a.size() ? a[i] : fill;
      return result;
    }
    case Op::Extract: {
      const std::span<const Lit> a = bits(node.a);
      for (unsigned i = 0; i < node.width; ++i) result[i] = a[node.low + i];
      return result;
    }
    case Op::Concat: {
      const std::span<const Lit> high = bits(node.a), low = bits(node.b);
      for (unsigned i = 0; i < node.width; ++i) result[i] = i < low.size() ? low[i] : high[i - low.size()];
      return result;
    }
    default: return choose(gates_, bits(node.a)[0], word(node.b), word(node.c));  // Ite
  }
}

std::size_t BitBlaster::variables_below(std::span<const Expr> roots) {
  seen_.resize(first_.size(), 0);
  ++walk_;
  std::size_t sum = 0;
  stack_.assign(roots.begin(), roots.end());
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    stack_.pop_back();
    if (!is_done(e) || seen_[e.id] == walk_) continue;
    seen_[e.id] = walk_;
    sum += made_[e.id];
    const Node& node = pool_[e];
    const Expr operands[] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < abi::info(node.op).arity; ++i) stack_.push_back(operands[i]);
  }
  return sum;
}

}  // namespace forall::solve
