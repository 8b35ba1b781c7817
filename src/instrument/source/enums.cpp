// Enums without a fixed underlying type have only the values that the bits for their enumerators can hold. Debug
// information does not tell them from the others, so the pass asks this plugin, in the same process.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include <set>
#include <string>

#include "abi/target_state.h"

namespace forall::instrument {

namespace {

std::set<std::string>& fewValued() {
  static std::set<std::string> names;
  return names;
}

class EnumVisitor : public clang::RecursiveASTVisitor<EnumVisitor> {
 public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitEnumDecl(clang::EnumDecl* declaration) {
    if (declaration->isFixed() || !declaration->isCompleteDefinition()) return true;
    const clang::TypedefNameDecl* alias = declaration->getTypedefNameForAnonDecl();
    fewValued().insert(alias == nullptr ? declaration->getQualifiedNameAsString() : alias->getQualifiedNameAsString());
    return true;
  }
};

class EnumConsumer : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) visitor_.TraverseDecl(declaration);
    return true;
  }

 private:
  EnumVisitor visitor_;
};

class EnumAction : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    fewValued().clear();
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
bool forall_has_few_values(const char* name) { return forall::instrument::fewValued().count(name) != 0; }
