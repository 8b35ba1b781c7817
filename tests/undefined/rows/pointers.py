"""Pointers that point to nothing or to the wrong place."""

from table import Row

ROWS = []


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


# Null, handed to what must not get it. `p` is null for n == 7 in the bad test, and never in its twin.
for name, before, use in (
        ("read", "", "keep(*p)"),
        ("write", "", "*p = 1"),
        ("unused", "", "int unused = *p; (void)unused"),
        ("index", "", "keep(p[3])"),
        ("memcpy_from", "int copy[4];", "std::memcpy(copy, p, sizeof copy)"),
        ("memcpy_to", "const int copy[4] = {};", "std::memcpy(p, copy, sizeof copy)"),
        ("memcpy_nothing", "int copy[4];", "std::memcpy(copy, p, n - 7)"),
        ("memset", "", "std::memset(p, 0, 4 * sizeof(int))"),
        ("memcmp", "const int other[4] = {};", "keep(std::memcmp(p, other, 16))"),
        ("std_copy", "int copy[4];", "std::copy(p, p + 4, copy)"),
        ("std_fill", "", "std::fill_n(p, 4, 1)"),
        ("strlen", "", "keep(std::strlen(reinterpret_cast<char*>(p)))"),
        ("strcpy", "char copy[64];", "std::strcpy(copy, reinterpret_cast<char*>(p))"),
        ("reference", "", "int& r = *p; keep(&r == a)")):
    length = "if (n < 7 || n > 11) return;" if "n - 7" in use else ""
    row(f"null_{name}", "null", (7,), f"""
void Put(int n) {{
  int a[4] = {{}};
  {before}
  int* p = n == 7 ? «nullptr | a» : a;
  {length}
  {use};  // BUG
}}
""")
# Null that the compiler knows.
for name, use in (("read", "keep(p->y)"), ("write", "p->y = 1"), ("call", "keep(p->one())")):
    row(f"null_constant_{name}", "null", (7,), f"""
struct S {{
  long x;
  int y;
  NOINLINE int one() const {{ return 1; }}
  virtual ~S() = default;
}};
void Put(int n) {{
  S* const p = nullptr;
  if (n == «7 | 7 && p != nullptr») {use};  // BUG
}}
""")
row("null_struct_copy", "null", (7,), """
struct Big { int a[40]; };
NOINLINE void copy(Big* to, const Big* from) {
  *to = *from;  // BUG
}
void Put(int n) {
  Big one{}, other{};
  copy(&one, n == 7 ? «nullptr | &other» : &other);
  keep(one.a[3]);
}
""")
row("null_member", "null", (7,), """
struct S { int x, y; };
NOINLINE int get(const S* p) {
  return p->y;  // BUG
}
void Put(int n) {
  const S s{1, 2};
  keep(get(n == 7 ? «nullptr | &s» : &s));
}
""")
row("null_member_address", "null", (7,), """
struct S { int x, y; };
NOINLINE const int* get(const S* p) {
  return &p->y;  // BUG
}
void Put(int n) {
  const S s{1, 2};
  keep(get(n == 7 ? «nullptr | &s» : &s) != nullptr);
}
""")
row("null_member_call", "null", (7,), """
struct S {
  int x;
  NOINLINE int one() const { return 1; }
};
void Put(int n) {
  const S s{1};
  const S* p = n == 7 ? «nullptr | &s» : &s;
  keep(p->one());  // BUG
}
""")
row("null_virtual_call", "null", (7,), """
struct Base { virtual int one() const { return 1; } };
struct Derived : Base { int one() const override { return 2; } };
NOINLINE int ask(const Base* p) {
  return p->one();  // BUG
}
void Put(int n) {
  const Derived d;
  keep(ask(n == 7 ? «nullptr | &d» : &d));
}
""")
row("null_elsewhere", "null", (7,), """
int get(const int* p);
void Put(int n) {
  const int x = 1;
  keep(get(n == 7 ? «nullptr | &x» : &x));
}
--- other
int get(const int* p) {
  return *p;  // BUG
}
""")
row("null_reference_argument", "null", (7,), """
NOINLINE int one(const int&) { return 1; }
void Put(int n) {
  const int x = 1;
  const int* p = n == 7 ? «nullptr | &x» : &x;
  keep(one(*p));  // BUG
}
""")
row("null_malloc_unchecked", "null", (7,), """
NOINLINE int* find(int* p, int n) { return n == 7 ? nullptr : p; }
void Put(int n) {
  int x = 1;
  int* p = find(&x, n);
  «| if (!p) return;»
  *p = 2;  // BUG
}
""")
row("null_function", "null", (7,), """
int one() { return 1; }
void Put(int n) {
  int (*f)() = n == 7 ? «nullptr | &one» : &one;
  keep(f());  // BUG
}
""")
row("null_plus_offset", "pointer", (7, 3), """
void Put(int n, int m) {
  char a[16] = {};
  char* p = n == 7 ? «nullptr | a» : a;
  if (m < 1 || m > 15) return;
  keep(p + m != nullptr);  // BUG
}
""")
row("null_checked_too_late", "null", (7,), """
NOINLINE int get(const int* p) {
  «| if (!p) return 0;»
  const int x = *p;  // BUG
  if (!p) return 0;
  return x;
}
void Put(int n) {
  const int x = 1;
  keep(get(n == 7 ? nullptr : &x));
}
""")
row("nonnull_argument", "null", (7,), """
__attribute__((nonnull)) NOINLINE int is_null(const int* p) { return p == nullptr; }
void Put(int n) {
  const int x = 1;
  keep(is_null(n == 7 ? «nullptr | &x» : &x));  // BUG
}
""")
row("nonnull_result", "null", (7,), """
int kept;
__attribute__((returns_nonnull)) NOINLINE int* find(int n) {  // BUG
  return n == 7 ? «nullptr | &kept» : &kept;  // BUG
}
void Put(int n) {
  keep(find(n) == nullptr);
}
""")
# Arithmetic that leaves an object. One past the end is allowed, and no more.
row("beyond_the_end", "pointer", (9,), """
void Put(int n) {
  int a[8] = {};
  int* p = a;
  if (n < 0 || n > «9 | 8») return;
  keep(p + n != nullptr);  // BUG
}
""", judge="nothing", note="UndefinedBehaviorSanitizer sees only pointers that wrap around")
row("before_the_beginning", "pointer", (-1,), """
void Put(int n) {
  int a[8] = {};
  int* p = a;
  if (n < «-1 | 0» || n > 8) return;
  keep(p + n != nullptr);  // BUG
}
""", judge="nothing", note="UndefinedBehaviorSanitizer sees only pointers that wrap around")
row("beyond_the_end_of_the_heap", "pointer", (9,), """
void Put(int n) {
  std::vector<int> a(8);
  int* p = a.data();
  if (n < 0 || n > «9 | 8») return;
  keep(p + n != nullptr);  // BUG
}
""", judge="nothing", note="UndefinedBehaviorSanitizer sees only pointers that wrap around")
# Arithmetic that leads over the guards of an object, into another one.
OTHER_OBJECT = "the memory behind the guard is that of another object"
for name, text in {
    "global": """
int first[100];
int second[100];
int third[100];
NOINLINE int get(const int* p, std::ptrdiff_t n) {
  return p[n];  // BUG
}
void Put(int n) {
  if (n == 7) keep(get(second, «150 | 50»));
  keep(first[0] + third[0]);
}
""",
    "heap": """
NOINLINE int get(const int* p, std::ptrdiff_t n) {
  return p[n];  // BUG
}
void Put(int n) {
  std::vector<int> first(100), second(100), third(100);
  if (n == 7) keep(get(second.data(), «160 | 60»));
  keep(first[0] + third[0]);
}
""",
    "heap_by_iterator": """
void Put(int n) {
  std::vector<int> first(100), second(100), third(100);
  if (n == 7) keep(*(second.begin() + «160 | 60»));  // BUG
  keep(first[0] + third[0]);
}
""",
    "heap_by_field": """
struct Pair { int x, y; };
NOINLINE int get(const Pair* p, int n) {
  return p[n].y;  // BUG
}
void Put(int n) {
  std::vector<Pair> first(100), second(100), third(100);
  if (n == 7) keep(get(second.data(), «150 | 50»));
  keep(first[0].x + third[0].x);
}
""",
    "heap_written": """
NOINLINE void set(int* p, int n) {
  p[n] = 1;  // BUG
}
void Put(int n) {
  std::vector<int> first(100), second(100), third(100);
  if (n == 7) set(second.data(), «160 | 60»);
  keep(first[0] + third[0]);
}
"""}.items():
    row(f"other_object_{name}", "pointer", (7,), text, judge="nothing", note=OTHER_OBJECT)
