// The classes of one file of a syntax tree.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

#include "frontend/header_index.h"

namespace clang {
class ASTContext;
class NamedDecl;
}  // namespace clang

namespace forall::frontend {

struct ListedClass {
  IndexedClass name;
  const clang::NamedDecl* declaration;  // of a template: its class
};

// In the order of the file. Classes in functions and those without a name are left out.
std::vector<ListedClass> list_classes(const clang::ASTContext& context, clang::FileID file);

}  // namespace forall::frontend
