// Sorts and operations: what a specification can talk about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forall::spec {

// An index into the sorts of a signature. The first ones are built in.
struct Sort {
  std::uint16_t index = 0;
  friend auto operator<=>(Sort, Sort) = default;
};
inline constexpr Sort kInteger{0}, kBoolean{1}, kCharacter{2}, kText{3};
inline constexpr std::uint16_t kBuiltInSorts = 4;
inline bool is_built_in(Sort sort) { return sort.index < kBuiltInSorts; }

// An index into the operations of a signature. The first ones are built in, in the order of BuiltIn.
struct Op {
  std::uint16_t index = 0;
  friend auto operator<=>(Op, Op) = default;
};

// `and`, `or` and `not` are written with If: they evaluate their second operand only if it matters, as in C++.
enum class BuiltIn : std::uint16_t {
  If,
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Neg,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  None
};
inline constexpr std::uint16_t kBuiltInOps = static_cast<std::uint16_t>(BuiltIn::None);
inline constexpr Op op_of(BuiltIn op) { return {static_cast<std::uint16_t>(op)}; }
inline bool is_built_in(Op op) { return op.index < kBuiltInOps; }
inline BuiltIn built_in(Op op) { return is_built_in(op) ? static_cast<BuiltIn>(op.index) : BuiltIn::None; }
std::string_view symbol(BuiltIn op);

enum class Role { Constructor, Transformer, Observer };

struct Operation {
  std::string name;
  Sort owner;  // the class that declares it
  Role role = Role::Observer;
  bool creates = false;                 // its terms begin with it; others are sent to an object
  std::vector<std::string> parameters;  // their names, without the object
  std::vector<Sort> arguments;          // with the object first, unless it creates
  Sort result;
};

class Signature {
 public:
  Signature();

  Sort add_sort(std::string name);
  Op add(Operation operation);

  const std::string& name(Sort sort) const { return sorts_[sort.index]; }
  const Operation& operator[](Op op) const { return operations_[op.index]; }
  std::size_t sorts() const { return sorts_.size(); }
  std::optional<Sort> find_sort(std::string_view name) const;
  // The operation that an object of this sort, or the class itself, understands by this name.
  std::optional<Op> find(Sort owner, std::string_view name) const;

  // All operations that are not built in, in the order of their declaration.
  std::vector<Op> operations() const;
  std::vector<Op> constructors(Sort sort) const;
  std::vector<std::string> names(Sort owner) const;
  std::vector<std::string> sort_names() const { return sorts_; }

 private:
  std::vector<std::string> sorts_;
  std::vector<Operation> operations_;
};

}  // namespace forall::spec
