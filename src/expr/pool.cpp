// The expression pool: hash-consing in an open-addressing table, construction with constant folding, support sets.
//
// Construction is: check the widths, fold constants, put the operands into canonical order, ask the rules of the
// operator's family (simplify.h), intern what is left. Interning is on the hot path of reading a trace: a node is a
// plain record in one vector, and the table holds 32-bit indices, probed linearly and at most half full, so no node
// costs an allocation of its own.
#include "expr/pool.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/hash.h"
#include "expr/floating.h"
#include "expr/simplify.h"

namespace forall::expr {

namespace {

constexpr std::size_t kInitialTable = 1u << 12;
constexpr std::uint32_t kEmptySupport = 1;  // index of the empty set in supports_; 0 means "not computed yet"

unsigned shift_of(U128 amount) { return static_cast<unsigned>(amount); }

std::uint64_t hash_of(const Node& n) {
  const std::uint64_t head =
      static_cast<std::uint64_t>(n.op) | std::uint64_t{n.width} << 8 | std::uint64_t{n.low} << 32;
  if (n.op == Op::Const) return base::mix(base::mix(head ^ n.value.lo) + n.value.hi);
  const std::uint64_t operands = n.a.id | std::uint64_t{n.b.id} << 32;
  return base::mix(base::mix(head ^ (std::uint64_t{n.c.id} * 0x9e3779b97f4a7c15ULL)) + operands);
}

bool same(const Node& x, const Node& y) {
  return x.op == y.op && x.width == y.width && x.low == y.low && x.a == y.a && x.b == y.b && x.c == y.c &&
         x.value == y.value;
}

[[noreturn]] void ill_formed(Op op, const char* what) {
  throw base::SoundnessError(std::string("ill-formed expression: ") + abi::info(op).name + " " + what);
}

void require(bool condition, Op op, const char* what) {
  if (!condition) [[unlikely]]
    ill_formed(op, what);
}

constexpr bool is_width(unsigned width) { return width >= 1 && width <= abi::kMaxWidth; }

}  // namespace

Pool::Pool() {
  nodes_.reserve(kInitialTable / 2);
  nodes_.push_back(Node{});  // id 0 is "no expression"
  most_.push_back(kNoBound);
  table_.assign(kInitialTable, 0);
  supports_.resize(kEmptySupport + 1);
}

Expr Pool::intern(const Node& node) {
  const std::size_t slots = table_.size() - 1;
  std::size_t slot = hash_of(node) & slots;
  for (; table_[slot] != 0; slot = (slot + 1) & slots) {
    if (same(nodes_[table_[slot]], node)) return Expr{table_[slot]};
  }
  require(nodes_.size() < 0xffffffff, node.op, "exceeds the capacity of the pool");
  const Expr made{static_cast<std::uint32_t>(nodes_.size())};
  most_.push_back(bound_of(node));
  nodes_.push_back(node);
  table_[slot] = made.id;
  if (nodes_.size() * 2 > table_.size()) grow_table();
  return made;
}

void Pool::grow_table() {
  const std::size_t size = table_.size() * 2;
  table_.assign(size, 0);
  for (std::uint32_t id = 1; id < nodes_.size(); ++id) {
    std::size_t slot = hash_of(nodes_[id]) & (size - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (size - 1);
    table_[slot] = id;
  }
}

std::uint64_t Pool::bound_of(const Node& n) const {
  const U128 all = mask(n.width);
  const auto operand = [&](Expr e) { return e ? most(e) : 0; };
  const U128 a = operand(n.a), b = operand(n.b);
  const bool by_constant = n.b && is_constant(n.b);
  U128 bound = all;
  switch (n.op) {
    case Op::Const: bound = to_u128(n.value); break;
    case Op::ZExt: bound = a; break;
    case Op::SExt: bound = a <= mask(width(n.a)) >> 1 ? a : all; break;
    case Op::Extract: bound = std::min(a >> n.low, all); break;
    case Op::Concat: bound = n.width <= 64 ? (a << width(n.b)) + b : all; break;
    case Op::And: bound = std::min(a, b); break;
    case Op::Or:
    case Op::Xor: bound = mask(std::max({bit_length(a), bit_length(b), 1u})); break;
    case Op::Add: bound = a <= all - b ? a + b : all; break;
    case Op::Mul: bound = a == 0 || b <= all / a ? a * b : all; break;
    case Op::UDiv: bound = by_constant && b != 0 ? a / b : all; break;
    case Op::URem: bound = by_constant && b != 0 ? std::min(a, b - 1) : a; break;
    case Op::Shl: bound = by_constant && b < n.width && a <= (all >> shift_of(b)) ? a << shift_of(b) : all; break;
    case Op::LShr: bound = !by_constant ? a : b < n.width ? a >> shift_of(b) : 0; break;
    case Op::Ite: bound = std::max(b, operand(n.c)); break;
    default: break;
  }
  return bound >= kNoBound || bound == all ? kNoBound : static_cast<std::uint64_t>(bound);
}

Expr Pool::made(const Node& asked, Expr result) {
  if (keeps_simplifications_) [[unlikely]]
    simplifications_.push_back({asked, result});
  return result;
}

Expr Pool::constant(Bits value, unsigned width) {
  require(is_width(width), Op::Const, "has a width outside 1 to 128");
  return intern(
      Node{Op::Const, static_cast<std::uint16_t>(width), 0, {}, {}, {}, from_u128(to_u128(value) & mask(width))});
}

Expr Pool::variable(const Variable& v) {
  const auto [found, is_new] = by_key_.try_emplace(v.key, static_cast<std::uint32_t>(variables_.size()));
  if (!is_new) {
    const Variable& known = variables_[found->second];
    if (known.width != v.width) {
      throw base::UserError("input '" + v.name + "' has the type " + known.type + " on one path and " + v.type +
                            " on another; give the two inputs different names");
    }
    return variable_exprs_[found->second];
  }
  require(is_width(v.width), Op::Input, "has a width outside 1 to 128");
  variables_.push_back(v);
  variable_exprs_.push_back(intern(Node{Op::Input, v.width, found->second, {}, {}, {}, {}}));
  return variable_exprs_.back();
}

Expr Pool::unary(Op op, Expr a) {
  require(op == Op::Not || op == Op::Neg, op, "is not a unary operator");
  const unsigned w = width(a);
  if (is_constant(a)) return constant(from_u128(apply(op, w, w, to_u128(value(a)), 0, 0, 0)), w);
  const Node asked{op, static_cast<std::uint16_t>(w), 0, a, {}, {}, {}};
  if (const Expr simple = op == Op::Not ? simplify_not(*this, a) : simplify_neg(*this, a)) return made(asked, simple);
  return intern(asked);
}

Expr Pool::binary(Op op, Expr a, Expr b) {
  const abi::OpInfo& info = abi::info(op);
  require(info.arity == 2 && !is_floating(op), op, "is not a binary operator");
  unsigned w = width(a);
  if (op == Op::Concat) {
    w += width(b);
    require(is_width(w), op, "is wider than 128 bits");
  } else {
    require(w == width(b), op, "has operands of different widths");
    if (info.result == abi::ResultWidth::Bool) w = 1;
  }
  if (is_constant(a) && is_constant(b)) {
    const unsigned operand_width = op == Op::Concat ? width(b) : width(a);
    return constant(from_u128(apply(op, w, operand_width, to_u128(value(a)), to_u128(value(b)), 0, 0)), w);
  }
  if (is_commutative(op) && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
  const Node asked{op, static_cast<std::uint16_t>(w), 0, a, b, {}, {}};
  if (const Expr simple = simplify_binary(*this, op, a, b)) return made(asked, simple);
  return intern(asked);
}

Expr Pool::cast(Op op, Expr a, unsigned w) {
  require(op == Op::ZExt || op == Op::SExt, op, "is not a cast");
  require(is_width(w) && w >= width(a), op, "narrows its operand or is wider than 128 bits");
  if (w == width(a)) return a;
  if (is_constant(a)) return constant(from_u128(apply(op, w, width(a), to_u128(value(a)), 0, 0, 0)), w);
  const Node asked{op, static_cast<std::uint16_t>(w), 0, a, {}, {}, {}};
  if (const Expr simple = simplify_cast(*this, op, a, w)) return made(asked, simple);
  return intern(asked);
}

Expr Pool::extract(Expr a, unsigned low, unsigned w) {
  require(is_width(w) && low < width(a) && w <= width(a) - low, Op::Extract, "takes bits its operand does not have");
  if (w == width(a)) return a;
  if (is_constant(a)) return constant(from_u128(to_u128(value(a)) >> low), w);
  const Node asked{Op::Extract, static_cast<std::uint16_t>(w), low, a, {}, {}, {}};
  if (const Expr simple = simplify_extract(*this, a, low, w)) return made(asked, simple);
  return intern(asked);
}

Expr Pool::ite(Expr condition, Expr a, Expr b) {
  require(width(condition) == 1, Op::Ite, "has a condition that is no truth value");
  require(width(a) == width(b), Op::Ite, "has branches of different widths");
  if (is_constant(condition)) return value(condition).lo != 0 ? a : b;
  if (a == b) return a;
  const Node asked{Op::Ite, static_cast<std::uint16_t>(width(a)), 0, condition, a, b, {}};
  if (const Expr simple = simplify_ite(*this, condition, a, b)) return made(asked, simple);
  return intern(asked);
}

Expr Pool::floating(Op op, unsigned w, unsigned parameter, Expr a, Expr b, Expr c) {
  const abi::OpInfo& info = abi::info(op);
  require(is_floating(op), op, "is not a floating-point operator");
  require((info.arity > 1) == static_cast<bool>(b) && (info.arity > 2) == static_cast<bool>(c), op,
          "has another number of operands");
  const unsigned operand_width = width(a);
  require((!b || width(b) == operand_width) && (!c || width(c) == operand_width), op,
          "has operands of different widths");
  if (info.result == abi::ResultWidth::Same) w = operand_width;
  if (info.result == abi::ResultWidth::Bool) w = 1;
  require(is_width(w), op, "has a width outside 1 to 128");
  if (const char* error = floating_error(op, w, operand_width, parameter)) ill_formed(op, error);
  const auto known = [&](Expr e) { return !e || is_constant(e); };
  const auto bits = [&](Expr e) { return e ? to_u128(value(e)) : U128{0}; };
  if (known(a) && known(b) && known(c)) {
    return constant(from_u128(apply_floating(op, w, operand_width, bits(a), bits(b), bits(c), parameter)), w);
  }
  if (is_commutative(op) && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
  const Node asked{op, static_cast<std::uint16_t>(w), parameter, a, b, c, {}};
  if (const Expr simple = simplify_floating(*this, op, w, parameter, a, b, c)) return made(asked, simple);
  return intern(asked);
}

// Post-order over the operands that have no set yet, with an explicit stack. Sets are shared: one empty set, one
// singleton per variable, and a union that equals one of its parts is that part.
const std::vector<std::uint32_t>& Pool::support(Expr e) {
  if (support_of_.size() < nodes_.size()) support_of_.resize(nodes_.size(), 0);
  if (support_of_[e.id] != 0) return supports_[support_of_[e.id]];
  support_stack_.assign(1, e);
  while (!support_stack_.empty()) {
    const Expr top = support_stack_.back();
    const Node& n = nodes_[top.id];
    if (support_of_[top.id] != 0) {
      support_stack_.pop_back();
      continue;
    }
    bool ready = true;
    std::uint32_t set = kEmptySupport;
    for (const Expr operand : {n.a, n.b, n.c}) {
      if (!operand) continue;
      if (support_of_[operand.id] == 0) {
        support_stack_.push_back(operand);
        ready = false;
      } else if (ready) {
        set = unite_supports(set, support_of_[operand.id]);
      }
    }
    if (!ready) continue;
    if (n.op == Op::Input) set = singleton_support(n.low);
    support_of_[top.id] = set;
    support_stack_.pop_back();
  }
  return supports_[support_of_[e.id]];
}

std::uint32_t Pool::singleton_support(std::uint32_t variable) {
  if (singleton_supports_.size() <= variable) singleton_supports_.resize(variable + 1, 0);
  if (singleton_supports_[variable] == 0) {
    singleton_supports_[variable] = static_cast<std::uint32_t>(supports_.size());
    supports_.push_back({variable});
  }
  return singleton_supports_[variable];
}

std::uint32_t Pool::unite_supports(std::uint32_t x, std::uint32_t y) {
  if (x == y || y == kEmptySupport) return x;
  if (x == kEmptySupport) return y;
  if (x > y) std::swap(x, y);
  const auto [found, is_new] = united_supports_.try_emplace(std::uint64_t{x} << 32 | y, 0);
  if (!is_new) return found->second;
  const std::vector<std::uint32_t>&p = supports_[x], &q = supports_[y];
  std::vector<std::uint32_t> both;
  both.reserve(p.size() + q.size());
  std::set_union(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(both));
  if (both.size() == p.size()) return found->second = x;
  if (both.size() == q.size()) return found->second = y;
  found->second = static_cast<std::uint32_t>(supports_.size());
  supports_.push_back(std::move(both));
  return found->second;
}

}  // namespace forall::expr
