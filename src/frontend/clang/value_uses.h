// Which variables code reaches only in ways that can be followed, and what the containers of the standard library are.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <set>
#include <string>
#include <vector>

namespace forall::frontend {

struct CodeUses {
  std::set<const clang::ValueDecl*> lost;  // referred to from elsewhere, or changed at a time that is not known
  std::string unknown;                     // why anything may change: the object itself is given away
};
CodeUses find_uses(clang::Stmt& code);

// The member of this object, or the local, that the expression names; null if it names none.
const clang::ValueDecl* denoted_by(const clang::Expr& e);
// Variables that a part of the expression changes; null: any of them.
std::vector<const clang::ValueDecl*> changed_inside(const clang::Expr& e);

// A whole number, a pointer or a container, as a member or a local.
bool has_value(const clang::ValueDecl& declared);
bool is_container(clang::QualType type);
bool keeps_keys(const clang::CXXRecordDecl& container);      // map, set
bool has_equal_keys(const clang::CXXRecordDecl& container);  // multimap, multiset
bool is_text(const clang::CXXRecordDecl& container);
// Functions of containers that are not const, but keep the number of elements.
bool leaves_size(const std::string& function);

}  // namespace forall::frontend
