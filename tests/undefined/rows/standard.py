"""Preconditions of the C++ library: what `_GLIBCXX_ASSERTIONS` checks, and what only the sanitizers see."""

from table import Row

ROWS = []

# name: (declarations, use for n == 7, use in the twin)
ASSERTED = {
    "vector_index": ("std::vector<int> v(7);", "keep(v[n])", "keep(v[n - 1])"),
    "vector_front": ("std::vector<int> v(n - «7 | 6»);", "keep(v.front())", "keep(v.front())"),
    "vector_back": ("std::vector<int> v(n - «7 | 6»);", "keep(v.back())", "keep(v.back())"),
    "vector_pop_back": ("std::vector<int> v(n - «7 | 6»);", "v.pop_back()", "v.pop_back()"),
    "vector_erase_end": ("std::vector<int> v(2);", "v.erase(v.begin() + (n - 5))", "v.erase(v.begin() + (n - 6))"),
    "string_index": ("std::string s(6, 'x');", "keep(s[n])", "keep(s[n - 1])"),
    "string_front": ("std::string s(n - «7 | 6», 'x');", "keep(s.front())", "keep(s.front())"),
    "string_back": ("std::string s(n - «7 | 6», 'x');", "keep(s.back())", "keep(s.back())"),
    "string_pop_back": ("std::string s(n - «7 | 6», 'x');", "s.pop_back()", "s.pop_back()"),
    "view_index": ("const std::string_view s = \"abcdefg\";", "keep(s[n])", "keep(s[n - 1])"),
    "view_front": ("const std::string_view s(\"abcdefgh\", n - «7 | 6»);", "keep(s.front())", "keep(s.front())"),
    "view_remove_prefix": ("std::string_view s = \"abcdef\";", "s.remove_prefix(n)", "s.remove_prefix(n - 1)"),
    "array_index": ("std::array<int, 7> a{};", "keep(a[n])", "keep(a[n - 1])"),
    "span_index": ("int a[7] = {};\nconst std::span<int> s(a);", "keep(s[n])", "keep(s[n - 1])"),
    "span_first": ("int a[6] = {};\nconst std::span<int> s(a);", "keep(s.first(n).size())", "keep(s.first(n - 1).size())"),
    "span_subspan": ("int a[6] = {};\nconst std::span<int> s(a);", "keep(s.subspan(n).size())", "keep(s.subspan(n - 1).size())"),
    "deque_index": ("std::deque<int> d(7);", "keep(d[n])", "keep(d[n - 1])"),
    "deque_pop_front": ("std::deque<int> d(n - «7 | 6»);", "d.pop_front()", "d.pop_front()"),
    "optional_value": ("std::optional<int> o;\n«if (n != 7) |» o = 1;", "keep(*o)", "keep(*o)"),
    "optional_arrow": ("std::optional<std::pair<int, int>> o;\n«if (n != 7) |» o = std::pair(1, 2);", "keep(o->second)", "keep(o->second)"),
    "unique_array": ("std::unique_ptr<int[]> p;\n«if (n != 7) |» p.reset(new int[3]());", "keep(p[1])", "keep(p[1])"),
    "unique_value": ("std::unique_ptr<int> p;\n«if (n != 7) |» p.reset(new int(1));", "keep(*p)", "keep(*p)"),
    "shared_value": ("std::shared_ptr<int> p;\n«if (n != 7) |» p = std::make_shared<int>(1);", "keep(*p)", "keep(*p)"),
    "clamp_crossed": ("const int low = n == 7 ? «9 | 3» : 3, high = 8;", "keep(std::clamp(n, low, high))", "keep(std::clamp(n, low, high))"),
}
for name, (declare, bad, good) in ASSERTED.items():
    use = bad if bad == good else f"«{bad} | {good}»"
    ROWS.append(Row(f"std_{name}", "precondition", "assertions", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  {declare}
  {use};  // BUG
}}
"""))

# What only the debug mode of libstdc++ checks: an order must not be reflexive, and a range that is searched must be partitioned.
ORDERED = {
    "sort": "std::sort(v.begin(), v.end(), [](int a, int b) { return «a <= b | a < b»; })",
    "sort_by_operator": "std::array<Odd, 3> o{{{3}, {1}, {2}}};\n  std::sort(o.begin(), o.end())",
    "stable_sort": "std::stable_sort(v.begin(), v.end(), «std::greater_equal<int>() | std::greater<int>()»)",
    "nth_element": "std::nth_element(v.begin(), v.begin() + 1, v.end(), [](int a, int b) { return «!(b < a) | b < a»; })",
    "max_element": "keep(*std::max_element(v.begin(), v.end(), [](int a, int b) { return «a <= b | a < b»; }))",
    "lower_bound": "«| std::sort(v.begin(), v.end());» keep(std::lower_bound(v.begin(), v.end(), 2) - v.begin())",
    "upper_bound": "«| std::sort(v.begin(), v.end());» keep(std::upper_bound(v.begin(), v.end(), 2) - v.begin())",
    "binary_search": "«| std::sort(v.begin(), v.end());» keep(std::binary_search(v.begin(), v.end(), 2))",
    "lower_bound_by_order": "keep(std::lower_bound(v.begin(), v.begin() + «3 | 1», 2, [](int a, int b) { return a < b; }) - v.begin())",
}
for name, use in ORDERED.items():
    ROWS.append(Row(f"std_order_{name}", "precondition", "debug", (7,), f"""
