// Open-addressing hash table, 8 slots, linear probing; 2 symbolic keys inserted.
// MULT0: hash = key & 7.  MULT1: Fibonacci multiplicative hash (key * 2654435769) >> 29.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>

namespace {

constexpr int kKeys = 2;
constexpr int kSlots = 8;

struct Table {
  int key[kSlots];
  int val[kSlots];
  int used[kSlots];
  int count;
};

template <bool kMultiply>
unsigned hash_of(int k) {
  if constexpr (kMultiply) {
    return (static_cast<unsigned>(k) * 2654435769u) >> 29;
  } else {
    return static_cast<unsigned>(k) & (kSlots - 1);
  }
}

template <bool kMultiply>
int ht_put(Table* t, int k, int v) {
  unsigned i = hash_of<kMultiply>(k);
  for (int n = 0; n < kSlots; ++n) {
    if (!t->used[i]) {
      t->used[i] = 1;
      t->key[i] = k;
      t->val[i] = v;
      ++t->count;
      return 1;
    }
    if (t->key[i] == k) {
      t->val[i] = v;
      return 0;
    }
    i = (i + 1) & (kSlots - 1);
  }
  return -1;
}

template <bool kMultiply>
int ht_get(Table* t, int k, int* v) {
  unsigned i = hash_of<kMultiply>(k);
  for (int n = 0; n < kSlots; ++n) {
    if (!t->used[i]) return 0;
    if (t->key[i] == k) {
      *v = t->val[i];
      return 1;
    }
    i = (i + 1) & (kSlots - 1);
  }
  return 0;
}

template <bool kMultiply>
void check(std::array<int, kKeys>& k) {
  Table t;
  for (int i = 0; i < kSlots; ++i) {
    t.key[i] = 0;
    t.val[i] = 0;
    t.used[i] = 0;
  }
  t.count = 0;
  for (int i = 0; i < kKeys; ++i) EXPECT_TRUE(ht_put<kMultiply>(&t, k[i], 100 + i) >= 0);
  int v = 0;
  EXPECT_TRUE(ht_get<kMultiply>(&t, k[kKeys - 1], &v));
  EXPECT_TRUE(v == 100 + kKeys - 1);
  EXPECT_TRUE(ht_get<kMultiply>(&t, k[0], &v));
  EXPECT_TRUE((k[0] == k[kKeys - 1]) ? v == 100 + kKeys - 1 : true);
  EXPECT_TRUE(t.count >= 1);
  EXPECT_TRUE(t.count <= kKeys);
}

void MULT0(std::array<int, kKeys> k) { check<false>(k); }
void MULT1(std::array<int, kKeys> k) { check<true>(k); }

}  // namespace

FORALL(hashtable, MULT0);
FORALL(hashtable, MULT1);
