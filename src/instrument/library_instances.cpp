#include "instrument/library_instances.h"

namespace forall::instrument {

namespace {

constexpr llvm::StringLiteral kClasses[] = {
#define FORALL_INSTANCE_OF_CLASS(name) #name,
#define FORALL_INSTANCE_OF_FUNCTION(name)
#define FORALL_COMPILED_INSTANCE(name)
#include "abi/instantiations.def"
#undef FORALL_INSTANCE_OF_CLASS
#undef FORALL_INSTANCE_OF_FUNCTION
#undef FORALL_COMPILED_INSTANCE
};

constexpr llvm::StringLiteral kFunctions[] = {
#define FORALL_INSTANCE_OF_CLASS(name)
#define FORALL_INSTANCE_OF_FUNCTION(name) #name,
#define FORALL_COMPILED_INSTANCE(name) #name,
#include "abi/instantiations.def"
#undef FORALL_INSTANCE_OF_CLASS
#undef FORALL_INSTANCE_OF_FUNCTION
#undef FORALL_COMPILED_INSTANCE
};

constexpr llvm::StringLiteral kCompiled[] = {
#define FORALL_INSTANCE_OF_CLASS(name)
#define FORALL_INSTANCE_OF_FUNCTION(name)
#define FORALL_COMPILED_INSTANCE(name) #name,
#include "abi/instantiations.def"
#undef FORALL_INSTANCE_OF_CLASS
#undef FORALL_INSTANCE_OF_FUNCTION
#undef FORALL_COMPILED_INSTANCE
};

// The name from its class on, for a member, a vtable (TV, TT, TC) or a thunk (Tv, Th): "_ZNKSi6gcountEv" has "Si".
llvm::StringRef fromClassOn(llvm::StringRef name) {
  if (!name.consume_front("_Z")) return {};
  const bool is_table = name.consume_front("TV") || name.consume_front("TT") || name.consume_front("TC");
  if (name.starts_with("Tv") || name.starts_with("Th"))
    name = name.drop_front(std::min(name.find("_N"), name.size() - 1) + 1);
  const bool is_nested = name.consume_front("N");
  if (!is_table && !is_nested) return {};
  name.consume_front("K");
  if (!name.consume_front("R")) name.consume_front("O");
  return name;
}

}  // namespace

bool isInstance(llvm::StringRef name) {
  const llvm::StringRef rest = fromClassOn(name);
  return llvm::any_of(kClasses, [&](llvm::StringRef prefix) { return rest.starts_with(prefix); }) ||
         llvm::is_contained(kFunctions, name);
}

void dropCompiledInstances(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool is_inline = function.hasLinkOnceLinkage() || function.hasAvailableExternallyLinkage();
    if (function.isDeclaration() || !is_inline || function.hasFnAttribute("forall-uninstrumented")) continue;
    if (!llvm::is_contained(kCompiled, function.getName())) continue;
    function.deleteBody();
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

void renameInstances(llvm::Module& module) {
  for (llvm::GlobalValue& value : module.global_values()) {
    // Inline copies have private names already.
    const bool shared = value.isDeclaration() || value.hasAvailableExternallyLinkage() || value.hasWeakLinkage();
    if (!shared || value.hasLocalLinkage() || !isInstance(value.getName())) continue;
    value.setName(value.getName() + ".forall");
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
    if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
  }
}

}  // namespace forall::instrument