row("pointer_wraps", "pointer", (7,), """
void Put(int n) {
  char a[8] = {};
  char* p = a;
  if (n == 7) {
    const std::ptrdiff_t far = «PTRDIFF_MAX | 4»;
    p += far;  // BUG
    p += far;  // BUG
    p += «16 | -8»;  // BUG
  }
  keep(p != nullptr);
}
""")
row("pointer_offset_wraps", "pointer", (7,), """
void Put(int n) {
  char a[8] = {};
  char* p = a;
  const std::uint64_t far = n == 7 ? «~std::uint64_t{0} - 7 | 7» : 1;
  keep(p + far != nullptr);  // BUG
}
""")
row("unrelated_less", "order", (7,), """
void Put(int n) {
  char a[8] = {}, b[8] = {};
  const char* p = a;
  const char* q = n == 7 ? «b | a + 3» : a + 1;
  keep(p < q);  // BUG
}
""")
row("unrelated_less_in_another_file", "order", (7,), """
bool before(const int* p, const int* q);
int a[4], b[4];
void Put(int n) {
  keep(before(a, n == 7 ? «b | a + 4» : a + 1));
}
--- other
bool before(const int* p, const int* q) {
  return p < q;  // BUG
}
""")
row("unrelated_on_the_heap", "pointers", (7,), """
NOINLINE long distance(const int* p, const int* q) {
  return p - q;  // BUG
}
void Put(int n) {
  int* a = new int[4];
  int* b = new int[4];
  keep(distance(a + 4, n == 7 ? «b | a» : a + 1));
  delete[] a;
  delete[] b;
}
""")
row("unrelated_iterators", "pointers", (7,), """
void Put(int n) {
  std::vector<int> v(4), w(4);
  keep((n == 7 ? «w | v» : v).end() - v.begin());  // BUG
}
""")
row("unrelated_range", "pointers", (7,), """
void Put(int n) {
  std::vector<int> v(4), w(4);
  keep(std::distance(v.begin(), n == 7 ? «w | v».end() : v.end()));  // BUG
}
""")
row("unrelated_difference", "pointers", (7,), """
void Put(int n) {
  char a[8] = {}, b[8] = {};
  const char* p = a;
  const char* q = n == 7 ? «b | a + 3» : a + 1;
  keep(q - p);  // BUG
}
""")
# Alignment.
for name, type_, offset in (("int", "int", 1), ("short", "short", 1), ("double", "double", 4)):
    row(f"misaligned_{name}", "align", (offset,), f"""
void Put(int n) {{
  alignas(16) unsigned char bytes[32] = {{}};
  if (n != 0 && n != «{offset} | 16») return;
  {type_}* p = reinterpret_cast<{type_}*>(bytes + n);
  new (p) {type_}(1);  // BUG
  keep(*p);  // BUG
}}
""")
row("misaligned_call", "align", (2,), """
NOINLINE int get(const int* p) {
  return *p;  // BUG
}
void Put(int n) {
  alignas(16) unsigned char bytes[32] = {};
  if (n != 0 && n != «2 | 8») return;
  int value = 5;
  std::memcpy(bytes + n, &value, 4);
  keep(get(reinterpret_cast<const int*>(bytes + n)));
}
""")
row("misaligned_heap", "align", (3,), """
void Put(int n) {
  const std::unique_ptr<unsigned char[]> bytes(new unsigned char[32]());
  if (n != 0 && n != «3 | 4») return;
  int* p = new (bytes.get() + n) int(1);  // BUG
  keep(*p);  // BUG
}
""")
row("misaligned_member", "align", (1,), """
struct Wide { std::int64_t x; };
NOINLINE std::int64_t get(const Wide& w) {
  return w.x;  // BUG
}
void Put(int n) {
  alignas(16) unsigned char bytes[32] = {};
  if (n != 0 && n != «1 | 8») return;
  const Wide w{5};
  std::memcpy(bytes + n, &w, sizeof w);
  keep(get(*reinterpret_cast<const Wide*>(bytes + n)));  // BUG
}
""")
