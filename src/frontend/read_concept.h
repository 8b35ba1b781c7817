// A concept of a header, read as an interface: the functions that its requirements call.
#pragma once

#include <string>

#include "frontend/class_model.h"
#include "frontend/parse.h"

namespace forall::frontend {

// What the concept requires of an object, as virtual functions of a class beside it, "LampInterface" of "Lamp":
//
//   template <class T>
//   concept Lamp = requires(T& lamp, const T& seen, int level) {
//     { seen.is_on() } -> std::same_as<bool>;      bool is_on() const
//     lamp.dim(level);                             void dim(int level)
//   };
//
// Other concepts that it names are read as well, except for those of the standard library. Throws base::UserError: the
// header does not exist or compile; no such concept; one of several parameters; a requirement that no virtual function meets.
ClassModel read_concept(const Source& header, const std::string& name);

}  // namespace forall::frontend
