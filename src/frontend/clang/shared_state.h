// The variables that outlive an object: what a call leaves in them, later calls find, though it is in no member.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace forall::frontend {

// Static members, globals and static locals that the functions reach, in themselves and in all code that they call, as
// far as it can be seen: "S::n", "n", "n in f". Without those that never change after their first value, and without the
// standard library's streams for output where something is only written to them.
std::vector<std::string> shared_variables(const std::vector<clang::CXXMethodDecl*>& functions,
                                          const clang::CXXRecordDecl& record, clang::ASTContext& context);

}  // namespace forall::frontend
