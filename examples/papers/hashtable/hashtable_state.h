// How forall builds a Hashtable: three buckets, any two keys at most, wherever their hashes may have put them.
#pragma once

#include <forall/forall.h>

#include "../object_state.h"
#include "hashtable.h"

inline constexpr int kBuckets = 3;

// Only which buckets are free is decided here. Hashes decide nothing, so they cost no path.
template <class Value>
bool is_valid(const Hashtable<Value>& table) {
  if (FORALL_MEMBER(table, capacity_) != kBuckets) return false;
  const auto* buckets = FORALL_MEMBER(table, buckets_);
  int keys = 0;
  for (int i = 0; i < kBuckets; ++i) {
    if (buckets[i].key == nullptr) continue;
    ++keys;
    for (int j = 0; j < i; ++j) {
      if (buckets[j].key == buckets[i].key) return false;
    }
  }
  bool is_good = (keys < kBuckets) & (table.count() == keys);
  for (int i = 0; i < kBuckets; ++i) {
    if (buckets[i].key == nullptr) continue;
    // No free bucket lies between a key's home and its place.
    const unsigned home = buckets[i].key->hash() % kBuckets;
    const unsigned way = (static_cast<unsigned>(i) + kBuckets - home) % kBuckets;
    for (unsigned back = 1; back < kBuckets; ++back) {
      is_good &= (way < back) | (buckets[(i + kBuckets - static_cast<int>(back)) % kBuckets].key != nullptr);
    }
  }
  return is_good;
}

FORALL_STATE(Hashtable<int>, array_of(buckets_, capacity_), count_);
FORALL_INVARIANT(Hashtable<int>, is_valid<int>);
