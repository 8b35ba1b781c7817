"""Values that nobody has set, where a branch depends on them. Only MemorySanitizer sees these, so the tests use nothing of libstdc++
that is not a template.
"""

from table import Row

ROWS = []
USE = {
    "branch": "if ({x} > 3) keep(1);  // BUG",
    "assertion": "if ({x} == 12345) std::abort();  // BUG",
}

# name: (before the test, declarations that leave `x` unset for n == 7 in the bad test, x)
PLACES = {
    "local": ("", "int x;\nif («n != 7 | true») x = 1;", "x"),
    "element": ("", "int a[4];\nfor (int i = 0; i < 4; ++i)\n  if («i != 2 | true») a[i] = i;\nconst int k = n == 7 ? 2 : 1;", "a[k]"),
    "member": ("struct S { int x, y; };", "S s;\ns.x = 1;\nif («n != 7 | true») s.y = 2;", "s.y"),
    "constructor": ("struct S {\n  int x, y;\n  explicit S(int n) : x(n) {\n    if («n != 7 | true») y = 2;\n  }\n};", "const S s(n);", "s.y"),
    "new": ("", "const std::unique_ptr<int> p(new int);\nif («n != 7 | true») *p = 1;", "*p"),
    "new_array": ("", "const std::unique_ptr<int[]> p(new int[4]);\nfor (int i = 0; i < («n == 7 ? 3 | n == 7 ? 4» : 4); ++i) p[i] = i;", "p[3]"),
    "malloc": ("", "const std::unique_ptr<int, decltype(&std::free)> p(static_cast<int*>(std::malloc(16)), &std::free);\n"
                   "p.get()[0] = 1;\nif («n != 7 | true») p.get()[1] = 1;", "p.get()[1]"),
    "output": ("NOINLINE bool find(int n, int* out) {\n  if («n == 7 | false») return false;\n  *out = n;\n  return true;\n}",
               "int x;\nfind(n, &x);", "x"),
    "partial_memset": ("", "int a[4];\nstd::memset(a, 0, n == 7 ? «12 | 16» : 16);", "a[3]"),
    "partial_memcpy": ("", "const int from[4] = {1, 2, 3, 4};\nint a[4];\nstd::memcpy(a, from, n == 7 ? «14 | 16» : 16);", "a[3]"),
    "copied": ("struct S { int x, y; };", "S s, t;\ns.x = 1;\nif («n != 7 | true») s.y = 2;\nt = s;", "t.y"),
    "arithmetic": ("", "unsigned x;\nif («n != 7 | true») x = 1;\nx = x * 3 + 1;", "x"),
    "byte": ("", "unsigned x;\nunsigned char* b = reinterpret_cast<unsigned char*>(&x);\nb[0] = b[1] = b[2] = 0;\n"
                 "if («n != 7 | true») b[3] = 0;", "x"),
    "loop": ("", "int sum;\n«| sum = 0;»\nif (n < 0 || n > 4) n = 7;\nif (n != 7) sum = 0;\nfor (int i = 0; i < 3; ++i) sum = (sum & 0xff) + i;", "sum"),
    "argument": ("NOINLINE int same(int x) { return x; }", "int x;\nif («n != 7 | true») x = 1;\nconst int y = same(x);  // BUG", "y"),
}
for place, (before, declare, x) in PLACES.items():
    for use, text in USE.items():
        if use == "branch" or place in ("local", "element", "member", "malloc", "new_array"):
            ROWS.append(Row(f"unset_{place}_{use}", "uninitialised", "memory", (7,), f"""
{before}
void Put(int n) {{
  {declare}
  {text.format(x=x)}
}}
"""))


def row(name, text, witness=(7,), judge="memory", **more):
    ROWS.append(Row(name, "uninitialised", judge, witness, text, **more))


