// How a class is used from C++: what its specification exports, and its map section.
#pragma once

#include <string>

#include "spec/specification.h"

namespace forall::spec {

bool is_exported(const Specification& specification, const Operation& operation);
// The entry of the map section of the class's own specification; empty: there is none.
std::string mapping(const Specification& specification, Sort owner, const std::string& entry);
inline std::string mapping(const Specification& specification, const Operation& operation) {
  return mapping(specification, operation.owner, operation.name);
}
// There is a C++ class for it. That of an imported class is the entry `class` of its map section.
bool has_class(const Specification& specification, Sort sort);
// C++ code can call it: it is exported or mapped, and its class is known.
bool is_callable(const Specification& specification, const Operation& operation);

}  // namespace forall::spec
