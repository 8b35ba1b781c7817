// A class of a header, read from Clang's syntax tree into a ClassModel.
#pragma once

#include <string>
#include <vector>

#include "frontend/class_model.h"
#include "frontend/header_index.h"
#include "frontend/parse.h"

namespace forall::frontend {

// The classes of the file itself, in its order; not those of the files that it includes.
HeaderIndex read_index(const Parsed& parsed);

// Throws base::UserError: the header does not exist or compile; no such class, with the names near it; several of that
// name; a template without arguments; a type that is not a class, or only declared, or private in another class.
ClassModel read_class(const Source& header, const std::string& name);
// The same for several classes, which takes little longer than one.
std::vector<ClassModel> read_classes(const Source& header, const std::vector<std::string>& names);

}  // namespace forall::frontend
