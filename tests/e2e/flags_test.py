"""Flags after `--` mean what they mean to a compiler, or are refused; C sources are C."""

import textwrap
import unittest

from support import Workspace

TEST = """
    #include <forall/forall.h>
    #include <gtest/gtest.h>
    """


class Flags(Workspace):
    def write(self, name, text, is_test=True):
        path = self.folder / name
        path.write_text(textwrap.dedent((TEST if is_test else "") + text))
        return path

    def verdicts(self, run):
        return {name: put["verdict"] for name, put in run.puts().items()}

    def test_signed_numbers_wrap_around_where_the_user_says_so(self):
        source = self.write("wrap.cpp", """
            int next(int a) { return a + 1; }
            void Wraps(int a) { EXPECT_TRUE((next(a) > a) == (a != 2147483647)); }
            FORALL(Flags, Wraps);
            """)
        self.assertEqual(self.verdicts(self.explore(source)), {"Flags.Wraps": "refuted"})
        for flag in ("-fwrapv", "-fno-strict-overflow"):
            run = self.explore(source, "--", flag)
            self.assertEqual(self.verdicts(run), {"Flags.Wraps": "proved"}, run)

    def test_code_for_builds_without_optimization_is_seen(self):
        source = self.write("plain.cpp", """
            void IsPlain(int a) {
            #ifndef __OPTIMIZE__
              EXPECT_NE(a, 7);
            #endif
            }
            FORALL(Flags, IsPlain);
            """)
        for flags in (["-O0"], []):
            run = self.explore(source, "--", *flags)
            self.assertEqual(self.verdicts(run), {"Flags.IsPlain": "refuted"}, run)

    def test_code_for_builds_with_optimization_is_seen_and_confirmed(self):
        source = self.write("optimized.cpp", """
            void IsOptimized(int a) {
            #if defined __OPTIMIZE__ && defined __OPTIMIZE_SIZE__
              EXPECT_NE(a, 7);
            #endif
            }
            FORALL(Flags, IsOptimized);
            """)
        run = self.explore(source, "--", "-Os")
        self.assertEqual(self.verdicts(run), {"Flags.IsOptimized": "refuted"}, run)
        self.assertEqual({case["native"] for case in self.cases("Flags.IsOptimized")}, {"confirmed"})

    def test_flags_of_other_tools_are_left_out(self):
        source = self.write("tools.cpp", """
            void Same(int a) { EXPECT_EQ(a, a + 0); }
            FORALL(Flags, Same);
            """)
        run = self.explore(source, "--no-confirm", "--emit", "none", "--", "-fsanitize=address", "-flto", "--coverage",
                           "-fprofile-instr-generate", "-fno-pie", "-Werror")
        self.assertEqual(self.verdicts(run), {"Flags.Same": "proved"}, run)

    def test_flags_that_cannot_be_followed_are_refused(self):
        source = self.write("float.cpp", """
            void Same(int a) { EXPECT_EQ(a, a + 0); }
            FORALL(Flags, Same);
            """)
        for flag in ("-ffast-math", "-ffp-contract=fast", "-m32", "-fno-exceptions", "-fno-rtti", "-S"):
            with self.subTest(flag=flag):
                run = self.explore(source, "--", flag)
                self.assert_user_error(run, rf"the flag {flag} is not supported")
                self.assert_one_message(run)

    def test_c_sources_are_c(self):
        c = self.write("list.c", """
            #include <stdlib.h>
            #include <string.h>
            #ifdef __cplusplus
            #error this is C
            #endif
            int order(const char *a, const char *b) { int *class = malloc(sizeof *class); *class = strcmp(a, b) < 0;
              int result = *class; free(class); return result; }
            """, is_test=False)
        test = self.write("list_test.cpp", """
            extern "C" int order(const char* a, const char* b);
            void Orders(char a) {
              const char x[2] = {a, 0};
              EXPECT_EQ(order(x, "m"), static_cast<unsigned char>(a) < 'm');
            }
            FORALL(Flags, Orders);
            """)
        run = self.explore(test, c, "--", "-std=c++17", "-std=c11")
        self.assertEqual(self.verdicts(run), {"Flags.Orders": "proved"}, run)
        compiled = self.forall("c++", "-c", c, "-o", self.folder / "list.o")
        self.assertEqual(compiled.code, 0, compiled)
        run = self.explore(test, "--emit", "none", "--no-confirm", "--", self.folder / "list.o")
        self.assertEqual(self.verdicts(run), {"Flags.Orders": "proved"}, run)


if __name__ == "__main__":
    unittest.main()
