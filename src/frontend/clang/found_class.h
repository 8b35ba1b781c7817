// A class by its name, with the syntax tree that it is in.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>

#include "frontend/class_model.h"
#include "frontend/parse.h"

namespace forall::frontend {

struct FoundClass {
  ClassModel model;
  Parsed parsed;  // keeps the declaration alive
  const clang::CXXRecordDecl* record = nullptr;
};

// Throws base::UserError as read_class does.
FoundClass find_class(const Source& header, const std::string& name);

}  // namespace forall::frontend
