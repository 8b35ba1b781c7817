#include "frontend/read_function.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "frontend/clang/places.h"
#include "frontend/clang/printer.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

// The last one that the traversal meets is the innermost.
class FunctionFinder : public Visitor {
 public:
  FunctionFinder(const clang::SourceManager& sources, unsigned line) : sources_(sources), line_(line) {}

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    const clang::SourceLocation begin = sources_.getExpansionLoc(function->getBeginLoc());
    const clang::SourceLocation end = sources_.getExpansionLoc(function->getEndLoc());
    if (!sources_.isInMainFile(begin) || function->isImplicit()) return true;
    if (sources_.getSpellingLineNumber(begin) <= line_ && line_ <= sources_.getSpellingLineNumber(end))
      found_ = function;
    return true;
  }

  const clang::FunctionDecl* found() const { return found_; }

 private:
  const clang::SourceManager& sources_;
  unsigned line_;
  const clang::FunctionDecl* found_ = nullptr;
};

std::string_view why_not(const clang::FunctionDecl& function) {
  if (function.isTemplated()) return "a template: write a test for one of its instances";
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function))
    return "a constructor or destructor: write a test for a method";
  if (function.getIdentifier() == nullptr) return "an operator: write its test by hand";
  if (function.getAccess() == clang::AS_private || function.getAccess() == clang::AS_protected)
    return "not accessible: write a test for a public function that calls it";
  if (function.isMain()) return "the program's main function";
  return function.getParentFunctionOrMethod() != nullptr ? "local to a function" : "";
}

FunctionModel model_of(const clang::FunctionDecl& function, clang::ASTContext& context) {
  const Printer print(context);
  FunctionModel model;
  model.name = function.getNameAsString();
  model.qualified = function.getQualifiedNameAsString();
  model.returns_value = !function.getReturnType()->isVoidType();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && !method->isStatic()) {
    model.class_name = method->getParent()->getQualifiedNameAsString();
    model.is_const = method->isConst();
  }
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    const std::string written = parameter->getNameAsString();
    model.names.push_back(written.empty() ? "a" + std::to_string(model.names.size()) : written);
    model.declarations.push_back(print(parameter->getType(), model.names.back()));
  }
  return model;
}

}  // namespace

FunctionModel read_function(const Source& file, unsigned line) {
  const Parsed parsed = parse_file(file);
  clang::ASTContext& context = parsed.tree->unit->getASTContext();
  FunctionFinder finder(context.getSourceManager(), line);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  const std::string place = fmt::format("{}:{}: error: ", file.path.string(), line);
  if (finder.found() == nullptr) throw base::UserError(place + "there is no function here");
  if (const std::string_view reason = why_not(*finder.found()); !reason.empty())
    throw base::UserError(fmt::format("{}{} is {}", place, finder.found()->getNameAsString(), reason));
  return model_of(*finder.found(), context);
}

}  // namespace forall::frontend
