"""Functions of the C and C++ libraries that are handed too little room: each one for an object on the stack, a global and a block
of the heap. Some of them have models, others are compiled with the test; a test cannot tell which.
"""

from table import Row

# How eight characters come to be; {fill} initialises them.
PLACES = {
    "stack": ("", "char a[8] = {};\nchar* p = a;"),
    "global": ("char a[8];", "char* p = a;"),
    "heap": ("", "const std::unique_ptr<char[]> a(new char[8]());\nchar* p = a.get();"),
}
TEXT = 'char text[16] = "0123456789abcde";'

# name: (in the test after `char* p`, inputs for which it is undefined)
CALLS = {
    "strcpy": (f"{TEXT}\nif (n < 0 || n > «8 | 7») return;\ntext[n] = 0;\nstd::strcpy(p, text);  // BUG", 8),
    "strcat": (f"{TEXT}\nif (n < 0 || n > «5 | 4») return;\ntext[n] = 0;\nstd::strcpy(p, \"abc\");\nstd::strcat(p, text);  // BUG", 5),
    "strncpy": (f"{TEXT}\nif (n < 0 || n > «9 | 8») return;\nstd::strncpy(p, text, n);  // BUG", 9),
    "sprintf": ("if (n < 0) return;\nstd::sprintf(p, \"%d\", n % «100000000 | 10000000»);  // BUG", 12345678),
    "sprintf_text": (f"{TEXT}\nif (n < 0 || n > «4 | 3») return;\ntext[n] = 0;\nstd::sprintf(p, \"ab%s=c\", text);  // BUG", 4),
    "snprintf": ("if (n != 12) return;\nstd::snprintf(p, «12 | 8», \"%d\", 123456789);  // BUG", 12),
    "memcpy": (f"{TEXT}\nif (n < 0 || n > «9 | 8») return;\nstd::memcpy(p, text, n);  // BUG", 9),
    "memcpy_from": ("char copy[16];\nif (n < 0 || n > «9 | 8») return;\nstd::memcpy(copy, p, n);  // BUG", 9),
    "memcpy_fixed": (f"{TEXT}\nif (n == 42) std::memcpy(p, text, «9 | 8»);  // BUG", 42),
    "memmove": ("if (n < 0 || n > «5 | 4») return;\nstd::memmove(p + 4, p, n);  // BUG", 5),
    "memset": ("if (n < 0 || n > «9 | 8») return;\nstd::memset(p, 1, n);  // BUG", 9),
    "memset_fixed": ("if (n == 42) std::memset(p, 1, «9 | 8»);  // BUG", 42),
    "memcmp": (f"char other[16] = {{}};\nif (n < 0 || n > «9 | 8») return;\nkeep(std::memcmp(p, other, n));  // BUG", 9),
    "memchr": ("if (n < 0 || n > «9 | 8») return;\nkeep(std::memchr(p, 'x', n) != nullptr);  // BUG", 9),
    "strlen": ("std::memset(p, 'a', 8);\nif (n < 0 || n > «8 | 7») return;\nif (n < 8) p[n] = 0;\nkeep(std::strlen(p));  // BUG", 8),
    "strcmp": ("std::memset(p, '0', 8);\nconst char* other = \"000000000000\";\nif (n < 0 || n > «8 | 7») return;\n"
               "if (n < 8) p[n] = 0;\nkeep(std::strcmp(p, other) == 0);  // BUG", 8),
    "strchr": ("std::memset(p, 'a', 8);\nif (n < 0 || n > «8 | 7») return;\nif (n < 8) p[n] = 0;\n"
               "keep(std::strchr(p, 'x') != nullptr);  // BUG", 8),
    "std_copy": (f"{TEXT}\nif (n < 0 || n > «9 | 8») return;\nstd::copy(text, text + n, p);  // BUG", 9),
    "std_fill": ("if (n < 0 || n > «9 | 8») return;\nstd::fill_n(p, n, 'x');  // BUG", 9),
    "std_reverse": ("if (n < 0 || n > «9 | 8») return;\nstd::reverse(p, p + n);  // BUG", 9),
    "std_accumulate": ("if (n < 0 || n > «9 | 8») return;\nkeep(std::accumulate(p, p + n, 0));  // BUG", 9),
    "std_find": ("if (n < 0 || n > «9 | 8») return;\nkeep(std::find(p, p + n, 'x') - p);  // BUG", 9),
    "string_of": ("if (n < 0 || n > «9 | 8») return;\nconst std::string text(p, n);  // BUG\nkeep(text.size());", 9),
    "strtol": ("std::memset(p, '1', 8);\nif (n < 0 || n > «8 | 7») return;\nif (n < 8) p[n] = 0;\nkeep(std::strtol(p, nullptr, 10));  // BUG", 8),
}


