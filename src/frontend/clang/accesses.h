// The accesses of a piece of code to the members of its own object: which of them define a member and which use it.
#pragma once

#include <clang/AST/Expr.h>

#include <string>
#include <vector>

namespace forall::frontend {

struct AccessPart {
  std::string variable;
  bool is_definition = false;
};

struct MemberAccess {
  const clang::ValueDecl* member = nullptr;
  const clang::Expr* expression = nullptr;  // the member as it is written
  const clang::Stmt* statement = nullptr;   // that it is part of
  std::vector<AccessPart> parts;            // in the order in which they happen
  // The call that makes the definitions, after its arguments; null if there is none.
  const clang::Expr* call = nullptr;
  bool is_discarded = false;  // the call is a statement of its own
  bool is_in_lambda = false;
};

// In the order of the source. Operands that are not evaluated have none.
std::vector<MemberAccess> find_accesses(clang::Stmt& code);

}  // namespace forall::frontend
