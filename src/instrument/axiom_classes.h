// The classes that axioms describe, and which parts of them a module has. A class is known by its key, its
// std::type_info::name(), which comes from the variables that FORALL_AXIOMS defines in the module, and from the
// environment.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace forall::instrument {

struct DescribedClass {
  std::string key;                                  // "9Hashtable"
  std::string name;                                 // "Hashtable", as a demangler writes it
  bool is_declared_here = false;                    // by a FORALL_AXIOMS of this module
  const llvm::DICompositeType* type = nullptr;      // null if the module knows nothing of it
  std::vector<llvm::Function*> methods;             // declared or defined
  llvm::DenseSet<const llvm::Function*> functions;  // the same
};

std::vector<DescribedClass> findDescribedClasses(llvm::Module& module);

// The debug information of a method; null if there is none.
const llvm::DISubprogram* findSubprogram(const DescribedClass& described, const llvm::Function& method);

// The parts of a method's name.
struct MethodName {
  std::string full;        // "Hashtable::contains(int const&) const"
  std::string base;        // "contains"
  std::string parameters;  // "(int const&)"
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_deleting = false;  // a destructor that deletes the object
  bool is_const = false;
};
MethodName methodName(llvm::StringRef mangled);

}  // namespace forall::instrument
