// The axioms as C++ functions over terms: what a specification says, executed beside the class under test.
//
// model_delete(object) and so on take values and return one. The first axiom whose left side matches is used, as by the
// Rewriter; an `error` is an exception. So with symbolic numbers an exploration follows the paths of the specification, too.
#pragma once

#include <string>

#include "spec/specification.h"

namespace forall::spec {

// The type of values of a sort in this C++.
std::string model_type(Sort sort);
// Numbers, terms, and one function for each operation, in namespace `model`.
std::string model_source(const Specification& specification);

}  // namespace forall::spec
