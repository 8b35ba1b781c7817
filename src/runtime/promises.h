// Results of which the standard promises less than a number: for strcmp the sign, for isalpha whether it is zero, for an
// address as a number where it is not (address_numbers.h).
//
// Such a result is a node with a mark (abi::Node::reserved). Comparing it with 0 asks for what is promised, and is
// exact; moving it keeps the mark. Any other use sees one of the numbers it could be, which costs a ledger line.
#pragma once

#include "runtime/value.h"

namespace forall::runtime {

// Values of abi::Node::reserved; 1 is that of a NaN (value.h).
enum class Promise : u8 { Sign = 2, Zero = 3, Address = 4 };

// The result with its mark. A concrete result other than 0 becomes -1 or 1.
Value promised(Value result, Promise promise);

inline bool is_promised(u32 id) { return id != 0 && g.nodes[id].reserved >= static_cast<u8>(Promise::Sign); }
inline bool is_promised(Value v) { return is_promised(v.id); }
// Does the operation ask for no more than what was promised?
bool asks_for_promise(Op op, Value a, Value b);
// The value of a marked node, for a use that is exact or already in the ledger.
Value plain(Value v);
void note_unpromised(Value v);

}  // namespace forall::runtime
