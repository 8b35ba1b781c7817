// How forall builds an Object: with one of three hashes, of which two fall into the same bucket of three, the last one,
// and none into the same of seven. So keys collide, go on at the first bucket, and come apart when the table grows.
#pragma once

#include <forall/forall.h>

#include "object.h"

FORALL_STATE(Object, hash_);
FORALL_INVARIANT(Object, [](const Object& object) {
  const unsigned hash = object.hash();
  return (hash == 1) | (hash == 2) | (hash == 5);
});