struct Odd {{
  int value;
  bool operator<(const Odd& other) const {{ return value «<= | <» other.value; }}
}};
void Put(int n) {{
  if (n != 7) return;
  std::vector<int> v{{3, 1, n}};
  {use};  // BUG
}}
"""))

# An order must be transitive, and so must be that neither of two elements comes before the other.
WEAK = {
    "nan": ("double v[] = {1, «std::numeric_limits<double>::quiet_NaN() | 4», 0};", "std::sort(v, v + 3)"),
    "nan_by_order": ("std::vector<float> v = {1, 4, «std::numeric_limits<float>::quiet_NaN() | 3», 5};", "std::nth_element(v.begin(), v.begin() + 1, v.end(), std::greater<float>())"),
    "near": ("std::array<int, 4> v = {1, n, 13, 40};", "std::stable_sort(v.begin(), v.end(), [](int a, int b) { return a + «10 | 0» < b; })"),
    "cycle": ("unsigned v[] = {1, 2, 3};", "keep(*std::max_element(v, v + 3, [](unsigned a, unsigned b) { return «(b - a) % 3 == 1 | a < b»; }))"),
    "unequal": ("char v[] = {'b', 'a'};", "std::partial_sort(v, v + 1, v + 2, [](char a, char b) { return a «!= | <» b; })"),
}
for name, (declare, use) in WEAK.items():
    ROWS.append(Row(f"std_order_{name}", "precondition", "nothing", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  {declare}
  {use};  // BUG
}}
""", note="the debug mode of libstdc++ checks orders for single elements only"))

# Another bit of the same word, or of the object behind it.
for name, use in {"read": "keep(static_cast<bool>(b[n]))", "written": "b[n] = true", "constant": "keep(std::as_const(b)[n])"}.items():
    ROWS.append(Row(f"std_bitset_{name}", "bounds", "nothing", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  std::bitset<«7 | 8»> b;
  {use};  // BUG
}}
""", note="std::bitset does not check indices, not even in the debug mode of libstdc++"))

UNSORTED = {
    "merge": "int out[6];\n  std::merge(v.begin(), v.end(), w.begin(), w.end(), out)",
    "set_union": "int out[6];\n  std::set_union(v.begin(), v.end(), w.begin(), w.end(), out)",
    "includes": "keep(std::includes(v.begin(), v.end(), w.begin(), w.end()))",
    "includes_by_order": "keep(std::includes(v.begin(), v.end(), w.begin(), w.end(), std::less<int>()))",
    "inplace_merge": "std::inplace_merge(v.begin(), v.begin() + 1, v.end())",
    "pop_heap": "std::pop_heap(v.rbegin(), v.rend())",
    "sort_heap": "std::sort_heap(v.rbegin(), v.rend(), std::less<int>())",
}
for name, use in UNSORTED.items():
    ROWS.append(Row(f"std_unsorted_{name}", "precondition", "debug", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  std::vector<int> v{{1, «n | 3», 5}}, w{{2, 4}};
  {use};  // BUG
}}
"""))

