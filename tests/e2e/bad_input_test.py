"""What a user can get wrong: exit code 2, one clear message, and nothing lost of what was there before."""

import os
import shutil
import sqlite3
import subprocess
import unittest

from support import Workspace, program


class BadInput(Workspace):
    def test_a_file_that_does_not_exist(self):
        run = self.explore("no/such/file.cpp")
        self.assert_user_error(run, r"no/such/file\.cpp.*no such file")
        self.assert_one_message(run)

    def test_code_that_does_not_compile_shows_the_compilers_own_message(self):
        run = self.explore(program("broken"))
        self.assert_user_error(run, r"broken\.cpp:4:\d+: error: .*undeclared_function")
        self.assertNotIn("Stack dump", run.err)

    def test_earlier_results_are_read_before_anything_is_compiled(self):
        (self.folder / "not.json").write_text("nonsense")
        run = self.explore(program("broken"), "--against", "not.json")
        self.assert_user_error(run, r"not\.json: error: not the output of forall explore --json: it is not JSON")
        self.assert_one_message(run)

    def test_a_file_without_put(self):
        run = self.explore(program("no_put"))
        self.assert_user_error(run, r"no_put\.cpp", r"FORALL")
        self.assert_one_message(run)

    def test_a_put_filter_that_matches_nothing_lists_what_there_is(self):
        run = self.explore(program("small"), "--put", "Small.NoSuchTest")
        self.assert_user_error(run, r"Small\.NoSuchTest", r"Small\.BoundedIsNonNegative")
        self.assert_one_message(run)

    def test_a_file_may_follow_a_put_filter(self):
        run = self.explore("--emit", "none", "--put", "Small.NoSuchTest", program("small"))
        self.assert_user_error(run, r"no PUT matches Small\.NoSuchTest;")

    def test_an_unsupported_parameter_type_is_named_at_the_line_of_the_test(self):
        run = self.explore(program("unsupported"))
        self.assert_user_error(run, r"(?m)^\S*unsupported\.cpp:\d+:1: error: no way to make inputs of this type .*\[std::basic_ifstream<.*\]$")
        self.assert_nothing_of_our_headers(run)

    def test_mistakes_in_declarations_are_named_without_our_headers(self):
        for declaration, message in {
                "void T(int x) { EXPECT_GE(x, 0); }\nFORALL(S, T).WithDomains(forall::InRange(0.0, 1.0));":
                    r"^\S*mistake\.cpp: error: the values of this domain do not have the type of the parameter \[int\]$",
                "void T(int x) { EXPECT_GE(x, 0); }\nFORALL(S, T).WithDomains(forall::InRange(0, 1), forall::InRange(0, 1));":
                    r"^\S*mistake\.cpp:3:14: error: WithDomains takes one domain for each parameter$",
                "class Box { int* p_[3]; };\nFORALL_STATE(Box, p_, q_);\nvoid T(Box) {}\nFORALL(S, T);":
                    r"^\S*mistake\.cpp:3:23: error: no member named 'q_' in 'Box'$",
                "struct IFoo { virtual ~IFoo() = default; virtual int get() = 0; };\nvoid T(IFoo& foo) { foo.get(); }\nFORALL(S, T);":
                    r"^\S*mistake\.cpp:4:1: error: nothing says what the objects of this abstract class are.*\[IFoo\]$"}.items():
            (self.folder / "mistake.cpp").write_text("#include <forall/forall.h>\n" + declaration + "\n")
            run = self.explore("mistake.cpp")
            self.assert_user_error(run, "(?m)" + message, r"all of them: \S*compiler-messages\.txt")
            self.assert_nothing_of_our_headers(run)
            self.assertIn("forall/internal", next(self.folder.rglob("compiler-messages.txt")).read_text())
        self.assertIn("forall mock IFoo --in mistake.cpp --out mistake_mock.h", run.err)

    def assert_nothing_of_our_headers(self, run):
        self.assertNotRegex(run.err, r"forall/(internal|domains)/|FORALL_INTERNAL|static assertion", run)

    def test_what_goes_wrong_with_one_test_costs_the_others_nothing(self):
        run = self.explore(program("mishap"), "--emit", "none", "--db", "mishap.db")
        self.assertEqual(run.code, 2, run)
        self.assertRegex(run.err, r"input 'x' has the type .*\n  without a result: Mishap\.TwoTypes")
        self.assertEqual({name: put["verdict"] for name, put in run.puts().items()},
                         {"Mishap.First": "proved", "Mishap.Last": "refuted"}, run)

    def test_an_output_folder_that_cannot_be_made(self):
        obstacle = self.folder / "a_file"
        obstacle.write_text("not a folder")
        run = self.explore(program("small"), "--out", obstacle / "tests")
        self.assert_user_error(run, r"a_file")
        self.assert_one_message(run)
        self.assertEqual(obstacle.read_text(), "not a folder")

    def test_a_database_that_cannot_be_made(self):
        obstacle = self.folder / "another_file"
        obstacle.write_text("not a folder")
        run = self.explore(program("small"), "--emit", "none", "--db", obstacle / "cases.db")
        self.assert_user_error(run, r"another_file")
        self.assert_one_message(run)

    def test_a_file_that_is_no_database_is_left_alone(self):
        other = self.folder / "notes.txt"
        other.write_text("these are my notes, and not a database\n" * 100)
        before = other.read_bytes()
        for command in (["explore", program("small"), "--emit", "none"], ["list"]):
            with self.subTest(command=command[0]):
                run = self.forall(*command, "--db", other)
                self.assert_user_error(run, r"notes\.txt")
                self.assertEqual(other.read_bytes(), before)

    def test_unknown_options_and_values(self):
        for arguments in (["--strategy", "sideways"], ["--unfold", "0"], ["--unfold", "many"], ["--no-such-option"]):
            with self.subTest(arguments=arguments):
                self.assert_user_error(self.explore(program("small"), *arguments))
        self.assert_user_error(self.forall("frobnicate"))

    def test_reading_commands_without_a_database_say_so(self):
        for command in (["list"], ["show", "Small.OnlySmallOnes"], ["tree", "Small.OnlySmallOnes"], ["replay"]):
            with self.subTest(command=command[0]):
                run = self.forall(*command, "--db", self.folder / "nowhere.db")
                self.assert_user_error(run, r"nowhere\.db")
                self.assertFalse((self.folder / "nowhere.db").exists())

    def test_a_put_or_case_that_is_not_stored(self):
        self.explore(program("small"), "--emit", "none", "--no-confirm")
        self.assert_user_error(self.forall("show", "Small.Unknown"), r"Small\.Unknown")
        self.assert_user_error(self.forall("show", "123456"), r"123456")
        self.assert_user_error(self.forall("tree", "Small.Unknown"), r"Small\.Unknown")


