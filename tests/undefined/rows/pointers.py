"""Pointers that point to nothing, to the wrong place or to the wrong type, and values that their type does not have."""

from table import Row

ROWS = []
ALIASING = "no sanitizer of this clang looks at the types of objects in memory"


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
NOINLINE int get(const int* p, std::ptrdiff_t n) {
  return p[n];  // BUG
}
void Put(int n) {
  const bool is_behind = reinterpret_cast<std::uintptr_t>(second) > reinterpret_cast<std::uintptr_t>(first);
  if (n == 7) keep(get(first, «is_behind ? 150 : -150 | is_behind ? 50 : 60»));
  keep(second[0]);
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
# Objects seen as another type.
for name, text in {
    "float_as_int": """
NOINLINE std::uint32_t bits(const float* f) {
  «return *reinterpret_cast<const std::uint32_t*>(f); | std::uint32_t u; std::memcpy(&u, f, 4); return u;»  // BUG
}
void Put(int n) {
  float f = 1;
  if (n == 7) keep(bits(&f));
}
""",
    "int_and_short": """
NOINLINE int both(int* p, short* q) {
  *p = 1;
  *q = 2;  // BUG
  return *p;
}
void Put(int n) {
  int x = 0;
  short y = 0;
  if (n == 7) keep(both(&x, «reinterpret_cast<short*>(&x) | &y»));
}
""",
    "other_struct": """
struct A { int x; };
struct B { int y; };
NOINLINE int both(A* a, B* b) {
  a->x = 1;
  b->y = 2;  // BUG
  return a->x;
}
void Put(int n) {
  A a{0};
  B b{0};
  if (n == 7) keep(both(&a, «reinterpret_cast<B*>(&a) | &b»));
}
""",
    "heap": """
NOINLINE float get(void* p) {
  return *static_cast<«float | int»*>(p);  // BUG
}
void Put(int n) {
  const std::unique_ptr<int> p(new int(5));
  if (n == 7) keep(get(p.get()));
}
""",
    "long_and_pointer": """
NOINLINE std::uint64_t get(int** p) {
  «return *reinterpret_cast<std::uint64_t*>(p); | return reinterpret_cast<std::uint64_t>(*p);»  // BUG
}
void Put(int n) {
  int x = 0;
  int* p = &x;
  if (n == 7) keep(get(&p) != 0);
}
"""}.items():
    row(f"aliasing_{name}", "aliasing", (7,), text, judge="nothing", note=ALIASING)
# What must not be written.
row("literal_written", "constant", (7,), """
void Put(int n) {
  char local[4] = "abc";
  char* p = n == 7 ? «const_cast<char*>("abc") | local» : local;
  *p = 'x';  // BUG
}
""")
row("literal_written_by_strcpy", "constant", (7,), """
void Put(int n) {
  char local[4] = "abc";
  char* p = n == 7 ? «const_cast<char*>("abc") | local» : local;
  std::strcpy(p, "xy");  // BUG
}
""")
row("constant_global_written", "constant", (7,), """
extern const int limit[4];
const int limit[4] = {1, 2, 3, 4};
void Put(int n) {
  int local[4] = {};
  int* p = n == 7 ? «const_cast<int*>(limit) | local» : local;
  p[1] = 9;  // BUG
}
""")
row("constant_local_written", "constant", (7,), """
NOINLINE void set(const int& x) {
  const_cast<int&>(x) = 9;  // BUG
}
void Put(int n) {
  «const | » int x = n;
  if (n == 7) set(x);
  keep(x);
}
""", judge="nothing", note="constant objects on the stack lie in memory that can be written")
# Values that a type does not have.
row("bool_two", "bool", (2,), """
void Put(unsigned char n) {
  bool b = false;
  if (n > «2 | 1») return;
  std::memcpy(&b, &n, 1);
  keep(b ? 1 : 0);  // BUG
}
""")
row("bool_member", "bool", (2,), """
struct S { int x; bool b; };
NOINLINE int get(const S* s) {
  return s->b;  // BUG
}
void Put(unsigned char n) {
  S s{1, false};
  if (n > «2 | 1») return;
  std::memcpy(&s.b, &n, 1);
  keep(get(&s));
}
""")
row("enum_out_of_range", "enum", (9,), """
enum Colour { kRed, kGreen, kBlue = 4 };
void Put(unsigned n) {
  Colour c = kRed;
  if (n > «9 | 7») return;
  std::memcpy(&c, &n, sizeof c);
  keep(c == kBlue ? 1 : 0);  // BUG
}
""")
row("enum_cast_out_of_range", "enum", (9,), """
enum Colour { kRed, kGreen, kBlue = 4 };
NOINLINE int get(const Colour* c) {
  return *c;  // BUG
}
void Put(unsigned n) {
  if (n > «9 | 7») return;
  const Colour c = static_cast<Colour>(n);
  keep(get(&c));
}
""")
# The wrong dynamic type.
row("wrong_downcast", "type", (7,), """
struct Base { virtual ~Base() = default; int x = 1; };
struct One : Base { int y = 2; };
struct Two : Base { int z = 3; };
NOINLINE int get(Base* b) {
  return static_cast<One*>(b)->y;  // BUG
}
void Put(int n) {
  One one;
  Two two;
  keep(get(n == 7 ? static_cast<Base*>(«&two | &one») : &one));
}
""")
row("downcast_of_a_base", "type", (7,), """
struct Base { virtual ~Base() = default; int x = 1; };
struct One : Base { int y = 2; };
NOINLINE int get(Base* b) {
  return static_cast<One*>(b)->y;  // BUG
}
void Put(int n) {
  One one;
  Base base;
  keep(get(n == 7 ? «&base | &one» : &one));
}
""")
row("wrong_downcast_of_a_reference", "type", (7,), """
struct Base { virtual ~Base() = default; int x = 1; };
struct One : Base { int y = 2; };
struct Two : Base { int z = 3; };
NOINLINE int get(Base& b) {
  return static_cast<One&>(b).y;  // BUG
}
void Put(int n) {
  One one;
  Two two;
  keep(get(n == 7 ? static_cast<Base&>(«two | one») : one));
}
""")
row("wrong_downcast_of_a_second_base", "type", (7,), """
struct First { virtual ~First() = default; int a = 1; };
struct Second { virtual ~Second() = default; int b = 2; };
struct Both : First, Second { int c = 3; };
struct Other : Second { int d = 4; };
NOINLINE int get(Second* s) {
  return static_cast<Both*>(s)->c;  // BUG
}
void Put(int n) {
  Both both;
  Other other;
  keep(get(n == 7 ? static_cast<Second*>(«&other | &both») : &both));
}
""")
row("wrong_downcast_of_a_shared_pointer", "type", (7,), """
struct Base { virtual ~Base() = default; int x = 1; };
struct One : Base { int y = 2; };
struct Two : Base { int z = 3; };
void Put(int n) {
  std::shared_ptr<Base> p;
  if (n == 7) p = std::make_shared<«Two | One»>();
  else p = std::make_shared<One>();
  One* one = static_cast<One*>(p.get());  // BUG
  keep(one->y);
}
""")
row("virtual_base_and_downcast", "type", (7,), """
struct Root { virtual ~Root() = default; int r = 1; };
struct Left : virtual Root { int l = 2; };
struct Right : virtual Root { int s = 3; };
struct Bottom : Left, Right { int b = 4; };
NOINLINE int get(Left* l) {
  return static_cast<Bottom*>(l)->b;  // BUG
}
void Put(int n) {
  Bottom bottom;
  Left left;
  keep(get(n == 7 ? static_cast<Left*>(«&left | &bottom») : &bottom));
}
""", judge="nothing", note="UndefinedBehaviorSanitizer lets everything pass where a base is virtual")
row("call_of_a_method_of_another_class", "type", (7,), """
struct One { virtual int id() { return 1; } virtual ~One() = default; };
struct Two { virtual int id() { return 2; } virtual ~Two() = default; };
NOINLINE int ask(void* p) {
  return static_cast<One*>(p)->id();  // BUG
}
void Put(int n) {
  One one;
  Two two;
  keep(ask(n == 7 ? «static_cast<void*>(&two) | static_cast<void*>(&one)» : static_cast<void*>(&one)));
}
""")
row("method_of_a_derived_class_too_early", "type", (7,), """
struct Base;
NOINLINE int ask(Base* b);
struct Base {
  int seen = 0;
  explicit Base(int n) { if (n == «7 | 8 + (n & 0)») seen = ask(this); }
  virtual ~Base() = default;
};
struct Derived : Base {
  explicit Derived(int n) : Base(n) {}
  int own() { return 5; }
};
NOINLINE int ask(Base* b) {
  return static_cast<Derived*>(b)->own();  // BUG
}
void Put(int n) {
  if (n == 8) return;
  Derived d(n);
  keep(d.seen);
}
""")
row("null_is_advanced", "pointer", (7,), """
NOINLINE const char* behind(const char* p, int n) {
  return p + n;  // BUG
}
void Put(int n) {
  const char text[] = "12345678";
  if (n < 0 || n > 8) return;
  keep(behind(n == 7 ? «nullptr | text» : text, n) == text);
}
""")
row("function_of_other_arguments", "type", (7,), """
NOINLINE int two(int a, int b) { return a + b % 3; }
NOINLINE int one(int a) { return a; }
using Pointer = int (*)(int);
Pointer table[2] = {one, «reinterpret_cast<Pointer>(two) | one»};
void Put(int n) {
  keep(table[n == 7](n & 3));  // BUG
}
""")
row("wrong_function_type", "type", (7,), """
NOINLINE int take(long x) { return x != 0; }
NOINLINE int plain(int x) { return x; }
void Put(int n) {
  int (*f)(int) = n == 7 ? «reinterpret_cast<int (*)(int)>(&take) | &plain» : &plain;
  keep(f(n));  // BUG
}
""")
row("call_of_a_destroyed_object", "type", (7,), """
struct Base { virtual int id() const { return 1; } virtual ~Base() = default; };
struct Derived : Base { int id() const override { return 2; } };
NOINLINE int ask(const Base* b) {
  return b->id();  // BUG
}
void Put(int n) {
  alignas(Derived) unsigned char room[sizeof(Derived)];
  Derived* d = new (room) Derived;
  if (n == 7) «d->~Derived() | keep(d->id())»;
  keep(ask(d));
  «if (n != 7) | » d->~Derived();
}
""", judge="nothing", note="the destroyed object is still in memory that may be accessed, with the type that its destructor left")
