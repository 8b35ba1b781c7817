// Whether objects have the classes that the code assumes.
#pragma once

#include <cstddef>
#include <typeinfo>

namespace forall::runtime {

// Is the part at this offset of an object of the one class a whole object of the other?
bool has_part(const std::type_info& whole, const std::type_info& part, std::ptrdiff_t offset);

// Did the last question about a type concern an object that was destroyed?
bool asked_about_destroyed();

}  // namespace forall::runtime
