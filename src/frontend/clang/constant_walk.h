// The constants in the body of a test, with their roles.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <vector>

#include "frontend/clang/places.h"
#include "frontend/read_flows.h"

namespace forall::frontend {

// `flow` has the assertions of the test, and what of the body is not of it.
std::vector<Constant> find_constants(const clang::ASTContext& context, const Places& places, const TestFlow& flow,
                                     const clang::Stmt* body);

}  // namespace forall::frontend