def product(call, place):
    before, declare = PLACES[place]
    use, witness = CALLS[call]
    return Row(f"{call}_{place}", "bounds", "address", (witness,), f"{before}\nvoid Put(int n) {{\n{declare}\n{use}\n}}\n")


ROWS = [product(call, place) for call in CALLS for place in PLACES]


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


row("qsort_too_many", "bounds", (6,), """
int order(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);  // BUG
}
void Put(int n) {
  int a[5] = {5, 4, 3, 2, 1};
  if (n < 0 || n > «6 | 5») return;
  std::qsort(a, n, sizeof(int), &order);  // BUG
  keep(a[0]);
}
""")
row("bsearch_too_many", "bounds", (4,), """
int order(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);  // BUG
}
void Put(int n) {
  int a[2] = {1, 2};
  const int key = 9;
  if (n != 4) return;
  keep(std::bsearch(&key, a, «4 | 2», sizeof(int), &order) != nullptr);  // BUG
}
""")
row("sort_too_many", "bounds", (5,), """
void Put(int n) {
  int a[4] = {3, 4, 2, 1};
  int* p = a;
  if (n != 5) return;
  std::sort(p, p + «5 | 4»);  // BUG
  keep(a[0]);
}
""")
row("sscanf_word", "bounds", (4,), """
void Put(int n) {
  char word[4] = {};
  char text[8] = "abcdefg";
  if (n < 1 || n > «4 | 3») return;
  text[n] = 0;
  std::sscanf(text, "%s", word);  // BUG
  keep(word[0]);
}
""")
row("wcscat_wide", "bounds", (4,), """
void Put(int n) {
  wchar_t a[4] = {};
  wchar_t text[8] = L"abcdefg";
  if (n < 0 || n > «4 | 3») return;
  text[n] = 0;
  std::wcscat(a, text);  // BUG
  keep(a[0]);
}
""")
row("vla_memcpy", "bounds", (3,), """
void Put(int n) {
  if (n < 1 || n > 5) return;
  char a[n];
  const char text[8] = "0123456";
  std::memcpy(a, text, n == 3 ? «4 | 3» : n);  // BUG
  keep(a[0]);
}
""")
row("strcpy_in_a_call", "bounds", (8,), """
NOINLINE void copy(char* to, const char* from) {
  std::strcpy(to, from);  // BUG
}
void Put(int n) {
  char a[8];
  char text[16] = "0123456789abcde";
  if (n < 0 || n > «8 | 7») return;
  text[n] = 0;
  copy(a, text);
  keep(a[0]);
}
""")
row("strcpy_elsewhere", "bounds", (8,), """
void copy(char* to, const char* from);
void Put(int n) {
  char a[8];
  char text[16] = "0123456789abcde";
  if (n < 0 || n > «8 | 7») return;
  text[n] = 0;
  copy(a, text);
  keep(a[0]);
}
--- other
void copy(char* to, const char* from) {
  std::strcpy(to, from);  // BUG
}
""")
row("strncat_one_more", "bounds", (8,), """
void Put(int n) {
  char a[8] = "ab";
  if (n < 0 || n > 8) return;
  std::strncat(a, "0123456789", «n | n > 5 ? 5 : n»);  // BUG
  keep(a[0]);
}
""")
row("negative_length", "bounds", (-1,), """
void Put(int n) {
  char a[8] = {};
  const char text[8] = "0123456";
  if (n < «-1 | 0» || n > 8) return;
  std::memcpy(a, text, static_cast<std::size_t>(n));  // BUG
  keep(a[0]);
}
""")
for name, call in {"memcpy": "std::memcpy(a + n, a, 4)", "strcpy": "std::strcpy(a + n, a)",
                   "memcpy_call": "copy(a + n, a, 4)"}.items():
    row(f"overlap_{name}", "overlap", (2,), f"""
NOINLINE void copy(char* to, const char* from, int n) {{
  std::memcpy(to, from, n);  // BUG
}}
void Put(int n) {{
  char a[16] = "abc";
  if (n < «2 | 4» || n > 8) return;
  {call};  // BUG
  keep(a[0]);
}}
""")
row("overlap_strcat", "overlap", (3,), """
void Put(int n) {
  char a[16] = "abcdef";
  char b[16] = "abcdef";
  if (n == 3) std::strcat(a, «a + 3 | b + 3»);  // BUG
  keep(a[0]);
}
""")
for name in ("isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
             "isxdigit", "tolower", "toupper"):
    row(f"character_{name}", "character", (-200000,), f"""
void Put(int n) {{
  if (n < «-300000 | -1» || n > 255) return;
  keep(std::{name}(n));  // BUG
}}
""", judge="nothing", note="the C library looks into a table of its own, which no sanitizer guards")
row("bit_ctz", "builtin", (0,), """
void Put(unsigned n) {
  «| if (n == 0) return;»
  keep(__builtin_ctz(n));  // BUG
}
""")
row("bit_clz", "builtin", (0,), """
void Put(unsigned n) {
  «| if (n == 0) return;»
  keep(__builtin_clz(n));  // BUG
}
""")
row("bit_clzll", "builtin", (256,), """
void Put(std::uint64_t n) {
  n = (n - 256)«| >> 1 << 1 ^ 1»;
  keep(__builtin_clzll(n));  // BUG
}
""")

