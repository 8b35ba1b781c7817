// Knowledge about functions by name: abi/known_calls.def, and annotations in the source.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace forall::instrument {

enum class CalleeKind {
  Instrumented,  // defined in this module and instrumented: follows the argument protocol
  Model,         // a function of the runtime: follows it too, and may call back into instrumented code
  Reader,        // has a model and keeps no state: called natively while no memory is symbolic
  Harmless,      // touches no memory that can be symbolic
  Printing,      // prints a failed assertion
  Output,        // prints to where the program cannot read it
  Environment,   // depends on the world outside the program
  Unknown,       // anything else
};

class KnownCalls {
 public:
  explicit KnownCalls(llvm::Module& module);

  CalleeKind kind(const llvm::Function& function) const;
  bool isPrinting(const llvm::Function& function) const;
  // Does this printing function hand its text to the caller?
  static bool givesText(const llvm::Function& function);
  // Does it balance a tree or link a list of the C++ library?
  static bool linksNodes(const llvm::Function& function);
  // Does it leave the objects alone that the pointers in its objects point to?
  bool isShallow(const llvm::Function& function) const { return shallow_.contains(function.getName()); }
  // Does the result of this reader depend only on its arguments, not on memory?
  static bool isPure(const llvm::Function& function);
  // Should the body of this function be instrumented?
  bool instruments(const llvm::Function& function) const;
  // Does the source ask for this function to be left as it is?
  bool isAnnotated(const llvm::Function& function) const { return annotated_.contains(&function); }
  // The runtime's model of a function of this name, or empty.
  llvm::StringRef replacement(llvm::StringRef name) const { return replacements_.lookup(name); }
  // Is a function of this name that is only declared taken to be the library's?
  bool isLibraryName(llvm::StringRef name) const {
    return replacements_.contains(name) || variadic_models_.contains(name) || output_.contains(name);
  }
  const llvm::StringMap<llvm::StringRef>& replacements() const { return replacements_; }
  // Models that get variadic arguments in an array, by the name of the function.
  const llvm::StringMap<llvm::StringRef>& variadicModels() const { return variadic_models_; }

 private:
  llvm::StringMap<llvm::StringRef> replacements_;
  llvm::StringMap<llvm::StringRef> variadic_models_;
  llvm::StringSet<> models_;
  llvm::StringSet<> harmless_;
  llvm::StringSet<> shallow_;
  llvm::StringSet<> output_;
  llvm::StringSet<> environment_;
  llvm::DenseSet<const llvm::Function*> annotated_;
  mutable llvm::DenseMap<const llvm::Function*, bool> printing_;
};

}  // namespace forall::instrument
