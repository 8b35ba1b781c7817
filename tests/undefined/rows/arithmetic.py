"""Operators whose result does not exist: overflow, division, shifts, conversions of floating point."""

from table import Row

ROWS = []
LIMIT = "if (n > 1000 || n < -1000) return;"


def row(name, kind, witness, text, judge="address", **more):
    ROWS.append(Row(name, kind, judge, witness, text, **more))


def operator(name, kind, type_, witness, guard, expression):
    """An expression of n that is undefined for the witness unless the guard keeps it out."""
    row(name, kind, (witness,), f"""
void Put({type_} n) {{
  «| if ({guard}) return;»
  keep({expression});  // BUG
}}
""")


MAX, MIN = 2**31 - 1, -2**31
operator("overflow_add", "overflow", "int", MAX, "n > INT_MAX - 5", "n + 5")
operator("overflow_subtract", "overflow", "int", MIN, "n < INT_MIN + 5", "n - 5")
operator("overflow_multiply", "overflow", "int", 2**20, "n > 1000 || n < -1000", "n * 4096")
operator("overflow_square", "overflow", "int", 2**20, "n > 1000 || n < -1000", "n * n")
operator("overflow_negate", "overflow", "int", MIN, "n == INT_MIN", "-n")
operator("overflow_abs", "overflow", "int", MIN, "n == INT_MIN", "std::abs(n)")
operator("overflow_long", "overflow", "std::int64_t", 2**63 - 1, "n == INT64_MAX", "n + 1")
operator("overflow_promoted", "overflow", "unsigned short", 65535, "n > 30000", "n * n")
operator("division_overflow", "division", "int", MIN, "n == INT_MIN", "n / -1")
operator("remainder_overflow", "division", "int", MIN, "n == INT_MIN", "n % -1")
operator("division_by_zero", "division", "int", 0, "n == 0", "100 / n")
operator("division_by_zero_long", "division", "std::int64_t", 5, "n == 5", "100 / (n == 5 ? 0 : 3)")
operator("division_unsigned", "division", "unsigned", 0, "n == 0", "100u / n")
operator("remainder_by_zero", "division", "int", 0, "n == 0", "100 % n")
operator("remainder_unused", "division", "int", 0, "n == 0", "(100 % n) * 0")
operator("shift_negative", "shift", "int", -1, "n < 0 || n > 31", "1u << n")
operator("shift_too_far", "shift", "unsigned", 32, "n > 31", "1u << n")
operator("shift_right_too_far", "shift", "unsigned", 40, "n > 31", "12345 >> n")
operator("shift_long_too_far", "shift", "unsigned", 64, "n > 63", "std::uint64_t{1} << n")
operator("shift_of_a_char", "shift", "unsigned char", 200, "n > 31", "n >> n")
operator("shift_amount_unused", "shift", "unsigned", 32, "n > 31", "(1u << n) * 0u")
operator("float_to_int", "float", "double", 1e20, "!(n > -1e9 && n < 1e9)", "static_cast<int>(n)")
operator("float_to_unsigned", "float", "double", -5.0, "!(n >= 0 && n < 1e9)", "static_cast<unsigned>(n)")
operator("float_to_char", "float", "float", 300.0, "!(n > -100 && n < 100)", "static_cast<signed char>(n)")
operator("float_to_long", "float", "double", 1e30, "!(n > -1e9 && n < 1e9)", "static_cast<std::int64_t>(n)")

row("overflow_increment", "overflow", (MAX,), """
void Put(int n) {
  «| if (n == INT_MAX) return;»
  ++n;  // BUG
  keep(n);
}
""")
row("overflow_decrement", "overflow", (MIN,), """
void Put(int n) {
  «| if (n == INT_MIN) return;»
  keep(n--);  // BUG
}
""")
row("overflow_compound", "overflow", (MAX, 1), """
void Put(int n, int m) {
  if (m < 0 || m > 10) return;
  «| if (n > INT_MAX - 10) return;»
  n += m;  // BUG
  keep(n);
}
""")
row("overflow_unused", "overflow", (MAX,), """
void Put(int n) {
  «| if (n == INT_MAX) return;»
  int unused = n + 1;  // BUG
  (void)unused;
}
""")
row("overflow_compared", "overflow", (MAX,), """
void Put(int n) {
  «| if (n == INT_MAX) return;»
  if (!(n + 1 > n)) std::abort();  // BUG
}
""")
row("overflow_midpoint", "overflow", (MAX, MAX), """
void Put(int n, int m) {
  if (n < 0 || m < n) return;
  keep(«(n + m) / 2 | n + (m - n) / 2»);  // BUG
}
""")
row("overflow_loop", "overflow", (5,), """
void Put(int n) {
  if (n < 0 || n > «5 | 4») return;
  int product = 1000;
  for (int i = 0; i < n; ++i) product *= 36;  // BUG
  keep(product);
}
""")
row("overflow_call", "overflow", (MAX,), """
NOINLINE int next(int n) {
  return n + 1;  // BUG
}
void Put(int n) {
  «| if (n == INT_MAX) return;»
  keep(next(n));
}
""")
row("overflow_elsewhere", "overflow", (MAX,), """
int next(int n);
void Put(int n) {
  «| if (n == INT_MAX) return;»
  keep(next(n));
}
--- other
int next(int n) {
  return n + 1;  // BUG
}
""")
row("overflow_accumulate", "overflow", (MAX, 1), """
void Put(int n, int m) {
  if (m < 0 || m > 10) return;
  «| if (n > INT_MAX - 10) return;»
  const int a[2] = {n, m};
  int sum = 0;
  for (int x : a) sum += x;  // BUG
  keep(sum);
}
""")
row("shift_assign", "shift", (33,), """
void Put(unsigned n) {
  unsigned x = 5;
  «| if (n > 31) return;»
  x <<= n;  // BUG
  keep(x);
}
""")
row("division_assign", "division", (0,), """
void Put(int n) {
  int x = 5;
  «| if (n == 0) return;»
  x /= n;  // BUG
  keep(x);
}
""")
row("division_call", "division", (3,), """
NOINLINE int share(int total, int count) {
  return total / count;  // BUG
}
void Put(int n) {
  if (n < 0 || n > 5) return;
  keep(share(10, n«- 3 | + 3»));
}
""")
row("division_elsewhere", "division", (3,), """
int share(int total, int count);
void Put(int n) {
  if (n < 0 || n > 5) return;
  keep(share(10, n«- 3 | + 3»));
}
--- other
int share(int total, int count) {
  return total % count;  // BUG
}
""")
row("float_nan_to_int", "float", (1.0,), """
void Put(double n) {
  if (!(n >= 0 && n <= 1)) return;
  const double x = n == 1 ? «std::nan("") | 2.0» : n;
  keep(static_cast<int>(x));  // BUG
}
""")
row("float_index", "float", (1e10,), """
void Put(double n) {
  const int a[4] = {1, 2, 3, 4};
  if (!(n >= 0)) return;
  «| if (n >= 4) return;»
  const unsigned i = static_cast<unsigned>(n);  // BUG
  keep(a[i & 3]);
}
""")
row("length_of_an_array", "length", (0,), """
void Put(int n) {
  if (n < «0 | 1» || n > 4) return;
  int a[n];  // BUG
  keep(sizeof a);
}
""")
row("length_negative", "length", (-2,), """
void Put(int n) {
  if (n < «-2 | 1» || n > 4) return;
  char a[n];  // BUG
  keep(sizeof a);
}
""")
