"""Objects that are used as another type, constants that are written, and values that their type does not have."""

from table import Row

ROWS = []
ALIASING = "no sanitizer of this clang looks at the types of objects in memory"


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


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
    "characters": """
void Put(int n) {
  alignas(8) unsigned char bytes[16] = {};
  *reinterpret_cast<int*>(bytes) = n;
  if (n == 7) keep(*reinterpret_cast<«float | int»*>(bytes));  // BUG
  keep(*reinterpret_cast<short*>(bytes + 4));
}
""",
    "malloc": """
void Put(int n) {
  void* p = std::malloc(8);
  if (p == nullptr) return;
  *static_cast<int*>(p) = n;
  if (n == 7) keep(*static_cast<«float | int»*>(p));  // BUG
  std::free(p);
}
""",
    "vector": """
struct Cell { int value; };
void Put(int n) {
  std::vector<Cell> cells(3, Cell{n});
  void* p = cells.data() + 1;
  if (n == 7) keep(*static_cast<«float | int»*>(p));  // BUG
}
""",
    "reused": """
void Put(int n) {
  long memory = n;
  if (n == 7) «keep(memory); | new (&memory) int(n);»
  if (n == 7) keep(*reinterpret_cast<int*>(&memory));  // BUG
}
""",
    "template": """
template <typename To, typename From>
NOINLINE To pun(const From& value) {
  return *reinterpret_cast<const To*>(&value);  // BUG
}
void Put(int n) {
  const long x = n;
  if (n == 7) keep(pun<«double | unsigned long»>(x));
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
# Where the compiler knows what is written to.
for name, before, constant, use in (
        ("literal", "", 'const_cast<char*>("abc")', "p[1] = 'x'"),
        ("array", "static const char table[4] = {1, 2, 3, 4};", "const_cast<char*>(table)", "p[1] = 9"),
        ("array_unused", "static const char table[4] = {1, 2, 3, 4};", "const_cast<char*>(table)", "p[1] = 9; keep(*p)"),
        ("memset", "static const char table[40] = {1};", "const_cast<char*>(table)", "std::memset(p, n, 4)"),
        ("memcpy", "static const char table[40] = {1};", "const_cast<char*>(table)", "std::memcpy(p, &n, sizeof n)")):
    row(f"known_{name}_written", "constant", (7,), f"""
{before}
void Put(int n) {{
  char local[40] = "abc";
  char* const p = «{constant} | local»;
  if (n == 7) {{
    {use};  // BUG
  }}
}}
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
