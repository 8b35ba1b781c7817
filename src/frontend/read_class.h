// A class of a header, read into a ClassModel by asking the compiler.
#pragma once

#include <string>

#include "base/files.h"
#include "base/process.h"
#include "frontend/class_model.h"
#include "frontend/syntax.h"

namespace forall::frontend {

// Throws base::UserError: the header does not exist or compile; no such class, with the names near it; several of that
// name; a template without arguments; a type that is no class, or only declared, or private in another class.
ClassModel read_class(const Header& header, const std::string& name, base::Processes& processes, base::Files& files);

}  // namespace forall::frontend
