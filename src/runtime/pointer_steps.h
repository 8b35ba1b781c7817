// Whether pointer arithmetic stays in its object.
#pragma once

namespace forall::runtime {

// An object became smaller.
void forget_steps();

}  // namespace forall::runtime
