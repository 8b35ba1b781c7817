// Iterators of std::list and of the trees of std::set and std::map: the end, which find returns for what is not there, is a
// node in the container itself, so what reads it or goes on from it stays in the object, and no sanitizer objects.
//
//   call @_Rb_tree_iterator<int>::operator*(%i)      %node = load ptr, ptr %i
//                                                    call void @__forall_tree_iterator(%node, i64 0)
//                                                    call @_Rb_tree_iterator<int>::operator*(%i)
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline.
void checkEndIterators(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
