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


class Casts(Workspace):
    def test_what_is_known_of_an_object_decides(self):
        (self.folder / "code.c").write_text(C_CODE)
        (self.folder / "tests.cpp").write_text(TESTS)
        puts = self.explore("tests.cpp", "code.c").puts()
        self.assertEqual(len(puts), 11)
        for name, put in puts.items():
            suite = name.split(".")[0]
            kinds = {"Open": ["type-punning"], "Constant": ["constant-cast"], "Proved": []}[suite]
            self.assertEqual([line["kind"] for line in put["ledger"]], kinds, name)
            self.assertEqual(put["verdict"], "proved" if suite == "Proved" else "open", name)
        free = self.explore("tests.cpp", "code.c", "--", "-fno-strict-aliasing").puts()
        self.assertEqual({name for name, put in free.items() if put["verdict"] == "open"}, {"Constant.ConstantChanged"})


if __name__ == "__main__":
    unittest.main()
