"""Objects that are used after their end although their memory lives on, in a container or in a holder of one value, and iterators
that are invalid although what they point to has not moved.
"""

from table import Row

ROWS = []

NOTE = "the memory is that of the container still, or of the object around it"

# name: (declarations, what ends the object, use)
ENDED = {
    "vector_clear": ("std::vector<int> v{n, 1};\n  const int& x = v[0];", "v.clear()", "keep(x)"),
    "vector_pop_back": ("std::vector<int> v{1, n};\n  const int& x = v.back();", "v.pop_back()", "keep(x)"),
    "vector_resize": ("std::vector<int> v{1, n};\n  const int* x = &v[1];", "v.resize(1)", "keep(*x)"),
    "vector_erase_last": ("std::vector<int> v{1, n};\n  const auto x = v.begin() + 1;", "v.erase(x)", "keep(*x)"),
    "deque_pop_front": ("std::deque<int> d{n, 1};\n  const int& x = d.front();", "d.pop_front()", "keep(x)"),
    "deque_push_back": ("std::deque<int> d{n, 1};\n  const auto x = d.begin();", "d.push_back(2)", "keep(*x)"),
    "optional_reset": ("std::optional<int> o = n;\n  const int& x = *o;", "o.reset()", "keep(x)"),
    "variant_other": ("std::variant<int, double> v = n;\n  const int& x = std::get<int>(v);", "v = 2.5", "keep(x)"),
    "any_reset": ("std::any a = n;\n  const int* x = std::any_cast<int>(&a);", "a.reset()", "keep(*x)"),
    "explicit_destructor": ("alignas(int) unsigned char room[sizeof(int)];\n  using Int = int;\n  Int* x = new (room) Int(n);", "x->~Int()", "keep(*x)"),
    "unordered_rehash": ("std::unordered_map<int, int> m{{1, n}};\n  const auto x = m.find(1);", "m.rehash(100)", "keep(x->second)"),
}
for name, (declare, end, use) in ENDED.items():
    ROWS.append(Row(f"destroyed_{name}", "scope", "nothing", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  {declare}
  «{end}; |»
  {use};  // BUG
}}
""", note=NOTE))

# Destructors of classes. MemorySanitizer knows that members have no value then.
CLASS = """
struct Counter {
  explicit Counter(int n) : count(n) {}
  ~Counter() { keep(count); }%s
  int count;
};
struct Named : Counter {
  explicit Named(int n) : Counter(n), name("n") {}
  std::string name;
};
struct Shape {
  explicit Shape(int n) : edges(n) {}
  virtual ~Shape() { keep(edges); }
  int edges;
};
"""
# name: (declarations, what ends the object, use)
DESTRUCTED = {
    "by_name": ("alignas(Counter) unsigned char room[sizeof(Counter)];\n  auto* c = new (room) Counter(n);", "c->~Counter()", "keep(c->count)"),
    "at": ("alignas(Counter) unsigned char room[sizeof(Counter)];\n  auto* c = new (room) Counter(n);", "std::destroy_at(c)", "keep(c->count)"),
    "base": ("alignas(Named) unsigned char room[sizeof(Named)];\n  auto* c = new (room) Named(n);\n  const Counter& b = *c;", "c->~Named()", "keep(b.count)"),
    "virtual": ("alignas(Shape) unsigned char room[sizeof(Shape)];\n  auto* c = new (room) Shape(n);", "c->~Shape()", "keep(c->edges)"),
    "in_optional": ("std::optional<Counter> o(n);\n  const Counter& c = *o;", "o.reset()", "keep(c.count)"),
}
for name, (declare, end, use) in DESTRUCTED.items():
    ROWS.append(Row(f"destructed_{name}", "type" if name == "virtual" else "scope", "memory", (7,), CLASS % "" + f"""
void Put(int n) {{
  if (n != 7) return;
  {declare}
  «{end}; |»
  {use};  // BUG
}}
"""))
ROWS.append(Row("destructed_twice", "scope", "memory", (7,), CLASS % "  // BUG" + """
void Put(int n) {
  if (n != 7) return;
  Counter c(n);
  «c.~Counter(); |»
}
"""))
