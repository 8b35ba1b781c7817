// The code that runs before main, and the PUTs that it counts for.
//
// Most initializers may do anything, so they count for every PUT. Those of forall's own headers and of GoogleTest are
// known only to fill or register their variable: they count for the PUTs that reach that variable.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace forall::instrument {

struct Initializer {
  const llvm::Function* function;
  std::uint64_t priority;
};

// A function or variable that depends on a symbol although it does not mention it.
struct Dependence {
  const llvm::GlobalValue* from;
  const llvm::GlobalValue* to;
};

struct Initialization {
  std::vector<Initializer> always;             // in order
  std::vector<const llvm::GlobalValue*> used;  // may be found by the linker's tables
  std::vector<Dependence> dependences;
};

// `mentions` returns everything that the function itself refers to.
using Mentions = llvm::function_ref<std::vector<const llvm::GlobalValue*>(const llvm::Function&)>;
Initialization findInitialization(const llvm::Module& module, Mentions mentions);

// The tags of PUTs in a mangled name: "Suite_Name_Forall" in "_ZN12_GLOBAL__N_117Suite_Name_Forall3putE".
std::vector<llvm::StringRef> tagsIn(llvm::StringRef mangled);

}  // namespace forall::instrument
