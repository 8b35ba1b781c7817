"""Control that goes where it must not: missing returns, unreachable code, recursion and loops without end."""

from table import Row

ROWS = []


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


row("missing_return", "return", (7,), """
NOINLINE int sign(int n) {  // BUG
  if (n < 0) return -1;
  if (n «!= 7 | != 7 || true») return 1;  // BUG
}  // BUG
void Put(int n) {
  keep(sign(n));
}
""")
row("missing_return_switch", "return", (7,), """
int sign(int n) {  // BUG
  switch (n) {
    case 0: return 1;
    case 7: «break | return 3»;
    default: return 2;
  }  // BUG
}  // BUG
void Put(int n) {
  keep(sign(n));
}
""")
row("unreachable_reached", "unreachable", (7,), """
void Put(int n) {
  if (n == 7) «__builtin_unreachable() | keep(1)»;  // BUG
}
""")
row("unreachable_default", "unreachable", (3,), """
NOINLINE int name(unsigned n) {
  switch (n & 3) {
    case 0: return 5;
    case 1: return 6;
    case 2: return 7;
    «| case 3: return 8;»
  }
  __builtin_unreachable();  // BUG
}
void Put(unsigned n) {
  keep(name(n));
}
""")
row("unreachable_elsewhere", "unreachable", (7,), """
int get(int n);
void Put(int n) {
  keep(get(n));
}
--- other
int get(int n) {
  if (n == «7 | 7 && n == 8») __builtin_unreachable();  // BUG
  return n;
}
""")
row("noreturn_returns", "unreachable", (7,), """
[[noreturn]] NOINLINE void stop(int n) {
  if (n != 7) std::abort();
  «| std::_Exit(0);»
}
void Put(int n) {
  if (n == 7) «stop(n) | keep(n)»;  // BUG
}
""")
row("endless_recursion", "stack", (7,), """
NOINLINE int descend(int n, int depth) {  // BUG
  char room[4096];  // BUG
  keep(room + depth % 8);  // BUG
  if (n «!= 7 | != 7 || depth > 5») return depth;  // BUG
  return descend(n, (depth + 1) % 10) + 1;  // BUG
}
void Put(int n) {
  keep(descend(n, 0));
}
""")
row("endless_mutual_recursion", "stack", (7,), """
int odd(unsigned n);
NOINLINE int even(unsigned n) {  // BUG
  return n == 0 ? 1 : odd(n - 1);  // BUG
}
NOINLINE int odd(unsigned n) {  // BUG
  return n == 0 ? 0 : even(n == 6 ? «7 | 5» : n - 1);  // BUG
}
void Put(unsigned n) {
  if (n > 7) return;
  keep(even(n));
}
""")
row("endless_loop", "endless", (7,), """
void Put(int n) {
  unsigned i = 1;
  while (i != 0 && i < 100) {  // BUG
    i = n == 7 ? «i ^ 2 | i + 2» : i + 1;  // BUG
  }
}
""", judge="clock")
row("endless_search", "endless", (7,), """
void Put(unsigned n) {
  const int next[4] = {1, 2, n == 7 ? «1 | 3» : 3, 3};
  int at = 0;
  while (at != 3) at = next[at];  // BUG
  keep(at);
}
""", judge="clock")
row("endless_counter", "endless", (7,), """
void Put(unsigned char n) {
  if (n > 7) return;
  for (unsigned char i = 0; i < («n == 7 | n == 300» ? 300 : 20); ++i) {  // BUG
  }
}
""", judge="clock")
row("abort_reached", "precondition", (7,), """
void Put(int n) {
  if (n == 7) «std::abort() | keep(1)»;  // BUG
}
""", judge="assertions")
row("pure_virtual_call", "type", (7,), """
struct Base {
  explicit Base(int n) { ask(n); }
  NOINLINE void ask(int n) {
    if (n == 7) keep(id());  // BUG
  }
  virtual int id() const «= 0; | { return 1; }»
};
struct Derived : Base {
  using Base::Base;
  int id() const override { return 2; }
};
void Put(int n) {
  Derived d(n);
}
""", judge="assertions")
