// The steps after the functions of a module were instrumented.
#pragma once

#include "instrument/instrumenter.h"

namespace forall::instrument {

// The tables "forall_functions", "forall_enums", "forall_globals" and "forall_foreign".
void emitTables(ModuleContext& context);
// Drops attributes whose promises instrumented code no longer keeps.
void dropBrokenPromises(llvm::Module& module);
// Gives every function that the linker could merge with an uninstrumented copy a private name. If its address is taken,
// the copies of all translation units are still one function.
void makePrivate(llvm::Module& module, const llvm::DenseSet<const llvm::Function*>& address_taken);

// Nobody debugs a target, and what clang says about variables takes an eighth of the time of a compile. Lines and functions
// stay, for the places of decisions and faults.
void dropDebugVariables(llvm::Module& module);

// If the program defines a function that has a model, its other files call the model instead. The runtime finds a text
// about it under __forall_program_replaces and puts it in the ledger.
void noteReplacedFunctions(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
