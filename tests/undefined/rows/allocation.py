"""Blocks of the heap that are given back wrongly, or never."""

from table import Row

ROWS = []


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


for name, make, free in (("delete", "int* p = new int(1)", "delete p"),
                         ("delete_array", "int* p = new int[4]()", "delete[] p"),
                         ("free", "void* p = std::malloc(4)", "std::free(p)")):
    row(f"double_{name}", "bad free", (7,), f"""
void Put(int n) {{
  {make};
  {free};
  «| p = nullptr;»
  if (n == 7) {free};  // BUG
}}
""")
row("double_in_a_call", "bad free", (7,), """
NOINLINE void drop(int* p) {
  delete p;  // BUG
}
void Put(int n) {
  int* p = new int(1);
  drop(p);
  if (n == 7) drop(«p | nullptr»);
}
""")
row("double_owners", "bad free", (7,), """
void Put(int n) {
  auto one = std::make_unique<int>(1);
  std::unique_ptr<int> other;
  if (n == 7) {
    other.reset(one.«get | release»());
  }
}  // BUG
""")
row("double_copy_of_an_owner", "bad free", (7,), """
struct Owner {
  int* p = new int(1);
  bool owns = true;
  ~Owner() {
    if (owns) delete p;  // BUG
  }
};
void Put(int n) {
  Owner one;
  if (n == 7) {
    Owner other = one;
    one.owns = «true | false»;
  }
}
""")
row("double_elsewhere", "bad free", (7,), """
void drop(int* p);
void Put(int n) {
  int* p = new int(1);
  drop(p);
  if (n == 7) drop(«p | nullptr»);
}
--- other
void drop(int* p) {
  delete p;  // BUG
}
""")
for name, declare, what in (("stack", "int x = 1", "&x"), ("global", "static int x", "&x"),
                            ("array", "int x[4] = {}", "x + 1")):
    row(f"bad_free_of_{name}", "bad free", (7,), f"""
NOINLINE void drop(int* p) {{
  std::free(p);  // BUG
}}
void Put(int n) {{
  {declare};
  int* p = {what};
  keep(*p);
  if (n == 7) drop(«p | nullptr»);
}}
""")
for name, make, free in (("malloc", "char* p = static_cast<char*>(std::malloc(8))", "std::free(p + «i | 0»)"),
                         ("new_array", "char* p = new char[8]", "delete[] (p + «i | 0»)")):
    row(f"bad_free_inside_{name}", "bad free", (3,), f"""
void Put(int n) {{
  {make};
  const int i = n == 3 ? 1 : 0;
  keep(i);
  {free};  // BUG
}}
""")
row("bad_free_delete_stack", "bad free", (7,), """
NOINLINE void drop(int* p) {
  delete p;  // BUG
}
void Put(int n) {
  int x = 1;
  keep(x);
  if (n == 7) drop(«&x | nullptr»);
}
""")
row("bad_free_shared_stack", "bad free", (7,), """
void Put(int n) {
  int x = 1;
  keep(x);
  if (n == 7) {
    std::shared_ptr<int> owner(«&x | new int(1)»);
    keep(*owner);
  }  // BUG
}
""")
for name, make, free, right in (
        ("new_free", "int* p = new int(1)", "std::free(p)", "delete p"),
        ("new_array_free", "int* p = new int[4]()", "std::free(p)", "delete[] p"),
        ("malloc_delete", "int* p = static_cast<int*>(std::malloc(4))", "delete p", "std::free(p)"),
        ("new_array_delete", "int* p = new int[4]()", "delete p", "delete[] p"),
        ("new_delete_array", "int* p = new int(1)", "delete[] p", "delete p")):
    row(f"mismatch_{name}", "mismatch", (7,), f"""
void Put(int n) {{
  {make};
  if (n == 7)
    «{free} | {right}»;  // BUG
  else
    {right};
}}
""")
row("mismatch_unique_ptr", "mismatch", (7,), """
void Put(int n) {
  std::unique_ptr<int«| []»> owner;
  if (n == 7) owner.reset(new int[4]());
}  // BUG
""")
row("mismatch_base", "mismatch", (7,), """
struct Base { int x = 1; «| virtual» ~Base() {} };
struct Derived : Base { int y[8] = {}; ~Derived() {} };
NOINLINE void drop(Base* p) {
  delete p;  // BUG
}
void Put(int n) {
  if (n == 7) drop(new Derived);
}
""")
for name, make, free in (("new", "int* p = new int(1)", "delete p"),
                         ("malloc", "char* p = static_cast<char*>(std::malloc(8))", "std::free(p)"),
                         ("strdup", 'char* p = ::strdup("text")', "std::free(p)")):
    row(f"leak_{name}", "leak", (7,), f"""
void Put(int n) {{
  {make};  // BUG
  keep(*p);
  if («n != 7 | true») {free};
}}
""", leaks=True)
row("leak_early_return", "leak", (7,), """
struct Buffer { char* text; };
NOINLINE bool fill(Buffer& b, int n) {
  b.text = new char[8]();  // BUG
  if (n == 7) {
    «| delete[] b.text;»
    return false;
  }
  return true;
}
void Put(int n) {
  Buffer b;
  if (!fill(b, n)) return;
  delete[] b.text;
}
""", leaks=True)
row("leak_list", "leak", (2,), """
struct Node { Node* next; };
void Put(int n) {
  Node* head = nullptr;
  for (int i = 0; i < 3; ++i) head = new Node{head};  // BUG
  for (int i = 0; head; ++i) {
    Node* next = head->next;
    if («i != n | true») delete head;
    head = next;
  }
}
""", leaks=True)
row("leak_exception", "leak", (7,), """
NOINLINE void may_throw(int n) {
  if (n == 7) throw 1;
}
void Put(int n) {
  try {
    «int* p = | const std::unique_ptr<int> owner(»new int(1)«| )»;  // BUG
    may_throw(n);
    «delete p; |»
  } catch (int) {
  }
}
""", leaks=True)
row("leak_cycle", "leak", (7,), """
struct Node { std::shared_ptr<Node> next; };
void Put(int n) {
  auto one = std::make_shared<Node>();  // BUG
  auto two = std::make_shared<Node>();  // BUG
  one->next = two;
  if (n == 7) two->next = «one | nullptr»;
}
""", leaks=True)
row("new_of_negative_size", "exception", (-3,), """
void Put(int n) {
  if (n < «-4 | 0» || n > 4) return;
  const std::unique_ptr<int[]> p(new int[n]);  // BUG
  keep(p != nullptr);
}
""")
row("delete_by_base", "mismatch", (7,), """
struct Base { «~Base() {} | virtual ~Base() = default;» };
struct Derived : Base { int more[4] = {}; };
void Put(int n) {
  Base* p = new Derived;
  if (n == 7) {
    delete p;  // BUG
  } else {
    delete static_cast<Derived*>(p);
  }
}
""")
