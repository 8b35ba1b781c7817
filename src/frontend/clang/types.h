// What Clang knows of types, as tools ask for it.
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

// As the source says.
std::string written(clang::QualType type, const clang::ASTContext& context);
// In full: aliases and default arguments resolved.
std::string resolved(clang::QualType type, const clang::ASTContext& context);

// A template that is complete when it is instantiated is instantiated.
bool is_complete(clang::QualType type, clang::Sema& sema);
bool is_default_constructible(clang::QualType type, clang::Sema& sema);

// Whether code outside of all classes can write the type.
bool can_be_named(clang::QualType type);

// Fills in the parts of a member that follow from its type.
void describe(Member& member, clang::QualType type, clang::Sema& sema);

Access access_of(clang::AccessSpecifier access);

}  // namespace forall::frontend
