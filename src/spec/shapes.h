// All sequences of operations that users have, by their length, with variables for the arguments.
#pragma once

#include <string>
#include <vector>

#include "spec/specification.h"

namespace forall::spec {

// A sequence, or a sequence with an observer that has parameters at its end. Its variables x1, x2, ... differ.
struct Shape {
  std::string name;  // create_add_add_delete; an identifier, different from those of the other shapes
  Term term;
};

// The length is the number of operations, those of arguments that are objects included, without observers and without
// those that create an object from nothing but values. Throws base::UserError if there are more than `most`.
std::vector<Shape> shapes_of_length(const Specification& specification, std::size_t length, std::size_t most = 2000);

}  // namespace forall::spec
