// Whether pointer arithmetic stays in its object.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

// From now on, instrumented code does not ask about pointers into this object at this place.
void remember_object(Object* record, const Object& object);
void remember_everything(Object* record);  // until the run ends

// An object became smaller.
void forget_steps();

}  // namespace forall::runtime
