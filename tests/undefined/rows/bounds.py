"""Accesses outside an object: every kind of storage, read and written, inlined or behind a call, at a symbolic or a fixed index.

`STORAGES` says how an array of eight int comes to be and what is its first element's address; `ACCESSES` what is done to it.
Their product is the table.
"""

from table import Row

# name: (before the test, in the test, address of the first element)
STORAGES = {
    "local": ("", "int a[8] = {};", "a"),
    "std_array": ("", "std::array<int, 8> a{};", "a.data()"),
    "only_member": ("struct S { int a[8]; };", "S s{};", "s.a"),
    "global": ("int a[8];", "", "a"),
    "constant": ("extern const int other[8], a[8];\nconst int other[8] = {4, 5, 6};\nconst int a[8] = {1, 2, 3};", "", "const_cast<int*>(a)"),
    "static_local": ("", "static int a[8];", "a"),
    "new_array": ("", "const std::unique_ptr<int[]> a(new int[8]());", "a.get()"),
    "malloc": ("", "const std::unique_ptr<int, decltype(&std::free)> a(static_cast<int*>(std::calloc(8, sizeof(int))), &std::free);",
               "a.get()"),
    "vector": ("", "std::vector<int> a(8);", "a.data()"),
}
WRITABLE = [name for name in STORAGES if name != "constant"]

# name: (before the test, in the test after `int* p = ...`, second translation unit)
BEHIND = "if (n < 0 || n > «8 | 7») return;"
BEFORE = "if (n < «-1 | 0» || n > 7) return;"
ACCESSES = {
    "read": ("", f"{BEHIND}\nkeep(p[n]);  // BUG", ""),
    "write": ("", f"{BEHIND}\np[n] = 1;  // BUG", ""),
    "before": ("", f"{BEFORE}\nkeep(p[n]);  // BUG", ""),
    "unused": ("", f"{BEHIND}\nint unused = p[n];  // BUG\n(void)unused;", ""),
    "walk": ("", "if (n < 0 || n > «8 | 7») return;\nfor (int i = 0; i <= n; ++i) p[i] = i;  // BUG", ""),
    "call_read": ("NOINLINE int get(const int* p, int n) {\n  return p[n];  // BUG\n}", f"{BEHIND}\nkeep(get(p, n));", ""),
    "call_fixed": ("NOINLINE void set(int* p) {\n  p[«8 | 7»] = 1;  // BUG\n}", "if (n == 42) set(p);", ""),
    "other_write": ("void set(int* p, int n);", f"{BEHIND}\nset(p, n);", "void set(int* p, int n) {\n  p[n] = 1;  // BUG\n}"),
}


def product(storage, access):
    before, declare, first = STORAGES[storage]
    helper, use, other = ACCESSES[access]
    text = f"{before}\n{helper}\nvoid Put(int n) {{\n{declare}\nint* p = {first};\n{use}\n}}\n"
    if other:
        text += f"--- other\n{other}\n"
    witness = {"before": -1, "call_fixed": 42}.get(access, 8)
    return Row(f"{storage}_{access}", "bounds", "address", (witness,), text)


ROWS = [product(storage, access) for storage in STORAGES for access in ACCESSES
        if storage in WRITABLE or access in ("read", "before", "unused", "call_read")]


def row(name, witness, text, judge="address", **more):
    ROWS.append(Row(name, "bounds", judge, witness, text, **more))


