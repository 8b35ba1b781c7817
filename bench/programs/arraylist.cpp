// ArrayList with growth; symbolic initial capacity 0..10, 3 symbolic values appended, symbolic index.
// ENUM1: the capacity is made concrete by branching on it (11 cases) before malloc.
// ENUM0: malloc gets the symbolic size directly.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace {

constexpr int kAdded = 3;

struct ArrayList {
  int* items;
  int count;
  int capacity;
};

template <bool kEnumerate>
int al_init(ArrayList* l, int capacity) {
  if (capacity < 0) return 0;
  if constexpr (kEnumerate) {
    int k;
    for (k = 0; k <= 10; ++k)
      if (capacity == k) break;
    capacity = k;
  }
  l->items = capacity == 0 ? nullptr : static_cast<int*>(std::malloc(static_cast<std::size_t>(capacity) * sizeof(int)));
  l->count = 0;
  l->capacity = capacity;
  return 1;
}

void al_add(ArrayList* l, int v) {
  if (l->count == l->capacity) {
    int nc = l->capacity == 0 ? 4 : l->capacity * 2;
    int* n = static_cast<int*>(std::malloc(static_cast<std::size_t>(nc) * sizeof(int)));
    for (int i = 0; i < l->count; ++i) n[i] = l->items[i];
    if (l->items) std::free(l->items);
    l->items = n;
    l->capacity = nc;
  }
  l->items[l->count++] = v;
}

int al_get(ArrayList* l, int i, int* ok) {
  if (i < 0 || i >= l->count) {
    *ok = 0;
    return 0;
  }
  *ok = 1;
  return l->items[i];
}

template <bool kEnumerate>
void check(int cap, int idx, std::array<int, kAdded>& v) {
  ASSUME((cap >= 0) & (cap <= 10));
  ArrayList l;
  ASSERT_TRUE(al_init<kEnumerate>(&l, cap));
  for (int i = 0; i < kAdded; ++i) al_add(&l, v[i]);
  EXPECT_TRUE(l.count == kAdded);
  EXPECT_TRUE(l.capacity >= l.count);
  int ok;
  int r = al_get(&l, idx, &ok);
  if (ok)
    EXPECT_TRUE(r == v[idx]);
  else
    EXPECT_TRUE((idx < 0) | (idx >= kAdded));
  std::free(l.items);
}

void ENUM1(int cap, int idx, std::array<int, kAdded> v) { check<true>(cap, idx, v); }
void ENUM0(int cap, int idx, std::array<int, kAdded> v) { check<false>(cap, idx, v); }

}  // namespace

FORALL(arraylist, ENUM1);
FORALL(arraylist, ENUM0);
