// Questions about types, answered by Clang.
#pragma once

#include <clang/AST/Type.h>

#include <string>

#include "frontend/class_model.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace forall::frontend {

// As the source spells it.
std::string written(clang::QualType type, const clang::ASTContext& context);
// Canonical: aliases and default arguments resolved.
std::string resolved(clang::QualType type, const clang::ASTContext& context);

// Instantiates a template if that makes the type complete.
bool is_complete(clang::QualType type, clang::Sema& sema);
bool is_default_constructible(clang::QualType type, clang::Sema& sema);

// Whether code outside all classes can name the type.
bool can_be_named(clang::QualType type);

// Fills in the parts of a member that follow from its type.
void describe(Member& member, clang::QualType type, clang::Sema& sema);

Access access_of(clang::AccessSpecifier access);

}  // namespace forall::frontend
