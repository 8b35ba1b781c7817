// Singly linked list, symbolic length 0..10, symbolic values, remove a symbolic key.
// ALL0: remove the first occurrence. ALL1: remove every occurrence.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace {

constexpr int kMaxLength = 10;

struct Node {
  int v;
  Node* next;
};

Node* push(Node* h, int v) {
  Node* n = static_cast<Node*>(std::malloc(sizeof(Node)));
  n->v = v;
  n->next = h;
  return n;
}

int list_len(Node* h) {
  int n = 0;
  while (h) {
    ++n;
    h = h->next;
  }
  return n;
}

template <bool kAll>
int list_remove(Node** head, int key) {
  int removed = 0;
  Node** p = head;
  while (*p) {
    if ((*p)->v == key) {
      Node* d = *p;
      *p = d->next;
      std::free(d);
      ++removed;
      if constexpr (!kAll) return removed;
    } else {
      p = &(*p)->next;
    }
  }
  return removed;
}

void list_free(Node* h) {
  while (h) {
    Node* next = h->next;
    std::free(h);
    h = next;
  }
}

template <bool kAll>
void check(int len, int key, std::array<int, kMaxLength>& v) {
  ASSUME((len >= 0) & (len <= kMaxLength));
  Node* h = nullptr;
  for (int i = 0; i < len; ++i) h = push(h, v[i]);
  int before = list_len(h);
  int removed = list_remove<kAll>(&h, key);
  EXPECT_TRUE(list_len(h) + removed == before);
  if constexpr (kAll) {
    for (Node* n = h; n; n = n->next) EXPECT_TRUE(n->v != key);
  }
  list_free(h);
}

void ALL0(int len, int key, std::array<int, kMaxLength> v) { check<false>(len, key, v); }
void ALL1(int len, int key, std::array<int, kMaxLength> v) { check<true>(len, key, v); }

}  // namespace

FORALL(list_remove, ALL0);
FORALL(list_remove, ALL1);
