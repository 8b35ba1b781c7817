"""Objects that are used after their end: locals after their block or function, temporaries, captures, invalidated iterators, and
blocks of the heap.
"""

from table import Row

ROWS = []


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


for name, use, what in (("read", "keep(*p)", "int x = 1;"), ("write", "*p = 2", "int x = 1;"),
                        ("array", "keep(p[1])", "int x[2] = {1, 2};")):
    address = "x" if "[2]" in what else "&x"
    row(f"scope_{name}", "scope", (42,), f"""
void Put(int n) {{
  int outer[2] = {{}};
  int* p = outer;
  {{
    {what}
    if (n == 42) p = «{address} | outer»;
    keep(*p);
  }}
  {use};  // BUG
}}
""")
# Whatever n is: the variable leaves memory before anybody looks at its scope.
for name, use in (("", "if (*p == 42) keep(2)"), ("_write", "*p = 2"), ("_unused", "keep(*p)")):
    row(f"scope_in_a_register{name}", "scope", (42,), f"""
void Put(int n) {{
  int outer = 1;
  int* p;
  {{
    int inner = n;
    p = «&inner | &outer»;
    keep(inner);
  }}
  {use};  // BUG
}}
""")
row("return_in_a_register", "scope", (42,), """
inline const int& same(const int& x) { return x; }
void Put(int n) {
  const int& r = «same(n ^ 1) | same(n)»;
  if (r == 43) keep(2);  // BUG
}
""")
row("scope_of_a_capture", "scope", (42,), """
void Put(int n) {
  int outer = 1;
  struct Holder { int* at; int more; } holder{&outer, n};
  {
    int inner = n;
    holder.at = «&inner | &outer»;
    keep(inner);
  }
  const auto write = [&] { *holder.at = 2; };  // BUG
  write();
}
""")
row("scope_of_a_loop", "scope", (3,), """
void Put(int n) {
  int outer = 0;
  const int* p = &outer;
  for (int i = 0; i < 4; ++i) {
    int inner = i;
    if (i == n) p = «&inner | &outer»;
    keep(inner);
  }
  keep(*p);  // BUG
}
""")
row("scope_of_the_round_before", "scope", (2,), """
void Put(int n) {
  int outer = 0;
  int* p = &outer;
  for (int i = 0; i < 4; ++i) {
    keep(*p);  // BUG
    int inner = i;
    p = i == n ? «&inner | &outer» : &outer;
    keep(inner);
  }
}
""")
row("scope_call", "scope", (42,), """
NOINLINE int get(const int* p) {
  return *p;  // BUG
}
void Put(int n) {
  int outer = 1;
  const int* p = &outer;
  {
    int inner = 2;
    if (n == 42) p = «&inner | &outer»;
    keep(inner);
  }
  keep(get(p));
}
""")
row("scope_class", "scope", (42,), """
struct Holder {
  int value;
  explicit Holder(int v) : value(v) {}
  ~Holder() { value = -1; }
};
void Put(int n) {
  const Holder outer(1);
  const Holder* p = &outer;
  {
    const Holder inner(n);
    if (n == 42) p = «&inner | &outer»;
    keep(p->value);
  }
  keep(p->value);  // BUG
}
""")
row("scope_memcpy", "scope", (42,), """
void Put(int n) {
  char outer[8] = {}, copy[8];
  const char* p = outer;
  {
    char inner[8] = {1};
    if (n == 42) p = «inner | outer»;
    keep(p[0]);
  }
  std::memcpy(copy, p, 8);  // BUG
  keep(copy[0]);
}
""")
row("scope_strlen", "scope", (42,), """
void Put(int n) {
  char outer[8] = "abc";
  const char* p = outer;
  {
    char inner[8] = "abcd";
    if (n == 42) p = «inner | outer»;
    keep(p[0]);
  }
  keep(std::strlen(p));  // BUG
}
""")
row("return_pointer", "scope", (42,), """
int kept;
NOINLINE int* find(int n) {
  int x = n;
  int* p = n == 42 ? «&x | &kept» : &kept;
  keep(x);
  return p;
}
void Put(int n) {
  keep(*find(n));  // BUG
}
""")
row("return_pointer_write", "scope", (42,), """
int kept;
NOINLINE int* find(int n) {
  int x = n;
  int* p = n == 42 ? «&x | &kept» : &kept;
  keep(x);
  return p;
}
void Put(int n) {
  *find(n) = 1;  // BUG
}
""")
row("return_array", "scope", (7,), """
char kept[8];
NOINLINE char* name(int n) {
  char local[8] = "local";
  keep(local[0]);
  char* p = local;
  return n == 7 ? «p | kept» : kept;
}
void Put(int n) {
  keep(name(n)[0]);  // BUG
}
""")
row("return_elsewhere", "scope", (42,), """
int* find(int n);
void Put(int n) {
  keep(*find(n));  // BUG
}
--- other
int kept;
int* find(int n) {
  int x = n;
  int* p = n == 42 ? «&x | &kept» : &kept;
  keep(x);
  return p;
}
""")
row("return_by_output", "scope", (42,), """
int kept;
NOINLINE void find(int n, int** out) {
  int x = n;
  keep(x);
  *out = n == 42 ? «&x | &kept» : &kept;
}
void Put(int n) {
  int* p = nullptr;
  find(n, &p);
  keep(*p);  // BUG
}
""")
row("return_kept_global", "scope", (42,), """
int kept;
int* current = &kept;
NOINLINE void enter(int n) {
  int x = n;
  keep(x);
  if (n == 42) current = «&x | &kept»;
}
void Put(int n) {
  enter(n);
  keep(*current);  // BUG
}
""")
row("return_member", "scope", (42,), """
struct Node { int value; const Node* next; };
const Node last{0, nullptr};
NOINLINE Node make(int n) {
  Node inner{n, nullptr};
  keep(inner.value);
  const Node* p = &inner;
  return Node{1, n == 42 ? «p | &last» : &last};
}
void Put(int n) {
  const Node node = make(n);
  keep(node.next->value);  // BUG
}
""")
row("inlined_return", "scope", (42,), """
inline int* find(int* outer, int n) {
  int x = n;
  int* p = &x;
  keep(x);
  return n == 42 ? «p | outer» : outer;
}
void Put(int n) {
  int outer = 1;
  keep(*find(&outer, n));  // BUG
}
""")
row("max_of_a_temporary", "scope", (-5,), """
void Put(int n) {
  if (n > 100) return;
  const int one = 1;
  const int& m = std::max(n, «1 | one»);
  keep(m);  // BUG
}
""")
row("reference_to_a_result", "scope", (3,), """
struct Box { int value; const int& get() const { return value; } };
Box make(int n) { return Box{n}; }
void Put(int n) {
  const Box box = make(n);
  const int& r = n == 3 ? «make(n).get() | box.get()» : box.get();
  keep(r);  // BUG
}
""")
row("pair_of_references", "scope", (3,), """
std::pair<const int&, int> both(const int& x) { return {x, 1}; }
void Put(int n) {
  const int named = 1;
  const auto result = n == 3 ? both(«n + 1 | named») : both(named);
  keep(result.first);  // BUG
}
""")
row("view_of_a_temporary", "scope", (3,), """
NOINLINE std::string make(int n) { return std::string(n == 3 ? 3 : 2, 'x'); }
void Put(int n) {
  const std::string kept = make(n);
  std::string_view view = kept;
  if (n == 3) view = «make(n) | kept»;
  keep(view[0]);  // BUG
}
""")
row("view_of_a_long_temporary", "freed", (3,), """
NOINLINE std::string make(int n) { return std::string(n == 3 ? 33 : 32, 'x'); }
void Put(int n) {
  const std::string kept = make(n);
  std::string_view view = kept;
  if (n == 3) view = «make(n) | kept»;
  keep(view[0]);  // BUG
}
""")
row("c_string_of_a_temporary", "scope", (3,), """
NOINLINE std::string make(int n) { return std::string(n == 3 ? 3 : 2, 'x'); }
void Put(int n) {
  const std::string kept = make(n);
  const char* text = kept.c_str();
  if (n == 3) text = «make(n).c_str() | kept.c_str()»;
  keep(std::strlen(text));  // BUG
}
""")
row("span_of_a_local", "scope", (3,), """
std::array<int, 4> kept;
NOINLINE std::span<const int> values(int n) {
  std::array<int, 4> local = {1, 2, 3, n};
  keep(local[0]);
  return n == 3 ? std::span<const int>(«local | kept») : std::span<const int>(kept);
}
void Put(int n) {
  keep(values(n)[1]);  // BUG
}
""")
row("initializer_list_kept", "scope", (3,), """
void Put(int n) {
  static const int kept[2] = {1, 2};
  const int* first = kept;
  if (n == 3) {
    const std::initializer_list<int> list = {n, n};
    «first = list.begin(); | keep(list.begin()[0]);»
  }
  keep(*first);  // BUG
}
""")
row("lambda_capture", "scope", (3,), """
NOINLINE std::function<int()> make(int n) {
  int local = n;
  keep(local);
  if (n == 3) return [«&local | local»] {
    return local;  // BUG
  };
  return [] { return 0; };
}
void Put(int n) {
  keep(make(n)());
}
""")
row("lambda_of_this", "freed", (3,), """
struct Counter {
  int value = 1;
  auto reader() {
    return [«this | *this»] {
      return value;  // BUG
    };
  }
};
void Put(int n) {
  auto counter = std::make_unique<Counter>();
  auto reader = counter->reader();
  if (n == 3) counter.reset();
  keep(reader());
}
""")
row("scope_of_a_part", "scope", (3,), """
struct Part { int value = 1; };
void Put(int n) {
  std::optional<Part> part = Part{};
  const Part* p = &*part;
  {
    Part inner{2};
    if (n == 3) p = «&inner | &*part»;
    keep(p->value);
  }
  keep(p->value);  // BUG
}
""")
for name, make, invalidate, use in (
        ("push_back", "std::vector<int> v(4)", "v.push_back(1)", "*it"),
        ("insert", "std::vector<int> v(4)", "v.insert(v.begin(), 1)", "*it"),
        ("resize", "std::vector<int> v(4)", "v.resize(100)", "*it"),
        ("reserve", "std::vector<int> v(4)", "v.reserve(100)", "*it"),
        ("shrink", "std::vector<int> v(4); v.reserve(20); it = v.begin()", "v.shrink_to_fit()", "*it"),
        ("string_append", 'std::string v(40, \'x\')', "v.append(100, 'y')", "*it"),
        ("list_erase", "std::list<int> v(4)", "v.erase(v.begin())", "*it"),
        ("map_erase", "std::map<int, int> v{{1, 2}}", "v.erase(1)", "it->second"),
        ("deque_clear", "std::deque<int> v(400)", "v.clear()", "*it")):
    declare, _, more = make.partition("; ")
    more = f"\n  {more};" if more else ""
    last = "std::prev(v.end())" if name == "deque_clear" else "v.begin()"
    row(f"invalidated_by_{name}", "freed", (7,), f"""
void Put(int n) {{
  {declare};
  auto it = {last};{more}
  if (n == 7) {{
    {invalidate};
    «| return;»
  }}
  keep({use});  // BUG
}}
""")
row("invalidated_loop", "freed", (2,), """
void Put(int n) {
  std::vector<int> v = {1, 2, 3};
  «| v.reserve(4);»
  for (auto it = v.begin(); it != v.begin() + 3; ++it) {  // BUG
    if (*it == n) v.push_back(4);  // BUG
    if (v.size() > 3) n = 0;
  }
}
""")
row("invalidated_reference", "freed", (7,), """
void Put(int n) {
  std::vector<int> v = {1, 2, 3};
  «| v.reserve(4);»
  int& first = v.front();
  if (n == 7) v.push_back(4);
  first = 5;  // BUG
}
""")
for name, make, free, use in (
        ("delete", "int* p = new int(1)", "delete p", "keep(*p)"),
        ("delete_write", "int* p = new int(1)", "delete p", "*p = 2"),
        ("delete_array", "int* p = new int[4]()", "delete[] p", "keep(p[1])"),
        ("free", "char* p = static_cast<char*>(std::calloc(4, 1))", "std::free(p)", "keep(p[1])"),
        ("realloc", "char* p = static_cast<char*>(std::calloc(4, 1))", "std::free(std::realloc(p, 4000))", "keep(p[1])"),
        ("unused", "int* p = new int(1)", "delete p", "int unused = *p; (void)unused"),
        ("memcpy", "char* p = static_cast<char*>(std::calloc(4, 1)), copy[4]", "std::free(p)", "std::memcpy(copy, p, 4)"),
        ("strlen", "char* p = static_cast<char*>(std::calloc(4, 1))", "std::free(p)", "keep(std::strlen(p))")):
    row(f"freed_{name}", "freed", (7,), f"""
void Put(int n) {{
  {make};
  if (n == 7) {{
    {free};
    «| return;»
  }}
  {use};  // BUG
  «if (n != 7) | » {free.replace("std::free(std::realloc(p, 4000))", "std::free(p)")};
}}
""")
row("freed_member", "freed", (7,), """
struct Node { int value; Node* next; };
NOINLINE int sum(const Node* p) {
  int total = 0;
  for (; p; p = p->next) total += p->value % 10;  // BUG
  return total;
}
void Put(int n) {
  Node* second = new Node{2, nullptr};
  Node first{1, second};
  if (n == 7) {
    delete second;
    «| first.next = nullptr;»
  }
  keep(sum(&first));
  if (n != 7) delete second;
}
""")
row("freed_elsewhere", "freed", (7,), """
void drop(int* p, int n);
void Put(int n) {
  int* p = new int(1);
  drop(p, n);
  keep(*p);  // BUG
  «if (n != 7) | » delete p;
}
--- other
void drop(int* p, int n) {
  if (n == 7) «delete p | *p = 2»;
}
""")
row("freed_shared", "freed", (7,), """
void Put(int n) {
  auto owner = std::make_shared<int>(3);
  «int* p | std::shared_ptr<int> p» = owner«.get() |»;
  if (n == 7) owner.reset();
  keep(*p);  // BUG
}
""")
row("freed_weak", "freed", (7,), """
void Put(int n) {
  auto owner = std::make_unique<int>(3);
  const int& value = *owner;
  if (n == 7) owner = std::make_unique<int>(4);
  keep(«value | *owner»);  // BUG
}
""")