class NewerDatabase(Workspace):
    def test_a_database_of_a_newer_version_is_refused_and_untouched(self):
        database = self.folder / "cases.db"
        run = self.explore(program("small"), "--emit", "none", "--no-confirm", "--db", database)
        self.assertEqual(run.code, 1, run)
        with sqlite3.connect(database) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            self.assertGreater(version, 0, "the schema version is the database's user_version")
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.close()
        before = database.read_bytes()
        for command in (["explore", program("small"), "--emit", "none"], ["list"], ["replay"]):
            with self.subTest(command=command[0]):
                run = self.forall(*command, "--db", database)
                self.assert_user_error(run, r"cases\.db", r"newer")
                self.assertEqual(database.read_bytes(), before)


class FullDisk(Workspace):
    """A file system of 1 MiB, filled to the brim after a first, successful exploration."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.disk = cls.folder / "disk"
        cls.disk.mkdir()
        mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(cls.disk)], capture_output=True).returncode == 0
        if not mounted:
            shutil.rmtree(cls.folder, ignore_errors=True)
            raise unittest.SkipTest("mounting a small file system needs root")

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["umount", str(cls.disk)], check=True)
        super().tearDownClass()

    def setUp(self):
        for entry in self.disk.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()

    def fill(self):
        with open(self.disk / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 512)
            except OSError:
                pass

    def test_a_full_disk_under_the_database_loses_nothing(self):
        database = self.disk / "cases.db"
        arguments = (program("quicksort"), "--put", "Quicksort.Sorts4", "--emit", "none", "--no-confirm", "--db", database)
        self.assertEqual(self.explore(*arguments).code, 0)
        self.fill()
        run = self.explore(program("quicksort"), "--put", "Quicksort.Sorts6", "--emit", "none", "--no-confirm", "--db",
                           database)
        self.assert_user_error(run, r"cases\.db", r"(?i)full|no space")
        self.assert_one_message(run)
        (self.disk / "ballast").unlink()
        self.assertEqual(len(self.cases("Quicksort.Sorts4", "--db", database)), 24)

    def test_a_full_disk_under_the_output_folder_keeps_the_old_tests(self):
        out = self.disk / "tests"
        arguments = (program("small"), "--put", "Small.BoundedIsNonNegative", "--no-confirm", "--out", out)
        self.assertEqual(self.explore(*arguments).code, 0)
        files = {p: p.read_bytes() for p in out.rglob("*") if p.is_file()}
        self.assertTrue(files)
        self.fill()
        run = self.explore(program("small"), "--put", "Small.OnlySmallOnes", "--no-confirm", "--out", out)
        self.assert_user_error(run, str(out), r"(?i)full|no space")
        self.assert_one_message(run)
        self.assertEqual({p: p.read_bytes() for p in files}, files)
        # What was found is in the database although the tests could not be written.
        self.assertTrue(self.cases("Small.OnlySmallOnes"))

    def test_a_full_disk_under_the_compiled_target(self):
        self.fill()
        run = self.explore(program("small"), "--work", self.disk / "work")
        self.assert_user_error(run, r"(?i)full|no space")


if __name__ == "__main__":
    unittest.main()