# What is printed is read, too. `p` points to eight characters that no zero follows, and a zero is put among them.
PRINTS = {
    "puts": ("std::puts(p);  // BUG", 8),
    "fputs": ("std::fputs(p, stdout);  // BUG", 8),
    "printf_text": ('std::printf("%d: %s\\n", n, p);  // BUG', 8),
    "printf_precision": ('std::printf("%.*s\\n", n + «1 | 0», p);  // BUG', 8),
    "fwrite": ("std::fwrite(p, 1, n + «1 | 0», stdout);  // BUG", 8),
    "cout_text": ("std::cout << p;  // BUG", 8),
    "cout_write": ("std::cout.write(p, n + «1 | 0»);  // BUG", 8),
}
UNSEEN = {"judge": "nothing", "note": "AddressSanitizer does not look at what this function reads or writes"}
for name, (use, witness) in PRINTS.items():
    limit = "«8 | 7»" if "«" not in use else "8"
    row(f"{name}_too_far", "bounds", (witness,), f"""
void Put(int n) {{
  char p[8] = {{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}};
  if (n < 0 || n > {limit}) return;
  if (n < 8) p[n] = 0;
  {use}
}}
""", **(UNSEEN if name == "printf_precision" else {}))
row("printf_freed", "freed", (3,), """
void Put(int n) {
  char* p = strdup("abc");
  if (n != 3) return std::free(p);
  «std::free(p); | »
  std::printf("%s\\n", p);  // BUG
  «(void)p; | std::free(p);»
}
""")
row("printf_null", "null", (3,), """
void Put(int n) {
  const char* p = n == «3 | 3000000000» ? nullptr : "abc";
  std::printf("%d: %s.\\n", n, p);  // BUG
}
""", judge="nothing", note="the C library prints (null)")
row("cout_view_of_freed", "freed", (3,), """
void Put(int n) {
  auto text = std::make_unique<std::string>("a text that is too long to be in the string itself");
  const std::string_view view = *text;
  if (n == 3) text«.reset() | ->size()»;
  std::cout << view;  // BUG
}
""")