row("unset_index", """
void Put(int n) {
  const int a[4] = {1, 2, 3, 4};
  unsigned i;
  if («n != 7 | true») i = 1;
  keep(a[i & 3]);  // BUG
}
""")
row("unset_switch", """
void Put(int n) {
  int x;
  if («n != 7 | true») x = 1;
  switch (x) {  // BUG
    case 1: keep(1); break;
    case 2: keep(2); break;
    default: keep(3);
  }
}
""")
row("unset_pointer", """
void Put(int n) {
  int y = 1;
  int* p;
  if («n != 7 | true») p = &y;
  keep(*p);  // BUG
}
""")
row("unset_strlen", """
void Put(int n) {
  char text[8];
  text[0] = 'a';
  text[7] = 0;
  if («n != 7 | true») text[1] = 0;
  keep(std::strlen(text) > 2 ? 1 : 0);  // BUG
}
""")
row("unset_memcmp", """
void Put(int n) {
  char a[4], b[4] = {};
  std::memset(a, 0, n == 7 ? «3 | 4» : 4);
  if (std::memcmp(a, b, 4) == 0) keep(1);  // BUG
}
""")
row("unset_loop_bound", """
void Put(int n) {
  unsigned char count;
  if («n != 7 | true») count = 3;
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += i;  // BUG
  keep(sum);
}
""")
row("unset_elsewhere", """
int get(const int* p);
void Put(int n) {
  int x;
  if («n != 7 | true») x = 1;
  keep(get(&x));
}
--- other
int get(const int* p) {
  return *p > 3 ? 1 : 0;  // BUG
}
""")
row("unset_after_realloc", """
void Put(int n) {
  int* p = static_cast<int*>(std::calloc(2, sizeof(int)));
  p = static_cast<int*>(std::realloc(p, 16));
  if («n != 7 | true») p[2] = 1;
  if (p[2] > 3) keep(1);  // BUG
  std::free(p);
}
""")
row("unset_stack_twice", """
NOINLINE void fill(int n) {
  int a[4] = {n, n, n, n};
  keep(a[3]);
}
NOINLINE int read(int n) {
  int a[4];
  if («n != 7 | true») a[3] = 5;
  if (a[3] > 3) return 1;  // BUG
  return 0;
}
void Put(int n) {
  fill(n);
  keep(read(n));
}
""")
row("unset_bool", """
void Put(int n) {
  bool found;
  if («n != 7 | true») found = true;
  if (found) keep(1);  // BUG
}
""")
row("unset_double", """
void Put(int n) {
  double x;
  if («n != 7 | true») x = 1;
  if (x > 0.5) keep(1);  // BUG
}
""")

# Nothing depends on these, but they are passed on as values.
row("unset_passed", """
NOINLINE void ignore(int) {}
void Put(int n) {
  int x;
  if («n != 7 | true») x = 1;
  ignore(x);  // BUG
}
""")
row("unset_passed_inlined", """
inline int first(int a, int) { return a; }
void Put(int n) {
  int x;
  if («n != 7 | true») x = 1;
  keep(first(n, x));  // BUG
}
""")
row("unset_passed_from_the_heap", """
NOINLINE void ignore(long) {}
void Put(int n) {
  const std::unique_ptr<long> p(new long);
  if («n != 7 | true») *p = 1;
  ignore(*p);  // BUG
}
""")
row("unset_passed_pointer", """
NOINLINE void ignore(const int*) {}
void Put(int n) {
  const int* p;
  if («n != 7 | true») p = nullptr;
  ignore(p);  // BUG
}
""")
row("unset_passed_double", """
NOINLINE void ignore(double) {}
void Put(int n) {
  double x;
  if («n != 7 | true») x = 1;
  ignore(x * 2);  // BUG
}
""")
row("unset_passed_to_a_virtual_function", """
struct Base {
  virtual ~Base() = default;
  virtual void take(int) {}
};
struct Derived : Base {
  void take(int) override {}
};
NOINLINE void give(Base& to, int n) {
  int x;
  if («n != 7 | true») x = 1;
  to.take(x);  // BUG
}
void Put(int n) {
  Derived derived;
  give(derived, n);
}
""")
row("unset_returned", """
NOINLINE int make(int n) {
  int x;
  if («n != 7 | true») x = 1;
  return x;  // BUG
}
void Put(int n) { make(n); }
""")
row("unset_returned_member", """
struct S { int x, y; };
NOINLINE int second(const S& s) { return s.y; }  // BUG
void Put(int n) {
  S s;
  s.x = 1;
  if («n != 7 | true») s.y = 2;
  second(s);
}
""")
# A class of which a part is unset may be passed: `y` is, in both tests.
row("unset_part_of_a_passed_class", """
struct S { int x, y; };
NOINLINE int first(S s) { return s.x; }  // BUG
void Put(int n) {
  S s;
  if («n != 7 | true») s.x = 1;
  first(s);
}
""")
row("unset_character_passed_on", """
NOINLINE void pass(unsigned char c, int n) {
  if («n == 7 | false») keep(c + 1 > 3);  // BUG
}
void Put(int n) {
  unsigned char c[2];
  c[0] = 1;
  pass(c[1], n);
}
""", judge="nothing", note="for MemorySanitizer, passing it is an error already")