# The end of a container lies in the container, so no address tells.
ENDS = {
    "list_value": ("std::list<int> c(n == 7 ? «0 | 1» : 2);", "keep(*c.begin())"),
    "list_value_last": ("std::list<int> c(2);", "keep(*«c.end() | std::prev(c.end())»)"),
    "list_next": ("std::list<int> c(2);\n  auto it = std::next(c.begin());", "keep(*«++it | it»)"),
    "list_next_constant": ("const std::list<int> c(2);\n  auto it = c.cend();\n  «| --it;»", "it++"),
    "list_previous": ("std::list<int> c(2);\n  auto it = c.begin();\n  «| ++it;»", "--it"),
    "list_erase": ("std::list<int> c(2);\n  auto it = c.erase(std::next(c.begin()));\n  «| --it;»", "keep(*it)"),
    "list_front": ("std::list<int> c(n == 7 ? «0 | 1» : 2);", "keep(c.front())"),
    "list_back": ("std::list<std::size_t> c(n == 7 ? «0 | 1» : 2);", "keep(c.back())"),
    "set_find": ("const std::set<int> c = {1, «2 | 7», 9};", "keep(*c.find(n))"),
    "set_lower_bound": ("const std::set<int> c = {1, «2 | 9»};", "keep(*c.lower_bound(n))"),
    "set_next": ("const std::set<int> c = {1, «2 | 7», 9};\n  auto it = c.find(n);", "++it"),
    "set_previous": ("const std::set<int> c = {«8 | 2», 9};\n  auto it = c.lower_bound(n);", "it--"),
    "set_last": ("const std::set<int> c = {1, 2, 9};", "keep(*«c.end() | --c.end()»)"),
    "set_reversed": ("const std::set<int> c = {1, 2};\n  auto it = c.rbegin();\n  ++it;\n  «++it; |»", "keep(*it)"),
    "multiset_distance": ("const std::multiset<int> c = {1, 2};", "keep(*std::next(c.begin(), «2 | 1»))"),
    "map_find": ("const std::map<int, int> c = {{1, 2}, {«2 | 7», 3}};", "keep(c.find(n)->second)"),
    "map_written": ("std::map<int, int> c = {{1, 2}, {«2 | 7», 3}};", "c.find(n)->second = 3"),
    "multimap_upper_bound": ("const std::multimap<int, int> c = {{1, 2}, {«7 | 8», 3}};", "keep(c.upper_bound(n)->second)"),
}
for name, (declare, use) in ENDS.items():
    ROWS.append(Row(f"std_end_{name}", "bounds", "debug", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  {declare}
  {use};  // BUG
}}
"""))

# A range must not be copied to where it is.
COPIED = {
    "forward": "std::copy(v.begin(), v.begin() + 4, v.begin() + (n - «5 | 3»))",
    "to_itself": "std::copy(v.begin(), v.end(), «v | w».begin())",
    "array": "int a[8] = {};\n  std::copy(a, a + 4, a + (n - «6 | 3»))",
    "backward": "std::copy_backward(v.begin() + 2, v.begin() + 5, v.begin() + («4 | 6»))",
    "counted": "std::copy_n(v.data() + 1, 4, v.data() + (n - «5 | 7»))",
    "moved": "std::move(w.begin(), w.begin() + 4, w.begin() + «3 | 4»)",
    "moved_backward": "std::move_backward(w.begin(), w.begin() + 4, w.begin() + «3 | 5»)",
}
for name, use in COPIED.items():
    ROWS.append(Row(f"std_copied_{name}", "precondition", "nothing", (7,), f"""
void Put(int n) {{
  if (n != 7) return;
  std::vector<int> v(8), w(8);
  {use};  // BUG
}}
""", note="libstdc++ copies numbers with memmove, and its debug mode does not look"))

# What only a sanitizer sees.
SEEN = {
    "vector_end": ("bounds", "std::vector<int> v(3);\nauto it = v.begin() + (n == 7 ? «3 | 2» : 1);", "keep(*it)"),
    "vector_before": ("bounds", "std::vector<int> v(3);\nauto it = v.begin() + (n == 7 ? «-1 | 0» : 1);", "keep(*it)"),
    "vector_capacity": ("bounds", "std::vector<int> v;\nv.reserve(8);\nv.resize(4);\nconst int i = n == 7 ? «8 | 3» : 1;", "keep(v.data()[i])"),
    "vector_erase_range": ("bounds", "std::vector<int> v(3);\nauto last = v.begin() + (n == 7 ? «4 | 3» : 1);\n", "v.erase(v.begin(), last)"),
    "string_end": ("bounds", "std::string s(30, 'x');\nauto it = s.begin() + (n == 7 ? «31 | 30» : 1);", "keep(*it)"),
    "copy_into_empty": ("null", "std::vector<int> from(3), to«| (3)»;\n", "if (n == 7) std::copy(from.begin(), from.end(), to.begin())"),
    "unique_member": ("null", "std::unique_ptr<std::pair<int, int>> p;\n«if (n != 7) |» p = std::make_unique<std::pair<int, int>>(1, 2);",
                      "keep(p->second)"),
    "map_end": ("bounds", "std::map<int, std::string> m;\nm[1] = std::string(40, 'x');\nauto it = m.find(n == 7 ? «2 | 1» : 1);",
                "keep(it->second.size() + it->second[0])"),
    "vector_bool_index": ("bounds", "std::vector<bool> v(64);\nconst int i = n == 7 ? «64 | 63» : 1;", "keep<bool>(v[i])"),
    "list_front": ("bounds", "std::list<std::array<int, 8>> l(n == 7 ? «0 | 1» : 2);", "keep(l.front()[5])"),
    "list_end": ("bounds", "std::list<std::array<int, 8>> l(1);\nauto it = l.begin();\nif (n == 7) «++it | l.emplace_back()»;", "keep((*it)[5])"),
    "lower_bound_end": ("bounds", "const std::vector<int> v = {1, 3, 5};\nif (n > «7 | 5») return;\nconst auto it = std::lower_bound(v.begin(), v.end(), n);",
                        "keep(*it)"),
    "min_element_empty": ("null", "std::vector<int> v(n == 7 ? «0 | 1» : 2);\n", "keep(*std::min_element(v.begin(), v.end()))"),
    "string_from_null": ("exception", "const char* text = n == 7 ? «nullptr | \"abc\"» : \"abc\";", "const std::string s(text); keep(s.size())"),
    "string_view_from_null": ("null", "const char* text = n == 7 ? «nullptr | \"abc\"» : \"abc\";", "const std::string_view s(text); keep(s.size())"),
}
for name, (kind, declare, use) in SEEN.items():
    ROWS.append(Row(f"std_{name}", kind, "address", (7,), f"""
void Put(int n) {{
  {declare}
  {use};  // BUG
}}
"""))
