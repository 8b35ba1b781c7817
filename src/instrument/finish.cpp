#include "instrument/finish.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/library_instances.h"

namespace forall::instrument {

namespace {

constexpr llvm::Attribute::AttrKind kFunctionPromises[] = {
    llvm::Attribute::Memory,    llvm::Attribute::WillReturn,   llvm::Attribute::NoSync,      llvm::Attribute::NoFree,
    llvm::Attribute::NoRecurse, llvm::Attribute::Speculatable, llvm::Attribute::MustProgress};
constexpr llvm::Attribute::AttrKind kParameterPromises[] = {
    llvm::Attribute::NoAlias,  llvm::Attribute::NoCapture, llvm::Attribute::ReadNone,
    llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly, llvm::Attribute::NoFree,
    llvm::Attribute::NonNull,  llvm::Attribute::Returned,  llvm::Attribute::NoUndef};

// Symbols that are merged or overridden by name at link time.
void makePrivate(llvm::GlobalValue& value) {
  if (value.hasLinkOnceLinkage() || value.hasAvailableExternallyLinkage()) {
    if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setDSOLocal(true);
    value.setName(value.getName() + ".forall");
  } else if (value.hasWeakLinkage() && !value.hasLocalLinkage()) {
    // Other instrumented translation units may need it, but shared libraries must not find it.
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
  }
}

// An inline function has one address in the whole program: its instrumented copies are merged with each other, under a
// name that shared libraries do not know.
void keepOneAddress(llvm::Function& function) {
  function.setName(function.getName() + ".forall");
  function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  function.setComdat(function.getParent()->getOrInsertComdat(function.getName()));
}

// The program's own allocation functions. Shared libraries keep theirs, because their blocks outlive a run; the
// runtime's models call the program's by these names.
llvm::StringRef nameOfAllocator(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("_Znwm", "__forall_program_new")
      .Case("_ZdlPv", "__forall_program_delete")
      .Case("_ZdlPvm", "__forall_program_delete_sized")
      .Default("");
}

}  // namespace

// Instrumented functions write the protocol's state and call a runtime that reads and writes memory and may end the
// run. A function of another translation unit may be instrumented too.
void dropBrokenPromises(llvm::Module& module) {
  llvm::AttributeMask function_mask;
  llvm::AttributeMask parameter_mask;
  for (const llvm::Attribute::AttrKind kind : kFunctionPromises) function_mask.addAttribute(kind);
  for (const llvm::Attribute::AttrKind kind : kParameterPromises) parameter_mask.addAttribute(kind);
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    function.removeFnAttrs(function_mask);
    function.removeRetAttrs(parameter_mask);
    for (unsigned i = 0; i < function.arg_size(); ++i) function.removeParamAttrs(i, parameter_mask);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      // Scopes of inlined noalias parameters make the same promise.
      instruction.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
      instruction.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) continue;
      call->removeFnAttrs(function_mask);
      call->removeRetAttrs(parameter_mask);
      for (unsigned i = 0; i < call->arg_size(); ++i) call->removeParamAttrs(i, parameter_mask);
    }
  }
}

void dropDebugVariables(llvm::Module& module) {
  llvm::MDTuple* none = llvm::MDTuple::get(module.getContext(), {});
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) instruction.dropDbgRecords();
    if (llvm::DISubprogram* subprogram = function.getSubprogram()) subprogram->replaceRetainedNodes(none);
  }
}

void noteReplacedFunctions(llvm::Module& module, const KnownCalls& known) {
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (function.isDeclaration() || function.hasLocalLinkage() || !known.isLibraryName(name) ||
        !nameOfAllocator(name).empty()) {
      continue;
    }
    llvm::Constant* text = llvm::ConstantDataArray::getString(
        module.getContext(), ("the program's own " + name + " is ignored in its other files").str());
    auto* note = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::WeakAnyLinkage, text,
                                          "__forall_program_replaces");
    note->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return;
  }
}

void makePrivate(llvm::Module& module, const llvm::DenseSet<const llvm::Function*>& address_taken) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (const llvm::StringRef name = nameOfAllocator(function.getName()); !name.empty()) {
      function.setName(name);
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
      function.setDSOLocal(true);
    } else if (function.hasLinkOnceLinkage() && address_taken.contains(&function)) {
      keepOneAddress(function);
    } else {
      makePrivate(function);
    }
  }
  for (llvm::GlobalAlias& alias : module.aliases()) {
    if (llvm::isa_and_nonnull<llvm::Function>(alias.getAliaseeObject())) makePrivate(alias);
  }
  renameInstances(module);
}

}  // namespace forall::instrument
