// How forall builds a Hashtable: three buckets, any two keys at most, wherever their hashes may have put them.
#pragma once

#include <forall/forall.h>

#include "../object_state.h"
#include "hashtable.h"

inline constexpr int kBuckets = 3;

// Without a branch but for the keys themselves: a hash decides nothing here, so it costs no path.
template <class Value>
bool is_valid(const Hashtable<Value>& table) {
  if (FORALL_MEMBER(table, capacity_) != kBuckets) return false;
  const auto* buckets = FORALL_MEMBER(table, buckets_);
  int keys = 0;
  bool is_good = true;
  for (int i = 0; i < kBuckets; ++i) {
    const Object* key = buckets[i].key;
    if (key == nullptr) continue;
    ++keys;
    for (int j = 0; j < i; ++j) is_good &= buckets[j].key != key;
    if (!is_good) return false;
    // The buckets from the key's home to this one were passed.
    const unsigned home = key->hash() % kBuckets;
    const unsigned way = (static_cast<unsigned>(i) + kBuckets - home) % kBuckets;
    for (unsigned back = 1; back < kBuckets; ++back) {
      is_good &= (way < back) | buckets[(i + kBuckets - static_cast<int>(back)) % kBuckets].was_passed;
    }
  }
  return is_good & (table.count() == keys) & (keys < kBuckets);
}

FORALL_STATE(Hashtable<Object*>, array_of(buckets_, capacity_), count_);
FORALL_STATE(Hashtable<int>, array_of(buckets_, capacity_), count_);
FORALL_INVARIANT(Hashtable<Object*>, is_valid<Object*>);
FORALL_INVARIANT(Hashtable<int>, is_valid<int>);
