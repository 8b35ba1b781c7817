"""forall generalize: closed tests become parameterized ones, with a verdict."""

import shutil
import subprocess
import unittest

from support import FORALL, PROGRAMS, Workspace


class Paper(Workspace):
    """The closed test of the ArrayList in the paper."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(PROGRAMS / "array_list_test.cc", cls.folder / "list_test.cc")
        cls.run_ = cls.forall("generalize", "--json", "--in-place", "--seconds", "40", "list_test.cc")
        cls.source = (cls.folder / "list_test.cc").read_text()

    def test_gives_two_puts_with_the_cases_of_the_paper(self):
        self.assertEqual(self.run_.code, 0, self.run_)
        (test,) = self.run_.json()["tests"]
        self.assertEqual(test["stage"], "proved", self.run_)
        adds, throws = test["puts"]
        values = [[(case["values"]["capacity"], case["values"]["index"]) for case in put["cases"]] for put in (adds, throws)]
        self.assertEqual(values[0], [("1", "0"), ("0", "0")])
        self.assertEqual(sorted(values[1]), [("-1", "0"), ("1", "-1"), ("1", "1")])
        for case in throws["cases"]:
            self.assertIn("throws std::out_of_range", case["reason"])
        self.assertEqual(self.run_.json()["funnel"]["proved"], 1)

    def test_the_second_has_the_whole_body_in_a_try(self):
        self.assertIn("} catch (const std::out_of_range&) {", self.source)

    def test_the_closed_test_stays_and_the_file_compiles(self):
        self.assertIn("TEST(ArrayListTest, Add) {\n  ArrayList a(1);", self.source)
        compiled = subprocess.run(["c++", "-std=c++20", "-fsyntax-only", f"-I{FORALL.parent.parent / 'include'}", "list_test.cc"],
                                  cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(compiled.returncode, 0, compiled.stderr)

    def test_a_second_run_proposes_nothing(self):
        again = self.forall("generalize", "--json", "list_test.cc")
        self.assertEqual(again.json()["funnel"]["known"], 1, again)
        self.assertEqual(again.json()["tests"][0]["puts"], [], again)


class Unsound(Workspace):
    """Tests that hold for their own values and not for all."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(PROGRAMS / "unsound_test.cc", cls.folder / "unsound_test.cc")
        cls.run_ = cls.forall("generalize", "--json", "--seconds", "20", "unsound_test.cc", timeout=600)
        cls.tests = {test["name"].partition(".")[2]: test for test in cls.run_.json()["tests"]}

    def test_none_is_proved_without_a_condition(self):
        """Each is proved under a condition or in another form, or has a counterexample."""
        self.assertEqual(len(self.tests), 20)
        for name, test in self.tests.items():
            with self.subTest(name):
                # Tests about exceptions claim nothing of the other runs.
                limited = [put["assumed"] or put["dropped"] for put in test["puts"] if "Throws" not in put["name"]]
                self.assertTrue((limited and all(limited)) or test["rejected"] or test["stage"] == "refuted", test)


class Bytes(Workspace):
    """What is not generalized stays as it is."""

    SOURCE = ("#include <gtest/gtest.h>\r\n#define TWICE(x) (2 * (x))\r\n#if 0\r\n#include <nowhere>\r\n#endif\r\n"
              "// Größe: 両方\r\ntemplate <class T>\r\nT twice(T number) { return TWICE(number); }\r\n"
              "TEST(Größe, Twice) {\r\n  EXPECT_EQ(TWICE(4u), twice(4u)) << \"größer\";  // é\r\n}  // end\r\n").replace("TEST(Größe", "TEST(Size")

    def test_only_lines_are_added(self):
        path = self.folder / "size_test.cc"
        path.write_bytes(self.SOURCE.encode())
        run = self.forall("generalize", "--in-place", "--json", "--seconds", "20", path.name)
        (test,) = run.json()["tests"]
        self.assertEqual(test["stage"], "proved", run)
        after = path.read_bytes()
        self.assertNotIn(b"\n", after.replace(b"\r\n", b""))
        lines = iter(after.split(b"\r\n"))
        for line in self.SOURCE.encode().split(b"\r\n"):
            self.assertTrue(any(line == other for other in lines), (line, after.decode()))


class Findings(Workspace):
    """Programming errors that other values lead to."""

    SOURCE = """#include <gtest/gtest.h>

int Parts(int n) {
  if (n > 5) return 0;
  return n > 2 ? 0 : n;
}

TEST(Parts, Divide) {
  const int whole = 10;
  EXPECT_GE(100, whole / Parts(1));
}
"""

    def test_are_one_for_each_cause_at_its_place_in_the_closed_test(self):
        (self.folder / "parts_test.cc").write_text(self.SOURCE)
        run = self.forall("generalize", "--json", "--seconds", "20", "parts_test.cc")
        put = run.json()["tests"][0]["puts"][0]
        self.assertEqual(put["verdict"], "refuted", run)
        (finding,) = put["findings"]
        self.assertRegex(finding, r"^division by zero at parts_test\.cc:10 with .* \(and \d+ more cases?\)$")


