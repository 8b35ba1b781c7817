// How forall builds an Object: a hash of a few, enough to fall into the same bucket or not in tables of three and of
// seven.
#pragma once

#include <forall/forall.h>

#include "object.h"

FORALL_STATE(Object, hash_);
FORALL_INVARIANT(Object, [](const Object& object) { return object.hash() < 4; });
