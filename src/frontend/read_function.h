// A function of a file, found by a line of it.
#pragma once

#include <string>
#include <vector>

#include "frontend/parse.h"

namespace forall::frontend {

struct FunctionModel {
  std::string name;        // "classify"
  std::string qualified;   // "shapes::classify", for a method "shapes::Triangle::area"
  std::string class_name;  // of a method that is called on an object: its class, qualified
  bool is_const = false;   // such a method
  bool returns_value = false;
  std::vector<std::string> names;         // of the parameters, never empty
  std::vector<std::string> declarations;  // "const std::string& text", the types qualified
};

// The innermost function that is declared or defined at the line. Throws base::UserError: the file does not exist or
// compile; there is no function; it is a template, a constructor, a destructor, an operator, or not accessible.
FunctionModel read_function(const Source& file, unsigned line);

}  // namespace forall::frontend
