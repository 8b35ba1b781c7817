// Red-black tree (CLRS insertion, parent pointers, set semantics: duplicates rejected).
// N symbolic ints inserted; invariants checked after each insert
// (root black, no red-red, equal black heights, order, parent links).
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace {

struct Node {
  int key;
  int red;
  Node *l, *r, *p;
};

struct Tree {
  Node* root;
  int size;
};

void rot_left(Tree* t, Node* x) {
  Node* y = x->r;
  x->r = y->l;
  if (y->l) y->l->p = x;
  y->p = x->p;
  if (!x->p)
    t->root = y;
  else if (x == x->p->l)
    x->p->l = y;
  else
    x->p->r = y;
  y->l = x;
  x->p = y;
}

void rot_right(Tree* t, Node* x) {
  Node* y = x->l;
  x->l = y->r;
  if (y->r) y->r->p = x;
  y->p = x->p;
  if (!x->p)
    t->root = y;
  else if (x == x->p->r)
    x->p->r = y;
  else
    x->p->l = y;
  y->r = x;
  x->p = y;
}

void fixup(Tree* t, Node* z) {
  while (z->p && z->p->red) {
    Node* g = z->p->p;
    if (z->p == g->l) {
      Node* u = g->r;
      if (u && u->red) {
        z->p->red = 0;
        u->red = 0;
        g->red = 1;
        z = g;
      } else {
        if (z == z->p->r) {
          z = z->p;
          rot_left(t, z);
        }
        z->p->red = 0;
        g->red = 1;
        rot_right(t, g);
      }
    } else {
      Node* u = g->l;
      if (u && u->red) {
        z->p->red = 0;
        u->red = 0;
        g->red = 1;
        z = g;
      } else {
        if (z == z->p->l) {
          z = z->p;
          rot_right(t, z);
        }
        z->p->red = 0;
        g->red = 1;
        rot_left(t, g);
      }
    }
  }
  t->root->red = 0;
}

int insert(Tree* t, int key) {
  Node *y = nullptr, *x = t->root;
  while (x) {
    y = x;
    if (key < x->key)
      x = x->l;
    else if (x->key < key)
      x = x->r;
    else
      return 0;
  }
  Node* z = static_cast<Node*>(std::malloc(sizeof(Node)));
  z->key = key;
  z->red = 1;
  z->l = nullptr;
  z->r = nullptr;
  z->p = y;
  if (!y)
    t->root = z;
  else if (key < y->key)
    y->l = z;
  else
    y->r = z;
  fixup(t, z);
  ++t->size;
  return 1;
}

// Black height, or -1 on violation; lo and hi are open bounds (nodes, may be null).
int check(Node* n, Node* parent, Node* lo, Node* hi) {
  if (!n) return 1;
  if (n->p != parent) return -1;
  if (n->red && parent && parent->red) return -1;
  if (lo && !(lo->key < n->key)) return -1;
  if (hi && !(n->key < hi->key)) return -1;
  int a = check(n->l, n, lo, n);
  int b = check(n->r, n, n, hi);
  if (a < 0 || b < 0 || a != b) return -1;
  return a + !n->red;
}

int count(Node* n) {
  if (!n) return 0;
  int a = count(n->l);
  int b = count(n->r);
  return 1 + a + b;
}

void free_all(Node* n) {
  if (!n) return;
  free_all(n->l);
  free_all(n->r);
  std::free(n);
}

template <std::size_t N>
void inserts(std::array<int, N> k) {
  Tree t;
  t.root = nullptr;
  t.size = 0;
  for (std::size_t i = 0; i < N; ++i) {
    insert(&t, k[i]);
    EXPECT_TRUE(t.root && !t.root->red);
    EXPECT_TRUE(check(t.root, nullptr, nullptr, nullptr) > 0);
    EXPECT_TRUE(count(t.root) == t.size);
  }
  free_all(t.root);
}

void N3(std::array<int, 3> k) { inserts(k); }
void N4(std::array<int, 4> k) { inserts(k); }
void N5(std::array<int, 5> k) { inserts(k); }

}  // namespace

FORALL(rbtree, N3);
FORALL(rbtree, N4);
FORALL(rbtree, N5);
