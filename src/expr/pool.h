// Expressions over the inputs of a PUT: hash-consed, simplified when made, owned by one pool.
//
// An Expr is a 32-bit handle; equal handles of one pool mean equal expressions. Constants are canonical, operands of
// commutative operators are ordered (a constant comes second), Ne/Ugt/... exist only as Not/Ult/... combinations.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "abi/operators.h"
#include "abi/segment.h"
#include "base/enumerators.h"
#include "expr/bits.h"

namespace forall::expr {

struct Expr {
  std::uint32_t id = 0;  // 0: no expression
  explicit operator bool() const { return id != 0; }
  friend bool operator==(Expr x, Expr y) { return x.id == y.id; }
  friend bool operator!=(Expr x, Expr y) { return x.id != y.id; }
  friend bool operator<(Expr x, Expr y) { return x.id < y.id; }
};

// An input of the PUT, known by its key over all paths.
struct Variable {
  std::uint64_t key;
  std::string name;
  std::string type;
  abi::ScalarKind kind;
  std::uint16_t width;
};

struct Node {
  Op op;
  std::uint16_t width;
  std::uint32_t low;  // Extract: the lowest bit; Input: the index of the variable; FRound, FMath: the parameter
  Expr a, b, c;
  Bits value;  // Const
};

// A term as requested, not in the pool, and its simplified form.
struct Simplification {
  Node asked;
  Expr made;
};

class Pool {
 public:
  Pool();

  Expr constant(Bits value, unsigned width);
  Expr constant(std::uint64_t value, unsigned width) { return constant(Bits{value, 0}, width); }
  Expr truth(bool value) { return constant(value ? 1 : 0, 1); }
  // The variable of this key; declared at its first use. A key has one width for the life of the pool (else UserError).
  Expr variable(const Variable& v);
  Expr find_variable(std::uint64_t key) const {  // no expression if no such variable was declared yet
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? Expr{} : variable_exprs_[found->second];
  }

  // The simplified expression. Operands must have the widths the operator table asks for, else SoundnessError.
  Expr unary(Op op, Expr a);                 // Not, Neg
  Expr binary(Op op, Expr a, Expr b);        // arithmetic, bitwise, shifts, comparisons, Concat
  Expr cast(Op op, Expr a, unsigned width);  // ZExt, SExt
  Expr extract(Expr a, unsigned low, unsigned width);
  Expr ite(Expr condition, Expr a, Expr b);
  // A floating-point operator; the parameter is that of FRound and FMath, the width matters to conversions only.
  Expr floating(Op op, unsigned width, unsigned parameter, Expr a, Expr b = {}, Expr c = {});
  Expr logical_not(Expr a) { return unary(Op::Not, a); }
  Expr equals(Expr a, Bits value) { return binary(Op::Eq, a, constant(value, width(a))); }

  const Node& operator[](Expr e) const { return nodes_[e.id]; }
  unsigned width(Expr e) const { return nodes_[e.id].width; }
  bool is_constant(Expr e) const { return nodes_[e.id].op == Op::Const; }
  Bits value(Expr e) const { return nodes_[e.id].value; }
  // No value of e is greater, as far as its operands' bounds tell.
  U128 most(Expr e) const {
    if (most_[e.id] != kNoBound) return most_[e.id];
    return is_constant(e) ? to_u128(value(e)) : mask(width(e));
  }

  const std::vector<Variable>& variables() const { return variables_; }
  // The names of the values of variables whose type is an enum: for printing alone.
  void set_enums(base::Enums enums) { enums_ = std::move(enums); }
  const base::Enums& enums() const { return enums_; }
  Expr variable_expr(std::uint32_t index) const { return variable_exprs_[index]; }
  // Sorted indices of the variables that occur in e. Computed once per expression; the reference stays valid.
  const std::vector<std::uint32_t>& support(Expr e);
  std::size_t size() const { return nodes_.size(); }

  // The node as it is, hash-consed but not simplified. For tests, for an audit and for the simplifier itself.
  Expr intern(const Node& node);

  // For an audit of the simplifier: from now on what it does is kept until it is taken.
  void keep_simplifications() { keeps_simplifications_ = true; }
  std::vector<Simplification> take_simplifications() { return std::exchange(simplifications_, {}); }

 private:
  static constexpr std::uint64_t kNoBound = ~std::uint64_t{0};

  Expr made(const Node& asked, Expr result);
  std::uint64_t bound_of(const Node& node) const;
  void grow_table();
  std::uint32_t singleton_support(std::uint32_t variable);
  std::uint32_t unite_supports(std::uint32_t x, std::uint32_t y);

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> most_;   // per node; kNoBound: as its width says, or a constant that is its own
  std::vector<std::uint32_t> table_;  // open addressing, indices into nodes_
  std::vector<Variable> variables_;
  base::Enums enums_;
  std::vector<Expr> variable_exprs_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  std::vector<std::uint32_t> support_of_;  // per node: index into supports_, or 0 when not computed yet
  std::deque<std::vector<std::uint32_t>> supports_;
  std::vector<std::uint32_t> singleton_supports_;                     // per variable: index into supports_, or 0
  std::unordered_map<std::uint64_t, std::uint32_t> united_supports_;  // two indices into supports_ -> their union
  std::vector<Expr> support_stack_;
  bool keeps_simplifications_ = false;
  std::vector<Simplification> simplifications_;
};

}  // namespace forall::expr
