// Indices of std::bitset, which neither libstdc++ nor a sanitizer checks: one that is too large is another bit of the same
// word.
//
//   call @bitset<8>::operator[](%b, i64 %i)      call void @__forall_bitset_index(i64 %i, i64 8)
//                                                call @bitset<8>::operator[](%b, i64 %i)
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline.
void checkBitsetIndices(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
