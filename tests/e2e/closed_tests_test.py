"""The emitted files are ordinary GoogleTest files: an ordinary compiler takes them, and they behave as predicted."""

import re
import subprocess
import unittest

from support import ROOT, Workspace, program


class ClosedTests(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("small"))
        cls.puts = cls.run_.puts()
        cls.files = sorted((cls.folder / "forall-tests").rglob("*.cpp"))

    def file_of(self, put):
        found = [f for f in self.files if re.search(rf"TEST(_F)?\({put.split('.')[0]}", f.read_text())
                 and put.split(".")[1] in f.read_text()]
        self.assertEqual(len(found), 1, f"{put}: {self.files}\n{self.run_}")
        return found[0]

    def compile(self, file, compiler):
        executable = self.folder / f"{file.stem}-{compiler}"
        done = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", f"-I{ROOT / 'include'}", str(file), "-o",
                               str(executable), "-lgtest", "-lgtest_main", "-lpthread"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)
        return executable

    def results(self, executable):
        done = subprocess.run([str(executable)], capture_output=True, text=True, timeout=60)
        passed = len(re.findall(r"^\[       OK \]", done.stdout, re.MULTILINE))
        failed = len(re.findall(r"^\[  FAILED  \] .*\(\d+ ms\)$", done.stdout, re.MULTILINE))
        return passed, failed

    def test_there_is_one_file_per_put(self):
        self.assertEqual(self.run_.code, 1, self.run_)
        self.assertEqual(len(self.files), 2, self.run_)

    def test_a_proved_put_gives_tests_that_pass(self):
        put = self.puts["Small.BoundedIsNonNegative"]
        for compiler in ("g++", "clang++-19"):
            with self.subTest(compiler=compiler):
                executable = self.compile(self.file_of(put["name"]), compiler)
                self.assertEqual(self.results(executable), (put["cases"], 0))

    def test_a_refuted_put_gives_the_failing_test(self):
        put = self.puts["Small.OnlySmallOnes"]
        executable = self.compile(self.file_of(put["name"]), "g++")
        self.assertEqual(self.results(executable), (put["cases"] - put["failed"], put["failed"]))

    def test_each_case_was_confirmed_by_a_native_run(self):
        for name in self.puts:
            for case in self.cases(name):
                self.assertEqual(case["native"], "confirmed", case)

    def test_names_say_what_the_case_is_about(self):
        for file in self.files:
            names = re.findall(r"^TEST(?:_F)?\(\w+, (\w+)\)", file.read_text(), re.MULTILINE)
            self.assertTrue(names, file.read_text())
            self.assertEqual(len(names), len(set(names)))
            for name in names:
                self.assertRegex(name, r"^(passes|fails)_.*x_[a-z]+")

    def test_equal_explorations_write_equal_files(self):
        again = self.folder / "again"
        run = self.explore(program("small"), "--out", again, "--no-confirm")
        self.assertEqual(run.code, 1, run)
        texts = [f.read_text().replace(" --out again", "") for f in sorted(again.rglob("*.cpp"))]  # in the command that wrote them
        # The include of the source is relative, and the two folders are siblings.
        self.assertEqual(texts, [f.read_text() for f in self.files])

    def test_branch_cover_emits_fewer_tests_and_keeps_the_failing_ones(self):
        out = self.folder / "branches"
        run = self.explore(program("triangle"), "--cover", "branch", "--no-confirm", "--out", out)
        puts = run.puts()
        for name, put in puts.items():
            texts = [f.read_text() for f in out.rglob("*.cpp") if name.split(".")[1] in f.read_text()]
            tests = sum(len(re.findall(r"^TEST(?:_F)?\(", text, re.MULTILINE)) for text in texts)
            with self.subTest(put=name):
                self.assertGreaterEqual(tests, max(1, put["failed"]))
                self.assertLessEqual(tests, put["paths"])
        symmetric = puts["TriangleTest.OrderOfSidesDoesNotMatter"]
        texts = [f.read_text() for f in out.rglob("*.cpp") if "OrderOfSidesDoesNotMatter" in f.read_text()]
        self.assertLess(len(re.findall(r"^TEST", "".join(texts), re.MULTILINE)), symmetric["paths"])


class StoredCases(Workspace):
    """list, show, tree and replay read what explore stored."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.explored = cls.explore(program("small"), "--no-confirm")

    def test_list_names_every_put_with_its_verdict(self):
        text = self.forall("list")
        self.assertEqual(text.code, 0, text)
        self.assertRegex(text.out, r"Small\.BoundedIsNonNegative.*proved|proved.*Small\.BoundedIsNonNegative")
        self.assertRegex(text.out, r"Small\.OnlySmallOnes.*refuted|refuted.*Small\.OnlySmallOnes")
        listed = {p["name"]: p for p in self.forall("list", "--json").json()["puts"]}
        self.assertEqual(listed["Small.BoundedIsNonNegative"]["verdict"], "proved")
        self.assertEqual(listed["Small.OnlySmallOnes"]["verdict"], "refuted")

    def test_show_writes_the_path_condition_like_cpp(self):
        conditions = [c["condition"] for c in self.cases("Small.OnlySmallOnes")]
        self.assertEqual(len(conditions), 2)
        self.assertTrue(any(re.search(r"x (<|<=) ", c) for c in conditions), conditions)
        self.assertTrue(any(re.search(r"x (>|>=) ", c) for c in conditions), conditions)

    def test_show_of_one_case(self):
        case = self.cases("Small.OnlySmallOnes")[0]
        run = self.forall("show", case["id"])
        self.assertEqual(run.code, 0, run)
        self.assertIn("Small.OnlySmallOnes", run.out)

    def test_tree_draws_every_path(self):
        run = self.forall("tree", "Small.OnlySmallOnes")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"small\.cpp:\d+")
        self.forall("tree", "Small.OnlySmallOnes", "--json").json()

    def test_replay_confirms_the_stored_cases_natively(self):
        run = self.forall("replay", "--json")
        self.assertIn(run.code, (0, 1), run)
        self.assertNotIn("differs", run.out, run)


if __name__ == "__main__":
    unittest.main()
