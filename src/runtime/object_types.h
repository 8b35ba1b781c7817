// Whether objects have the classes that the code assumes.
#pragma once

namespace forall::runtime {

// Did the last question about a type concern an object that was destroyed?
bool asked_about_destroyed();

}  // namespace forall::runtime
