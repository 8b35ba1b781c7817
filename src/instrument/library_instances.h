// Templates of the standard library that are machine code in the library and instrumented code in libforall_models.a.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// Is this the mangled name of something that abi/instantiations.def lists?
bool isInstance(llvm::StringRef name);

// Turns definitions of functions that are compiled there (FORALL_COMPILED_INSTANCE) into declarations.
void dropCompiledInstances(llvm::Module& module);

// Renames the instances, where they are defined and where they are used.
void renameInstances(llvm::Module& module);

}  // namespace forall::instrument
