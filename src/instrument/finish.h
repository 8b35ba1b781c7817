// What happens to a module after its functions were instrumented.
#pragma once

#include "instrument/instrumenter.h"

namespace forall::instrument {

// The tables "forall_functions" and "forall_globals".
void emitTables(ModuleContext& context);
// Attributes that promise what instrumented code no longer keeps.
void dropBrokenPromises(llvm::Module& module);
// Gives every function that the linker could merge with an uninstrumented copy a private name.
// Where its address is taken, the copies of all translation units are still one function.
void makePrivate(llvm::Module& module, const llvm::DenseSet<const llvm::Function*>& address_taken);

}  // namespace forall::instrument
