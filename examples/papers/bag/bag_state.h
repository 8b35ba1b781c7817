// How forall builds a Bag: on any valid table, in which whatever is there is there once at least, and can be once more.
#pragma once

#include <forall/forall.h>

#include <limits>

#include "../hashtable/hashtable_state.h"
#include "bag.h"

FORALL_STATE(Bag<Hashtable<int>>, table_);
FORALL_INVARIANT(Bag<Hashtable<int>>, [](const Bag<Hashtable<int>>& bag) {
  const auto* buckets = FORALL_MEMBER(FORALL_MEMBER(bag, table_), buckets_);
  bool is_good = true;
  for (int i = 0; i < kBuckets; ++i) {
    const int times = buckets[i].value;
    is_good &= (buckets[i].key == nullptr) | ((1 <= times) & (times < std::numeric_limits<int>::max()));
  }
  return is_good;
});