row("direct_index", (8,), """
void Put(int n) {
  int a[8] = {};
  if (n < 0 || n > «8 | 7») return;
  a[n] = 1;  // BUG
  keep(a[0]);
}
""")
row("times_zero", (8,), """
void Put(int n) {
  int a[8] = {};
  int* p = a;
  if (n < 0 || n > «8 | 7») return;
  keep(p[n] * 0);  // BUG
}
""")
row("times_zero_heap", (8,), """
void Put(int n) {
  const std::vector<int> a(8);
  if (n < 0 || n > «8 | 7») return;
  keep(a.data()[n] * 0);  // BUG
}
""")
row("parameter_array", (1, 2, 3, 4, 4), """
void Put(std::array<int, 4> a, int n) {
  if (n < 0 || n > «4 | 3») return;
  keep(a.data()[n]);  // BUG
}
""")
row("parameter_array_sum", (1, 2, 3, 4, 77), """
void Put(std::array<int, 4> a, int n) {
  const int* p = a.data();
  unsigned sum = 0;
  for (int i = 0; i < («n == 77 ? 5 | n == 77 ? 3» : 4); ++i) sum += p[i];  // BUG
  keep(sum);
}
""")
row("by_value_argument", (4,), """
NOINLINE int get(std::array<int, 4> a, int n) {
  return a.data()[n];  // BUG
}
void Put(int n) {
  if (n < 0 || n > «4 | 3») return;
  keep(get({1, 2, 3, 4}, n));
}
""")
row("member_array", (4,), """
struct S { int a[4]; int behind; };
void Put(int n) {
  S s{};
  if (n < 0 || n > «4 | 3») return;
  s.a[n] = 1;  // BUG
  keep(s.behind);
}
""")
row("member_array_pointer", (4,), """
struct S { int a[4]; int behind; };
NOINLINE void set(int* p, int n) {
  p[n] = 1;  // BUG
}
void Put(int n) {
  S s{};
  if (n < 0 || n > «4 | 3») return;
  set(s.a, n);
  keep(s.behind);
}
""", judge="nothing", note="AddressSanitizer does not separate the members of an object")
for where, make in (("heap", "const auto s = std::make_unique<S>(); S& r = *s;"), ("global", "static S s; S& r = s;"),
                    ("array", "S s[3] = {}; S& r = s[1];"), ("vector", "std::vector<S> s(3); S& r = s[1];")):
    row(f"member_array_pointer_{where}", (4,), f"""
struct S {{ int a[4]; int behind; }};
NOINLINE void set(int* p, int n) {{
  p[n] = 1;  // BUG
}}
void Put(int n) {{
  {make}
  if (n < 0 || n > «4 | 3») return;
  set(r.a, n);
  keep(r.behind);
}}
""", judge="nothing", note="AddressSanitizer does not separate the members of an object")
row("member_next", (7,), """
struct Point { int x; int y; };
NOINLINE int get(const int* p) {
  return p[«1 | 0»];  // BUG
}
void Put(int n) {
  const Point p{n, 2};
  if (n == 7) keep(get(&p.x));
}
""", judge="nothing", note="AddressSanitizer does not separate the members of an object")
row("member_array_end", (7,), """
struct S { int a[2]; int b[2]; };
NOINLINE int from_end(const int* end, int i) {
  return end[i];  // BUG
}
NOINLINE int sum(const int* p, const int* end) {
  int result = 0;
  for (; p != end; ++p) result += *p;
  return result;
}
void Put(int n) {
  const S s{{1, 2}, {3, 4}};
  keep(sum(s.a, s.a + 2) + sum(s.b, s.b + 2) + from_end(s.a + 2, -1));
  keep(from_end(s.b + 2, n == 7 ? «-3 | -2» : -1));
}
""", judge="nothing", note="AddressSanitizer does not separate the members of an object")
row("matrix_row", (4,), """
void Put(int n) {
  int m[3][4] = {};
  if (n < 0 || n > «4 | 3») return;
  keep(m[1][n]);  // BUG
}
""")
row("matrix_last_row", (4,), """
NOINLINE int get(const int (*m)[4], int n) {
  const int* p = m[2];
  return p[n];  // BUG
}
void Put(int n) {
  int m[3][4] = {};
  if (n < 0 || n > «4 | 3») return;
  keep(get(m, n));
}
""")
row("neighbour_local", (8,), """
void Put(int n) {
  char a[8] = {};
  char b[8] = {};
  char* p = a;
  if (n < 0 || n > «8 | 7») return;
  p[n] = 1;  // BUG
  keep(a[0] + b[0]);
}
""")
row("neighbour_global", (8,), """
char a[8];
char b[8];
void Put(int n) {
  char* p = a;
  if (n < 0 || n > «8 | 7») return;
  p[n] = 1;  // BUG
  keep(a[0] + b[0]);
}
""")
row("wide_read", (1,), """
void Put(int n) {
  char a[8] = {};
  std::int64_t value = 0;
  const char* p = a;
  if (n == 1) std::memcpy(&value, p + «1 | 0», 8);  // BUG
  keep(value);
}
""")
row("wide_read_struct", (5,), """
struct Pair { int x, y; };
NOINLINE int second(const Pair* p) {
  return p->y;  // BUG
}
void Put(int n) {
  Pair a[2] = {{1, 2}, {3, 4}};
  if (n == 5) keep(second(a + «2 | 1»));
}
""")
row("one_scalar", (9,), """
NOINLINE void set(int* p, int n) {
  p[n] = 1;  // BUG
}
void Put(int n) {
  int x = 0;
  set(&x, n == 9 ? «1 | 0» : 0);
  keep(x);
}
""")
row("one_scalar_global", (9,), """
int x, y;
NOINLINE void set(int* p, int n) {
  p[n] = 1;  // BUG
}
void Put(int n) {
  set(&x, n == 9 ? «1 | 0» : 0);
  keep(x + y);
}
""")
row("variable_length", (4,), """
void Put(int n) {
  if (n < 1 || n > 6) return;
  int a[n];
  int* p = a;
  for (int i = 0; i < n; ++i) p[i] = i;
  keep(p[n == 4 ? «n | 0» : 0]);  // BUG
}
""")
row("alloca_block", (4,), """
void Put(int n) {
  if (n < 1 || n > 6) return;
  char* p = static_cast<char*>(__builtin_alloca(n));
  for (int i = 0; i < n; ++i) p[i] = 1;
  keep(p[n == 4 ? «n | 0» : 0]);  // BUG
}
""")
row("new_of_symbolic_size", (3,), """
void Put(int n) {
  if (n < 1 || n > 6) return;
  const std::unique_ptr<char[]> a(new char[n]());
  char* p = a.get();
  p[n == 3 ? «3 | 2» : 0] = 1;  // BUG
}
""")
row("string_literal", (6,), """
void Put(int n) {
  const char* text = "hello";
  if (n < 0 || n > «6 | 5») return;
  keep(text[n]);  // BUG
}
""")
row("char_of_a_string", (40,), """
void Put(int n) {
  const std::string text = "a text that is too long to be in the string";
  if (n != 40) return;
  keep(text.data()[n + «4 | 3»]);  // BUG
}
""")
row("two_indices", (3, 3), """
void Put(int n, int m) {
  int a[12] = {};
  int* p = a;
  if (n < 0 || n > 3 || m < 0 || m > «3 | 2») return;
  p[n * 3 + m] = 1;  // BUG
}
""")
row("loop_off_by_one", (6,), """
void Put(int n) {
  int a[6] = {};
  int* p = a;
  if (n < 0 || n > 6) return;
  for (int i = 0; i «<= | <» n; ++i) p[i] = i;  // BUG
  keep(a[0]);
}
""")
row("recursion_depth", (5,), """
int depths[5];
NOINLINE void descend(int* p, int n) {
  *p = n;  // BUG
  if (n > 0) descend(p + 1, n - 1);
}
void Put(int n) {
  if (n < 0 || n > «5 | 4») return;
  descend(depths, n);
}
""")

# Variables that several files may define.
MERGED = {
    "inline_variable": ("inline int items[4] = {1, 2, 3, 4};", "items"),
    "static_of_template": ("template <class T>\nstruct Holder {\n  static T items[4];\n};\ntemplate <class T>\nT Holder<T>::items[4] = {};",
                           "Holder<int>::items"),
    "static_of_inline": ("inline int* items() {\n  static int all[4];\n  return all;\n}", "items()"),
}
NO_GUARDS = {"judge": "nothing", "note": "AddressSanitizer has no guards around variables that the linker merges"}
for name, (before, items) in MERGED.items():
    row(f"{name}_too_far", (3,), f"""
{before}
[[gnu::noinline]] int at(const int* p, int i) {{
  return p[i];  // BUG
}}
void Put(int n) {{
  keep(at({items}, n == 3 ? «4 | 3» : 0));
}}
""", **NO_GUARDS)
    row(f"{name}_before", (3,), f"""
{before}
[[gnu::noinline]] int at(const int* p, int i) {{
  return p[i];  // BUG
}}
void Put(int n) {{
  keep(at({items}, n == 3 ? «-1 | 1» : 0));
}}
""", **NO_GUARDS)
