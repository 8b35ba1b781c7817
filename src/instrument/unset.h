// Variables begin without a value. Before the code is simplified, each gets an unknown one:
//
//   %x = alloca i32                     %x = alloca i32
//                                       store i32 (load volatile i32, ptr @__forall_unset), ptr %x
//
// so that a variable that is promoted to a register keeps it. The stores that remain afterwards say which variables in
// memory begin unset: the flags of their frame do the rest.
//
// The same happens at the end of the scope of a variable whose address is used for more than loads and stores, with
// another value, so that a read of a promoted variable through a pointer that outlives it can be told from a read
// before it is initialised.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace forall::instrument {

void giveUnsetValues(llvm::Module& module);
bool hasUnsetValues(const llvm::Function& function);
// Adds such a store at one end of the scope while variables are promoted. Afterwards the stores to variables that
// stay in memory, or are never read, are removed.
void giveEndedValue(llvm::AllocaInst& local, llvm::Instruction& end);
void forgetEndedValues(llvm::Function& function);
// After the simplification: makes such loads plain ones, of memory that is zero, and removes unused ones.
void settleUnsetValues(llvm::Module& module);

bool isUnsetValue(const llvm::LoadInst& load);
bool isEndedValue(const llvm::LoadInst& load);

// If clang compiles a choice `c ? a : b` without a branch, something still depends on c, however it is simplified:
//
//   %v = select i1 %c, i32 1, i32 0     call void @llvm.assume(i1 true) [ "swiftasync"(i1 %c) ]
//                                       %v = select i1 %c, i32 1, i32 0
//
// Before the pipeline, while all choices are those of the source.
void markChoices(llvm::Module& module);
// The condition, if this is such a mark; else null.
llvm::Value* conditionOfChoice(const llvm::Instruction& instruction);

// A value that is passed to a function or returned must be set, even if nothing depends on it: what clang calls noundef.
// Marked like choices, in the user's code, while the attribute is there.
void markPassedValues(llvm::Module& module);
struct PassedValue {
  llvm::Value* value;
  bool is_result;
};
// Empty if the instruction is not such a mark.
std::optional<PassedValue> passedValue(const llvm::Instruction& instruction);

// Removes the stores and copies of unset values to the variable. False: it has none, because all of it is written
// where it begins.
bool takeUnsetMarks(llvm::AllocaInst& local);

}  // namespace forall::instrument
