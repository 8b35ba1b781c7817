// How forall builds an Object: any hash.
#pragma once

#include <forall/forall.h>

#include "object.h"

FORALL_STATE(Object, hash_);
