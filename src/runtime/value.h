// Values that may be symbolic, and the operators over them.
//
// A node carries the value it has in this run, so building one is also computing it. Values that turn out to be
// constant stay concrete (id 0); constants become nodes only as operands. Equal nodes of a run share one id as long as
// a small direct-mapped cache holds them.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

struct Value {
  U128 bits = 0;  // zero above the width
  u32 id = 0;     // 0: concrete
  u16 width = 0;

  bool symbolic() const { return id != 0; }
  bool truth() const { return bits != 0; }
};

inline Value concrete(U128 bits, unsigned width) { return {bits & expr::mask(width), 0, static_cast<u16>(width)}; }
inline Value node_value(u32 id) {
  const abi::Node& n = g.nodes[id];
  return {expr::to_u128(n.value), id, n.width};
}
// A node whose value was decided is a constant on this path, and is used as one from then on.
inline bool was_decided(u32 id) { return g.decided[id] == g.epoch; }
// unset.cpp
inline constexpr u64 kEndedScope = 1;  // the place of a variable that was in no memory and whose scope has ended
Value new_unset(unsigned width, u64 address);
inline Value new_unset(u32 id) { return new_unset(abi::unset_width(id), abi::is_ended_id(id) ? kEndedScope : 0); }
inline Value known(u32 id) {
  if (abi::is_unset_id(id)) return new_unset(id);
  Value value = node_value(id);
  if (was_decided(id)) value.id = 0;
  return value;
}
// For ids as instrumented code has them, which may be those of unset values.
inline Value symbolic_value(u32 id) { return abi::is_unset_id(id) ? new_unset(id) : node_value(id); }
// For operands as the pass passes them: an id with the value, which counts when the id is 0.
inline Value operand(u32 id, u64 lo, u64 hi, unsigned width) {
  return id != 0 ? known(id) : concrete(expr::to_u128({lo, hi}), width);
}

// The NaN that a floating-point operator produces has other bits on a machine than in the model. Its node and the moves
// of it (Extract, Concat, ZExt, Ite, a changed sign) are marked in abi::Node::reserved. Before an operator or a
// decision uses the bits of a marked node, it is decided whether it is a NaN, and a NaN becomes concrete.
Value without_nan(Value marked);  // floating.cpp
inline bool may_be_nan(Value v) { return v.id != 0 && g.nodes[v.id].reserved != 0; }
inline Value exact_bits(Value v) { return may_be_nan(v) ? without_nan(v) : v; }

// id_of: the id of a value as an operand, also of a constant. make: a node exactly as given, without simplification.
u32 id_of(Value v);
Value make(Op op, unsigned width, U128 bits, u32 a, u32 b, u32 c, bool marked = false);

Value binary(Op op, Value a, Value b);
Value logical_not(Value a);
Value negate(Value a);
Value zext(Value a, unsigned width);
Value sext(Value a, unsigned width);
Value extract(Value a, unsigned low, unsigned width);
Value concat(Value high, Value low);
Value ite(Value condition, Value a, Value b);

inline Value binary(Op op, Value a, U128 b) { return binary(op, a, concrete(b, a.width)); }
inline Value equals(Value a, Value b) { return binary(Op::Eq, a, b); }
inline Value equals(Value a, U128 b) { return binary(Op::Eq, a, b); }
inline Value zext_or_trunc(Value a, unsigned width) { return width < a.width ? extract(a, 0, width) : zext(a, width); }

// An upper bound of the expression's unsigned value, for all values of the inputs.
U128 upper_bound(u32 id);

// A new input node; index is that of its record.
Value make_input(u32 index, U128 bits, unsigned width);

}  // namespace forall::runtime
