// Types as any scope can write them.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/QualTypeNames.h>

#include <string>

namespace forall::frontend {

class Printer {
 public:
  explicit Printer(clang::ASTContext& context) : context_(context), policy_(context.getPrintingPolicy()) {
    policy_.SuppressScope = false;
    policy_.SuppressTagKeyword = true;
    policy_.Bool = true;
    policy_.SuppressUnwrittenScope = true;
  }
  // "int (*name)(int)"; without a name the type alone.
  std::string operator()(clang::QualType type, std::string name = "") const {
    clang::TypeName::getFullyQualifiedType(type, context_).getAsStringInternal(name, policy_);
    return name;
  }

 private:
  clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
};

}  // namespace forall::frontend
