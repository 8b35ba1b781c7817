// How forall builds an ArrayList: any array of up to four elements, any part of it in use.
#pragma once

#include <forall/forall.h>

#include "../object_state.h"
#include "array_list.h"

FORALL_STATE(ArrayList, array_of(items_, capacity_), size_, version_);

inline constexpr int kMostItems = 4;

FORALL_INVARIANT(ArrayList, [](const ArrayList& list) {
  return (0 <= list.count()) & (list.count() <= list.capacity()) & (list.capacity() <= kMostItems);
});

FORALL_SUBTYPES(Object, Object, ArrayList);
