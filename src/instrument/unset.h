// Variables begin without a value. Before the code is simplified, each gets an unknown one:
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
bool hasUnsetValues(const llvm::Function& function);
// At one end of its scope, for as long as variables are taken out of memory: afterwards those that are left in memory,
// or that are never read, go.
void giveEndedValue(llvm::AllocaInst& local, llvm::Instruction& end);
void forgetEndedValues(llvm::Function& function);
// After simplifying: such loads are now plain ones, of memory that is zero; unused ones are gone.
void settleUnsetValues(llvm::Module& module);

bool isUnsetValue(const llvm::LoadInst& load);
bool isEndedValue(const llvm::LoadInst& load);

// Where clang makes a choice `c ? a : b` without a branch, something depends on c all the same, whatever becomes of it:
//
//   %v = select i1 %c, i32 1, i32 0     call void @llvm.assume(i1 true) [ "swiftasync"(i1 %c) ]
//                                       %v = select i1 %c, i32 1, i32 0
//
// Before the pipeline, while all choices are those of the source.
void markChoices(llvm::Module& module);
// The condition, if this is such a mark; else null.
llvm::Value* conditionOfChoice(const llvm::Instruction& instruction);

// Takes the stores and copies of unset values to the variable away. False: it has none, because all of it is written
// where it begins.
bool takeUnsetMarks(llvm::AllocaInst& local);

}  // namespace forall::instrument
