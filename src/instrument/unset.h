// Variables begin without a value. Before the code is simplified, each gets one that nobody knows:
//
//   %x = alloca i32                     %x = alloca i32
//                                       store i32 (load volatile i32, ptr @__forall_unset), ptr %x
//
// so that a variable that leaves memory takes it along. What is left of these stores afterwards says which variables in
// memory begin unset: the flags of their frame do the rest.
//
// The same at the end of the scope of a variable whose address is used for more than loads and stores: with another
// value, so that what reads a variable that left memory through a pointer that outlives it is told from what reads it
// too early.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace forall::instrument {

void giveUnsetValues(llvm::Module& module);
// After simplifying: such loads are now plain ones, of memory that is zero; those that nobody uses are gone.
void settleUnsetValues(llvm::Module& module);

bool isUnsetValue(const llvm::LoadInst& load);
bool isEndedValue(const llvm::LoadInst& load);
// Does its scope end here with such a value?
bool hasEndMark(const llvm::AllocaInst& local);

// Takes the stores and copies of such values to the variable away. False: it has none at its begin, because all of it
// is written there.
bool takeUnsetMarks(llvm::AllocaInst& local);

}  // namespace forall::instrument
