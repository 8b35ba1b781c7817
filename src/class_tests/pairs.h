// Def-use pairs of the members of a class, and which of them its control flow rules out.
//
// A pair is a definition d and a use u of the same member. It is possible only if some path leads from d to u without
// another definition in between: inside one method, with the methods that it calls, or from one call to a later one. A
// static member is the same for all objects: its paths also lead from a call of one object to a call of another.
// No path in the graph means that no sequence of calls executes the pair.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/class_flow.h"

namespace forall::class_tests {

struct Pair {
  std::size_t definition = 0;  // nodes of the flow
  std::size_t use = 0;
  bool has_path = false;  // free of definitions, in the graph
};

// In the order of the definitions, then of the uses, as the source has them.
std::vector<Pair> find_pairs(const frontend::ClassFlow& flow);

// Can be called from outside on an object: not a constructor, a destructor or a static function, and not overridden.
bool is_callable(const frontend::FlowMethod& method);
// May it be the outermost one of its object that runs, called by a sequence or by another object's method?
bool may_be_entered(const frontend::FlowMethod& method);

}  // namespace forall::class_tests
