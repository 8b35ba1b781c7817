// How forall builds a Stack: any array of up to three elements, any part of it in use.
#pragma once

#include <forall/forall.h>

#include "../object_state.h"
#include "stack.h"

FORALL_STATE(Stack, array_of(items_, capacity_), size_);
FORALL_INVARIANT(Stack, [](const Stack& stack) {
  const int capacity = FORALL_MEMBER(stack, capacity_);
  return (0 <= stack.count()) & (stack.count() <= capacity) & (capacity <= 3);
});