class Instances(Workspace):
    """TEST_P: a generalized test for each of its first instances, with the parameter that the fixture sees."""

    SOURCE = """#include <gtest/gtest.h>

#include <tuple>

class Scaled : public testing::TestWithParam<std::tuple<bool, int>> {
 protected:
  void SetUp() override { factor_ = std::get<1>(GetParam()); }
  int Scale(int value) const { return (std::get<0>(GetParam()) ? -1 : 1) * (value % 100) * factor_; }
  int factor_ = 0;
};

TEST_P(Scaled, HasTheFactor) {
  EXPECT_EQ(0, Scale(7) % factor_);
}
TEST_P(Scaled, IsThree) {
  EXPECT_EQ(3, factor_ + 0 * Scale(7));
}

class Elsewhere : public testing::TestWithParam<int> {};
TEST_P(Elsewhere, IsNotMade) {
  EXPECT_LT(GetParam(), 5);
}

INSTANTIATE_TEST_SUITE_P(All, Scaled, testing::Combine(testing::Bool(), testing::Values(3, 5)));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Elsewhere);
"""

    def test_each_has_its_parameter(self):
        source = self.folder / "scaled_test.cc"
        source.write_text(self.SOURCE)
        run = self.forall("generalize", "--json", "--in-place", "--seconds", "20", "scaled_test.cc")
        tests = {test["name"]: test for test in run.json()["tests"]}
        elsewhere = tests.pop("Elsewhere.IsNotMade")
        self.assertIn("INSTANTIATE_TEST_SUITE_P is not in this file", elsewhere["reason"], run)
        self.assertEqual({name: test["stage"] for name, test in tests.items()},
                         {**{f"Scaled.HasTheFactor/{i}": "proved" for i in range(4)},
                          **{f"Scaled.IsThree/{i}": "refuted" if i % 2 else "proved" for i in range(4)}}, run)
        text = source.read_text()
        self.assertIn("forall::Instance<Scaled>(testing::Combine(testing::Bool(), testing::Values(3, 5)), 3)", text)
        self.assertEqual(text.count("#include <forall/test_parameter.h>"), 1)
        self.assertEqual(self.forall("generalize", "--json", "scaled_test.cc").json()["funnel"]["known"], 6)

        program = self.folder / "scaled"
        built = subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{FORALL.parent.parent / 'include'}", source, "-o", program,
                                "-lgtest", "-lgtest_main", "-lpthread"], capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        closed = "-All/Scaled.IsThree/1:All/Scaled.IsThree/3"  # these two do not hold
        tested = subprocess.run([program, f"--gtest_filter={closed}"], capture_output=True, text=True)
        self.assertEqual(tested.returncode, 0, tested.stdout)
        self.assertIn("HasTheFactorForAll3", tested.stdout)


class Catch2(Workspace):
    """Test cases with sections; one PUT for each innermost section, which the program of Catch2 runs as well."""

    SOURCE = """#include <catch2/catch.hpp>

class Slot {
 public:
  void put(int value) { value_ = value; }
  int get() const { return value_; }

 private:
  int value_ = 0;
};

TEST_CASE("a value is kept", "[slot]") {
  Slot slot;
  slot.put(7);
  SECTION("the last one") {
    CHECK(slot.get() == 7);
  }
  SECTION("and no other") {
    slot.put(8);
    REQUIRE(slot.get() == 8);
  }
}
"""

    def test_sections_are_parameterized_tests_and_test_cases(self):
        source = self.folder / "slot_test.cpp"
        source.write_text(self.SOURCE)
        (self.folder / ".clang-format").write_text("BasedOnStyle: LLVM\nIndentWidth: 4\n")
        run = self.forall("generalize", "--json", "--in-place", "--seconds", "20", source.name)
        tests = run.json()["tests"]
        self.assertEqual([test["name"] for test in tests], ["a value is kept: the last one", "a value is kept: and no other"], run)
        self.assertEqual([put["name"] for put in tests[0]["puts"]], ["Slot.AValueIsKeptTheLastOneForAll"], run)
        self.assertEqual([test["stage"] for test in tests], ["proved", "proved"], run)
        text = source.read_text()
        self.assertTrue(text.startswith('#include <catch2/catch.hpp>\n#include <forall/catch2.h>\n'), text)
        self.assertIn("\n        CHECK(slot.get() == value);\n", text)  # by .clang-format
        self.assertNotIn("7", text[text.index("void AValueIsKeptTheLastOneForAll"):].partition("FORALL")[0])
        # Closed tests and registrations in a program of Catch2. Its implementation is slow to compile: only the syntax is checked.
        checked = subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                  f"-I{FORALL.parent.parent / 'include'}", source], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)


class Functions(Workspace):
    """A program of functions with assert(...)."""

    SOURCE = """#include <cassert>

static int Half(int x) { return x / 2; }
static void test_half() { assert(Half(8) == 4); }

int main() { test_half(); }
"""

    def test_an_assertion_is_one_and_no_crash(self):
        source = self.folder / "half_test.cpp"
        source.write_text(self.SOURCE)
        run = self.forall("generalize", "--json", "--all-paths", "--seconds", "20", source.name)
        (test,) = run.json()["tests"]
        self.assertEqual(test["name"], "test_half", run)
        self.assertTrue(test["rejected"] or test["puts"][0]["assumed"], run)
        self.assertEqual([put["findings"] for put in test["puts"] if put["findings"]], [], run)


class Errors(Workspace):
    def test_a_file_without_tests(self):
        (self.folder / "empty.cc").write_text("int main() {}\n")
        self.assert_user_error(self.forall("generalize", "empty.cc"), "no TEST")

    def test_a_file_that_does_not_exist(self):
        self.assert_user_error(self.forall("generalize", "missing.cc"), "no such file")

    def test_outputs_exclude_each_other(self):
        (self.folder / "one.cc").write_text("#include <gtest/gtest.h>\nTEST(A, B) {}\n")
        self.assert_user_error(self.forall("generalize", "--patch", "--in-place", "one.cc"), "exclude")


if __name__ == "__main__":
    unittest.main()
