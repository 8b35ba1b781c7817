#include "frontend/clang/class_list.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace forall::frontend {
namespace {

std::string name_of(const clang::NamedDecl& declaration) {
  if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration)) {
    if (const clang::TypedefNameDecl* named = tag->getTypedefNameForAnonDecl()) return named->getNameAsString();
  }
  return declaration.getIdentifier() != nullptr ? declaration.getNameAsString() : std::string();
}

class Lister {
 public:
  Lister(const clang::ASTContext& context, clang::FileID file) : sources_(context.getSourceManager()), file_(file) {}

  // The recursion is as deep as scopes are nested.
  void list(const clang::DeclContext& scope) {
    for (const clang::Decl* declaration : scope.decls()) {
      if (declaration->isImplicit()) continue;
      if (const auto* alias = llvm::dyn_cast<clang::TypeAliasTemplateDecl>(declaration)) {
        add(*alias->getTemplatedDecl(), false, true);
      } else if (llvm::isa<clang::TypedefNameDecl>(declaration)) {
        add(*llvm::cast<clang::NamedDecl>(declaration), false, true);
      } else if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
        add(*pattern->getTemplatedDecl(), true, false);
        list(*pattern->getTemplatedDecl());
      } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
        add(*record, llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record), false);
        list(*record);
      } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
        list(*llvm::cast<clang::DeclContext>(declaration));
      }
    }
  }

  std::vector<ListedClass> take() { return std::move(found_); }

 private:
  void add(const clang::NamedDecl& declaration, bool is_template, bool is_alias) {
    if (!sources_.isInFileID(sources_.getExpansionLoc(declaration.getLocation()), file_)) return;
    std::vector<std::string> path{name_of(declaration)};
    for (const clang::DeclContext* scope = declaration.getDeclContext(); scope != nullptr; scope = scope->getParent()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
      if (named != nullptr && !scope->isTransparentContext()) path.push_back(name_of(*named));
    }
    if (std::any_of(path.begin(), path.end(), [](const std::string& part) { return part.empty(); })) return;
    std::reverse(path.begin(), path.end());
    found_.push_back({{.path = std::move(path), .is_template = is_template, .is_alias = is_alias}, &declaration});
  }

  const clang::SourceManager& sources_;
  clang::FileID file_;
  std::vector<ListedClass> found_;
};

}  // namespace

std::vector<ListedClass> list_classes(const clang::ASTContext& context, clang::FileID file) {
  Lister lister(context, file);
  lister.list(*context.getTranslationUnitDecl());
  return lister.take();
}

}  // namespace forall::frontend
