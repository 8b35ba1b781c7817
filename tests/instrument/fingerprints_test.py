"""What the pass writes down about code changes with the code that a PUT reaches, and with nothing else.

The small programs have no FORALL: a symbol belongs to a PUT by the tag in its name, as the registrations' symbols do.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

FORALL = os.environ["FORALL"]
PRINT_CODE = os.environ["PRINT_CODE"]
LINKER = os.environ.get("LD", "ld")
COMPILER = os.environ.get("FORALL_CLANGXX", "clang++-19")

SMALL = """
extern "C" int printf(const char*, ...);
namespace lib {
int twice(int x) { return 2 * x; }
inline int half(int x) { return x / 2; }
template <class T> T largest(T a, T b) { return a < b ? b : a; }
}
static int hidden(int x) { return x + 1; }
int plus(int x) { return x + 10; }
int minus(int x) { return x - 10; }
int (*const operations[])(int) = {plus, minus};
namespace lib { int limit = 5; }
struct Shape { virtual ~Shape() = default; virtual int area() const { return 1; } };
struct Circle : Shape { int area() const override { return 3; } };
const Shape* make() { return new Circle; }
int counted() { static int calls = hidden(7); return ++calls; }
thread_local int per_thread = hidden(8);
struct Error { int code; };
extern "C" int named_by_libraries(int x) { return x ^ 1; }
extern int other_file(int);
// here
struct S_Calls_Forall { static int run(int x); };
int S_Calls_Forall::run(int x) { return lib::twice(x) + lib::half(x); }
struct S_Template_Forall { static int run(int x); };
int S_Template_Forall::run(int x) { return lib::largest(x, 3); }
struct S_Texts_Forall { static void run(); };
void S_Texts_Forall::run() { printf("one"); printf("two"); }
struct S_Closures_Forall { static int run(int x); };
int S_Closures_Forall::run(int x) {
  const auto first = [=](int y) { return x + y; };
  const auto second = [=](int y) { return x * y; };
  return first(1) - second(2);
}
struct S_Table_Forall { static int run(int x); };
int S_Table_Forall::run(int x) { return operations[x & 1](x); }
struct S_Virtual_Forall { static int run(); };
int S_Virtual_Forall::run() { return make()->area(); }
struct S_Variable_Forall { static int run(); };
int S_Variable_Forall::run() { return lib::limit; }
struct S_Static_Forall { static int run(); };
int S_Static_Forall::run() { return counted(); }
struct S_Thread_Forall { static int run(); };
int S_Thread_Forall::run() { return per_thread; }
struct S_Throws_Forall { static int run(int x); };
int S_Throws_Forall::run(int x) {
  try { if (x > 3) throw Error{x}; } catch (const Error& error) { return error.code; }
  return 0;
}
struct S_Outside_Forall { static int run(int x); };
int S_Outside_Forall::run(int x) { return other_file(x); }
struct S_Switch_Forall { static int run(int x); };
int S_Switch_Forall::run(int x) {
  switch (x) { case 1: return 17; case 2: return 4; case 3: return 99; case 4: return 6; default: return 0; }
}
"""
SMALL_PUTS = {f"S.{name}" for name in ("Calls", "Template", "Texts", "Closures", "Table", "Virtual", "Variable",
                                       "Static", "Thread", "Throws", "Outside", "Switch")}

# Text to replace, its replacement, the PUTs that change.
EDITS = {
    "a function": ("2 * x", "3 * x", {"Calls"}),
    "an inline function": ("x / 2", "x / 4", {"Calls"}),
    "a comparison in a template": ("a < b ? b : a", "a <= b ? b : a", {"Template"}),
    "the type of a parameter's operation": ("x / 2", "int(unsigned(x) / 2)", {"Calls"}),
    "a string literal": ('"two"', '"three"', {"Texts"}),
    "two literals change places": ('printf("one"); printf("two")', 'printf("two"); printf("one")', {"Texts"}),
    "a closure": ("x * y", "x ^ y", {"Closures"}),
    "two closures change places": ("return x + y; };\n  const auto second = [=](int y) { return x * y;",
                                   "return x * y; };\n  const auto second = [=](int y) { return x + y;", {"Closures"}),
    "a function in a table": ("x - 10", "x - 11", {"Table"}),
    "the order of a table": ("{plus, minus}", "{minus, plus}", {"Table"}),
    "an override": ("return 3;", "return 4;", {"Virtual"}),
    "a new override": ("int area() const override { return 3; }",
                       "int area() const override { return 3; } ~Circle() override { lib::limit = 6; }", {"Virtual"}),
    "a new base": ("struct Circle : Shape {", "struct Round : Shape { ~Round() override { plus(1); } };\n"
                   "struct Circle : Round {", {"Virtual"}),
    "the value of a variable": ("limit = 5", "limit = 6", {"Variable"}),
    "a variable becomes a constant": ("int limit", "extern const int limit; const int limit", {"Variable"}),
    "what initializes": ("x + 1", "x + 2", {"Static", "Thread"}),
    "a member of an exception": ("struct Error { int code; }", "struct Error { long code; }", {"Throws"}),
    "a value of a switch": ("99", "98", {"Switch"}),
    "a case of a switch": ("case 3:", "case 33:", {"Switch"}),
}
HARMLESS = {
    "a comment": ("// here", "// here\n\n// and there"),
    "a function": ("// here", "int added(int x) { return x - 7; }"),
    "a literal in front": ("// here", 'void added() { printf("zero"); printf("two"); }'),
    "a closure in front": ("// here", "int added(int x) { const auto f = [=](int y) { return x - y; }; return f(2); }"),
    "another order": ("int plus(int x) { return x + 10; }\nint minus(int x) { return x - 10; }",
                      "int minus(int x) { return x - 10; }\nint plus(int x) { return x + 10; }"),
    "a type in front": ("// here", "struct Added { int a; double b; }; double added(Added* x) { return x->b; }"),
    "an attribute in front": ("extern \"C\" int printf",
                              "[[noreturn, gnu::cold]] void added(int x) { for (;;) if (x == 3) throw x; }\n"
                              "extern \"C\" int printf"),
    "a constant variable": ("// here", "namespace lib { extern const int added[]; const int added[] = {1, 2}; }"),
    "a name of a local variable": ("const auto first = [=](int y) { return x + y; }",
                                   "const auto first = [=](int why) { return x + why; }"),
}
FOR_ALL = {
    "an initializer": ("// here", "int added = hidden(3);"),
    "a function that runs before main": ("// here", "__attribute__((constructor)) void added() { lib::limit = 7; }"),
    "operator new": ("// here", "void* operator new(unsigned long) { static char c[99]; return c; }"),
    "a function that libraries may call": ("x ^ 1", "x ^ 2"),
    "what the linker may find": ("// here", '__attribute__((section("plugins"))) int added = 3;'),
    "assembly": ("// here", 'asm(".globl added\\nadded:\\n");'),
}


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def run_in(cls, command):
        result = subprocess.run(command, cwd=cls.folder, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(f"{command}\n{result.stdout}{result.stderr}")
        return result.stdout

    @classmethod
    def compiled(cls, text, name="small.cpp", flags=()):
        """The object of this source; the file has the same name in all versions."""
        (cls.folder / name).write_text(text)
        cls.run_in([FORALL, "c++", "-std=c++20", *flags, "-c", name, "-o", f"{name}.o"])
        return f"{name}.o"

    @classmethod
    def code(cls, program, puts):
        """For each PUT its parts."""
        result = {put: set() for put in puts}
        for line in cls.run_in([PRINT_CODE, program, *puts]).splitlines():
            put, part, fingerprint = line.split("\t")
            result[put].add((part, fingerprint))
        return result

    def changed(self, before, after):
        return {put for put in before if before[put] != after[put]}


def replaced(text, old, new):
    assert old in text, old
    return text.replace(old, new, 1)


class SmallPrograms(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.base = cls.code(cls.compiled(SMALL), SMALL_PUTS)

    def after(self, old, new):
        return self.code(self.compiled(replaced(SMALL, old, new)), SMALL_PUTS)

    def test_every_put_is_known(self):
        for put, parts in self.base.items():
            self.assertTrue(any(f"{put.split('.')[1]}_Forall" in part for part, _ in parts), put)

    def test_an_edit_changes_exactly_the_puts_that_reach_it(self):
        for what, (old, new, puts) in EDITS.items():
            with self.subTest(what):
                self.assertEqual(self.changed(self.base, self.after(old, new)), {f"S.{put}" for put in puts})

    def test_what_no_put_reaches_changes_nothing(self):
        text = SMALL
        for old, new in HARMLESS.values():
            text = replaced(text, old, new.replace("added", f"added_{len(text)}") + ("\n// here" if old == "// here" else ""))
        self.assertEqual(self.changed(self.base, self.code(self.compiled(text), SMALL_PUTS)), set())

    def test_what_runs_before_main_or_unseen_changes_all(self):
        for what, (old, new) in FOR_ALL.items():
            with self.subTest(what):
                self.assertEqual(self.changed(self.base, self.after(old, new)), SMALL_PUTS)

    def test_the_changed_function_is_named(self):
        before, after = self.base["S.Calls"], self.after("2 * x", "3 * x")["S.Calls"]
        self.assertEqual({part for part, _ in before ^ after}, {"_ZN3lib5twiceEi"})


ONE = """
namespace { int helper(int x) { return x + 1; } }
inline int shared(int x) { return x + SHARED; }
extern int other_file(int);
extern int never_defined(int) __attribute__((weak));
struct S_One_Forall { static int run(int x); };
int S_One_Forall::run(int x) { return helper(x) + other_file(x) + (never_defined ? never_defined(x) : 0); }
"""
TWO = """
namespace { int helper(int x) { return x + 2; } }
inline int shared(int x) { return x + SHARED; }
int aliased(int x) { return x - 3; }
extern int alias(int x) __attribute__((alias("_Z7aliasedi")));
struct S_Two_Forall { static int run(int x); };
int S_Two_Forall::run(int x) { return helper(x) + alias(x); }
int other_file(int x) { return shared(x) - 1; }
"""
CLOSURES = """
static auto count = [] { static int n = 0; return ++n; };
static auto also = count;
struct S_One_Forall { static int run(); };
int S_One_Forall::run() { return count(); }
struct S_Two_Forall { static int run(); };
int S_Two_Forall::run() { return also(); }
"""


class SeveralModules(Folder):
    PUTS = {"S.One", "S.Two"}

    def joined(self, one, two, shared="5"):
        objects = [self.compiled(one, "one.cpp", ["-DSHARED=5"]), self.compiled(two, "two.cpp", [f"-DSHARED={shared}"])]
        self.run_in([LINKER, "-r", *objects, "-o", "joined.o"])
        return self.code("joined.o", self.PUTS)

    def test_puts_reach_code_of_other_files(self):
        base = self.joined(ONE, TWO)
        for what, one, two, puts in (
                ("a function", ONE, TWO.replace("shared(x) - 1", "shared(x) - 2"), {"S.One"}),
                ("a function of the same name in another file", ONE, TWO.replace("x + 2", "x + 3"), {"S.Two"}),
                ("what an alias stands for", ONE, TWO.replace("x - 3", "x - 4"), {"S.Two"}),
                ("a symbol that was not there", ONE, TWO + "int never_defined(int x) { return x; }", {"S.One"})):
            with self.subTest(what):
                self.assertEqual(self.changed(base, self.joined(one, two)), puts)

    def test_all_contents_of_an_inline_function_count(self):
        one = ONE.replace("other_file(x)", "shared(x)")
        self.assertIn("S.One", self.changed(self.joined(one, TWO, "6"), self.joined(one, TWO, "7")))

    def test_memory_that_becomes_shared_is_a_change(self):
        puts = self.PUTS
        base = self.code(self.compiled(CLOSURES), puts)
        apart = CLOSURES.replace("also = count", "also = [] { static int n = 0; return ++n; }")
        self.assertEqual(self.changed(base, self.code(self.compiled(apart), puts)), puts)

    def test_linking_keeps_it(self):
        one, two = self.compiled(ONE, "one.cpp", ["-DSHARED=5"]), self.compiled(TWO, "two.cpp", ["-DSHARED=5"])
        expected = self.joined(ONE, TWO)
        self.run_in(["ar", "rcs", "libtwo.a", two])
        self.run_in([FORALL, "c++", one, "libtwo.a", "-Wl,--gc-sections", "-o", "program"])
        self.assertEqual(self.code("program", self.PUTS), expected)
        self.run_in(["strip", "program"])
        self.assertEqual(self.code("program", self.PUTS), expected)

    def test_code_without_instrumentation_makes_the_whole_program_count(self):
        one = self.compiled(ONE + "struct S_Two_Forall { static int run() { return 1; } };\n"
                            "int (*const keep)() = S_Two_Forall::run; int (*const* kept)() = &keep;", "one.cpp", ["-DSHARED=5"])
        programs = []
        for value in (1, 2):
            (self.folder / "plain.cpp").write_text(f"int other_file(int x) {{ return x + {value}; }}")
            self.run_in([COMPILER, "-c", "plain.cpp"])
            self.run_in([FORALL, "c++", one, "plain.o", "-o", "program"])
            programs.append(self.code("program", self.PUTS))
        self.assertEqual(self.changed(*programs), {"S.One"})


REAL = """#include <forall/forall.h>
static int helper(int x) { return x + 1; }
class List {
 public:
  virtual ~List() = default;
  virtual int add(int x) { n_ += x % 7; return n_; }
  int size() const { return n_; }
 private:
  int n_ = 0;
};
FORALL_STATE(List, n_);
FORALL_INVARIANT(List, [](const List& list) { return list.size() >= 0; });
struct Price { int cents; explicit Price(int c) : cents(c) {} };
Price make_price(int euros) { return Price(euros % 100 * 100); }
FORALL_FACTORY(Price, make_price);
// here
void Adds(List& list, int x) { ASSUME(x > 0 && x < 9); EXPECT_LE(list.size(), list.add(x)) << "adds"; }
FORALL(Real, Adds);
void Sizes(List* list) { ASSUME(list != nullptr); EXPECT_GE(list->size(), 0); }
FORALL(Real, Sizes);
void Helps(int x) { ASSUME(x < 100); EXPECT_GT(helper(x), x); }
FORALL(Real, Helps);
void Ranges(int x) { EXPECT_LT(x, 20); }
FORALL(Real, Ranges).WithDomains(InRange(0, 9)).WithSeeds({{3}});
void Costs(Price price) { EXPECT_EQ(price.cents % 100, 0); }
FORALL(Real, Costs);
void Lists(int x) { EXPECT_NE(x, 4); }
FORALL_VALUES(Lists, x, {1, 2, 3});
FORALL(Real, Lists);
namespace app {
void Nests(int x) { EXPECT_EQ([=] { return helper(x); }(), x + 1); }
FORALL(Real, Nests);
}
struct Fixture : ::testing::Test {
  void SetUp() override { limit = 3; }
  void Below(unsigned x) { EXPECT_LT(x % 3, limit); }
  unsigned limit = 0;
};
FORALL_F(Fixture, Below);
TEST(Plain, Test) { EXPECT_EQ(helper(1), 2); }
"""
REAL_PUTS = {f"Real.{name}" for name in ("Adds", "Sizes", "Helps", "Ranges", "Costs", "Lists", "Nests")} | {
    "Fixture.Below"}


class RealPuts(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.base = cls.code(cls.compiled(REAL, "real.cpp"), REAL_PUTS)

    def test_every_put_is_known(self):
        self.assertEqual({put for put, parts in self.base.items() if not parts}, set())

    def test_all_that_makes_inputs_counts_but_not_other_tests_and_lines(self):
        text = REAL
        for old, new in (("list.size() >= 0", "list.size() > 0"), ("InRange(0, 9)", "InRange(0, 8)"),
                         ("x, {1, 2, 3}", "x, {1, 2, 5}"), ("euros % 100 * 100", "euros % 50 * 100"),
                         ("EXPECT_EQ(helper(1), 2)", "EXPECT_EQ(helper(2), 3)"),
                         ("// here", "// here\n\nvoid Added(int x) { ASSUME(x > 3 && x < 4); EXPECT_EQ(x, 0) << x; }\n"
                          "FORALL(Real, Added);\nTEST(Plain, Added) { EXPECT_EQ(helper(3), 4); }")):
            text = replaced(text, old, new)
        after = self.code(self.compiled(text, "real.cpp"), REAL_PUTS)
        self.assertEqual(self.changed(self.base, after), REAL_PUTS - {"Real.Helps", "Real.Nests", "Fixture.Below"})


if __name__ == "__main__":
    unittest.main()
