// The sequences of one length as a PUT: which one it is, and its arguments, are symbolic. It is run on the axioms and on the
// class, and both must agree. One interpreter for all sequences keeps the program small, whatever their number.
#pragma once

#include <string>
#include <vector>

#include "spec/driver.h"
#include "spec/shapes.h"

namespace forall::spec {

// The suite of the PUTs, and the PUT of a length.
std::string suite_of_sequences(const Specification& specification);
std::string put_of_length(std::size_t length);

// What the class and the axioms must agree on: whether there is an error; all observers without parameters; the observer
// at the end, if there is one; and `eqn` with the normal form, if the class can make it. `shapes` are by length.
std::string explored_source(const Specification& specification, const ClassInterface& interface,
                            const std::vector<std::vector<Shape>>& shapes, const DriverOptions& options);

// Normal forms are objects that users can make, so objects are compared with them.
bool are_normal_forms_comparable(const Specification& specification);

// Where the PUT has the value of a variable: an element of `integers`, `booleans`, `characters` or `texts`.
struct Slot {
  Term variable;
  std::string parameter;
  std::size_t element = 0;
};
std::vector<Slot> slots_of(const Specification& specification, const Shape& shape);

// The cases that a shape with values for its variables stands for: the sequence, and each observer of it.
std::vector<Case> cases_of_values(const Specification& specification, const Shape& shape, const Substitution& values);

}  // namespace forall::spec
