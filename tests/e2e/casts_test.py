"""Casts of pointers: a proof says that no compiler may assume otherwise."""

import unittest

from support import Workspace

C_CODE = """
#include <stdlib.h>
#include <string.h>
struct item { int kind; float value; };
int bits(float f) { return *(int*)&f; }
int copied(float f) { int i; memcpy(&i, &f, 4); return i; }
struct item* make(int k) { struct item* p = malloc(sizeof *p); if (p) { p->kind = k; p->value = 0; } return p; }
int kind_of(void* p) { return ((struct item*)p)->kind; }
"""

TESTS = """
#include <forall/forall.h>
#include <cstddef>
#include <cstdlib>
#include <new>
extern "C" {
int bits(float);
int copied(float);
struct item;
item* make(int);
int kind_of(void*);
}
void InC(float f) { EXPECT_EQ(bits(f) & 0, 0); }
FORALL(Open, InC);
void Copied(float f) { EXPECT_EQ(copied(f) & 0, 0); }
FORALL(Proved, Copied);
void FromMalloc(int k) {
  item* p = make(k);
  if (p != nullptr) EXPECT_EQ(kind_of(p), k);
  std::free(p);
}
FORALL(Proved, FromMalloc);
struct Holder {
  long n;
  int* p = reinterpret_cast<int*>(&n);
  explicit Holder(long v) : n(v) {}
};
void InInitializer(long v) { EXPECT_NE(Holder(v).p, nullptr); }
FORALL(Open, InInitializer);
template <typename T>
struct Storage {
  alignas(T) std::byte raw[sizeof(T)];
  T* get() { return std::launder(reinterpret_cast<T*>(raw)); }
};
void Laundered(int v) {
  Storage<int> a;
  Storage<long> b;
  new (a.raw) int(v);
  new (b.raw) long(v);
  EXPECT_EQ(*a.get(), *b.get());
}
FORALL(Proved, Laundered);
void TwoTypes(int v) {
  Storage<int> a;
  new (a.raw) int(v);
  EXPECT_EQ(*reinterpret_cast<float*>(a.raw) > 1 && false, false);
}
FORALL(Open, TwoTypes);
constexpr int unconst(const int* p) { return *const_cast<int*>(p); }
static_assert([] { int x = 3; return unconst(&x); }() == 3);
void InGenericLambda(int v) {
  const auto f = [](auto& x) { return *reinterpret_cast<unsigned*>(&x); };
  EXPECT_EQ(f(v), static_cast<unsigned>(v));
}
FORALL(Proved, InGenericLambda);
struct Base { int b; };
struct Derived : Base { int d; };
void FirstMember(int n) {
  Derived d{{n}, 2};
  EXPECT_EQ(reinterpret_cast<Base*>(&d)->b, *reinterpret_cast<int*>(&d));
}
FORALL(Proved, FirstMember);
void AddressAsNumber(int n) {
  const auto address = reinterpret_cast<std::uintptr_t>(&n);
  EXPECT_EQ(*reinterpret_cast<int*>(address), n);
}
FORALL(Proved, AddressAsNumber);
struct Cell {
  int v;
  const int& get() const { return v; }
  int& get() { return const_cast<int&>(static_cast<const Cell*>(this)->get()); }
};
void SharedByOverloads(int n) {
  Cell c{n};
  c.get() = 3;
  EXPECT_EQ(c.get(), 3);
}
FORALL(Proved, SharedByOverloads);
void ConstantChanged(int n) {
  const Cell c{n};
  const_cast<Cell&>(c).v = 3;
  EXPECT_EQ(n, n);
}
FORALL(Constant, ConstantChanged);
"""

# Pointers that are inputs: what they point to is of their type, and it is decided no earlier than without the cast.
INPUTS = """
#include <forall/forall.h>
namespace app {
struct Node {
  const int id = 0;
  int value = 0;
  Node* next = nullptr;
};
}
using app::Node;
int value_of(void* context) {
  auto* node = static_cast<Node*>(context);
  return node == nullptr ? 0 : node->value;
}
void AsContext(Node* n) { EXPECT_EQ(value_of(n), n == nullptr ? 0 : n->value); }
FORALL(Proved, AsContext);
void Compared(Node* p, Node* q) {
  void* a = p;
  EXPECT_EQ(static_cast<Node*>(a) == q, p == q);
}
FORALL(Proved, Compared);
void Unconst(const Node* n) {
  if (n == nullptr) return;
  const_cast<Node*>(n)->value = 3;
  EXPECT_EQ(n->value, 3);
}
FORALL(Proved, Unconst);
void FirstMember(Node* n) {
  if (n != nullptr) EXPECT_EQ(*reinterpret_cast<const int*>(n), n->id);
}
FORALL(Proved, FirstMember);
void Punned(Node* n) {
  if (n != nullptr) EXPECT_FALSE(*reinterpret_cast<float*>(n) > 1 && false);
}
FORALL(Open, Punned);
void PunnedNumber(int* n) {
  if (n != nullptr) EXPECT_FALSE(*reinterpret_cast<float*>(n) > 1 && false);
}
FORALL(Open, PunnedNumber);
void PunnedReference(int& n) { EXPECT_FALSE(*reinterpret_cast<float*>(&n) > 1 && false); }
FORALL(Open, PunnedReference);
void ConstantMember(Node* n) {
  if (n == nullptr) return;
  const_cast<int&>(n->id) = 3;
  EXPECT_EQ(n, n);
}
FORALL(Constant, ConstantMember);
"""


class Casts(Workspace):
    def check_suites(self, puts):
        for name, put in puts.items():
            suite = name.split(".")[0]
            kinds = {"Open": ["type-punning"], "Constant": ["constant-cast"], "Proved": []}[suite]
            self.assertEqual([line["kind"] for line in put["ledger"]], kinds, name)
            self.assertEqual(put["verdict"], "proved" if suite == "Proved" else "open", name)

    def test_what_is_known_of_an_object_decides(self):
        (self.folder / "code.c").write_text(C_CODE)
        (self.folder / "tests.cpp").write_text(TESTS)
        puts = self.explore("tests.cpp", "code.c", "--no-confirm").puts()
        self.assertEqual(len(puts), 11)
        self.check_suites(puts)
        free = self.explore("tests.cpp", "code.c", "--no-confirm", "--", "-fno-strict-aliasing").puts()
        self.assertEqual({name for name, put in free.items() if put["verdict"] == "open"}, {"Constant.ConstantChanged"})

    def test_a_pointer_that_is_an_input_says_what_it_points_to(self):
        (self.folder / "inputs.cpp").write_text(INPUTS)
        puts = self.explore("inputs.cpp", "--no-confirm").puts()
        self.assertEqual(len(puts), 8)
        self.check_suites(puts)
        self.assertEqual(puts["Proved.Compared"]["paths"], 1)


if __name__ == "__main__":
    unittest.main()