# Calls whose results nothing uses, and copies to variables that nothing reads.
UNUSED = {
    "strlen": "std::strlen(p)",
    "strncmp": 'std::strncmp(p, "abd", 3)',
    "memcmp": 'std::memcmp(p, "x", 1)',
    "strchr": "std::strchr(p, 'x')",
    "strstr": 'std::strstr(p, "x")',
    "memchr": "std::memchr(p, 'x', 2)",
    "atoi": "std::atoi(p)",
}
for name, use in UNUSED.items():
    row(f"{name}_of_freed_unused", "freed", (3,), f"""
void Put(int n) {{
  char* p = strdup("abc");
  if (n == 3) «std::free(p) | keep(n)»;
  UNUSED({use});  // BUG
  if (n != 3) std::free(p);
  «keep(n); | if (n == 3) std::free(p);»
}}
""")
DEAD = {
    "strcpy": "std::strcpy(p, «\"abcdefgh\" | \"abcdefg\"»)",
    "stpcpy": "(void)stpcpy(p, «\"abcdefgh\" | \"abcdefg\"»)",
    "mempcpy": "(void)mempcpy(p, \"abcdefghi\", «9 | 8»)",
    "bcopy": "bcopy(\"abcdefghi\", p, «9 | 8»)",
    "bzero": "bzero(p, «9 | 8»)",
    "sprintf": "std::sprintf(p, «\"abcdefgh\" | \"abcdefg\"»)",
}
for name, use in DEAD.items():
    row(f"{name}_to_unused", "bounds", (3,), f"""
void Put(int n) {{
  char p[8];
  if (n == 3) {use};  // BUG
}}
""", **(UNSEEN if name in ("stpcpy", "mempcpy", "bcopy") else {}))

# What a comparator must say, and where bsearch may search.
ORDERS = {
    "qsort_one_sided": ("return a > b;", "return (a > b) - (a < b);", "std::qsort(v, 3, sizeof v[0], compare)"),
    "qsort_one_sided_symbolic": ("return a > b;", "return (a > b) - (a < b);", "v[0] = n;\n  std::qsort(v, 2, sizeof v[0], compare)"),
    "qsort_bool": ("return a < b ? -1 : 1;", "return a < b ? -1 : a > b;", "v[1] = n;\n  std::qsort(v, 3, sizeof v[0], compare)"),
    "bsearch_unsorted": ("return (a > b) - (a < b);", "return (a > b) - (a < b);", "«| std::qsort(v, 3, sizeof v[0], compare);» keep(std::bsearch(&n, v, 3, sizeof v[0], compare))"),
}
for name, (bad, good, use) in ORDERS.items():
    order = bad if bad == good else f"«{bad} | {good}»"
    row(name, "builtin", (7,), f"""
int compare(const void* x, const void* y) {{
  const int a = *static_cast<const int*>(x), b = *static_cast<const int*>(y);
  {order}
}}
void Put(int n) {{
  if (n != 7) return;
  int v[] = {{7, 1, 9}};
  {use};  // BUG
}}
""", judge="nothing", note="the C library sorts and searches in some way")

# strtol says that a number is too large; atoi has no way to.
for name, digits in {"atoi": "2147483640", "atol": "9223372036854775800"}.items():
    row(f"{name}_too_large", "builtin", (9,), f"""
void Put(int n) {{
  if (n < 0 || n > «9 | 7») return;
  char text[] = "{digits}";
  text[sizeof text - 2] = static_cast<char>('0' + n);
  keep(std::{name}(text));  // BUG
}}
""", judge="nothing", note="the C library returns some number")
