// Enums without a fixed underlying type have only the values that the bits for their enumerators can hold. Debug
// information does not tell them from the others, so the pass asks this plugin, in the same process.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "abi/target_state.h"

namespace forall::instrument {

namespace {

// Of the translation unit that is being compiled. Its types are looked through when the pass first asks: what a precompiled
// header declares is read when the code generator needs it.
struct Enums {
  clang::ASTContext* context = nullptr;
  std::optional<std::set<std::string>> few_valued;
};

Enums& enums() {
  static Enums kept;
  return kept;
}

std::set<std::string> fewValued(const clang::ASTContext& context) {
  std::set<std::string> names;
  const std::vector<clang::Type*> types(context.getTypes().begin(), context.getTypes().end());
  for (const clang::Type* type : types) {
    const auto* enumeration = llvm::dyn_cast<clang::EnumType>(type);
    if (enumeration == nullptr) continue;
    const clang::EnumDecl* declaration = enumeration->getDecl();
    if (declaration->isFixed() || !declaration->isCompleteDefinition()) continue;
    const clang::TypedefNameDecl* alias = declaration->getTypedefNameForAnonDecl();
    names.insert(alias == nullptr ? declaration->getQualifiedNameAsString() : alias->getQualifiedNameAsString());
  }
  return names;
}

class EnumConsumer : public clang::ASTConsumer {
 public:
  void Initialize(clang::ASTContext& context) override { enums() = {&context, {}}; }
};

class EnumAction : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getCodeGenOpts().ClearASTBeforeBackend = false;  // the pass, which asks, runs in the back end
    return std::make_unique<EnumConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<EnumAction> kEnums("forall-enums",
                                                            "finds enums of few values for forall's pass");

}  // namespace

}  // namespace forall::instrument

extern "C" [[gnu::visibility("default")]] bool forall_has_few_values(const char* name);
bool forall_has_few_values(const char* name) {
  forall::instrument::Enums& enums = forall::instrument::enums();
  if (enums.context == nullptr) return false;
  if (!enums.few_valued) enums.few_valued = forall::instrument::fewValued(*enums.context);
  return enums.few_valued->count(name) != 0;
}
