"""Stored cases as GoogleTest tests of an ordinary build: recorded once by `forall explore`, then run by programs that
g++ and clang++ built without instrumentation."""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from support import FORALL, ROOT, Workspace, marked_line  # noqa: E402

INPUTS = HERE / "programs/inputs.cpp"
CHANGED = HERE / "programs/changed.cpp"
LIBRARY = FORALL.parent.parent / "lib"
COMPILERS = ("g++", "clang++-19")
FLAGS = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-dangling-else", "-ffp-contract=off", "-DFORALL_REPLAY=1",
         f"-I{ROOT / 'include'}"]
# Undefined behaviour that an ordinary build need not notice. The second has it while its inputs are made, and has no value for the last.
UNSEEN = "Ends.Overflows", "Ends.OverflowsBefore"


class Native:
    """What a test program printed, and its tests as GoogleTest's own report has them."""

    def __init__(self, completed, report):
        self.code = completed.returncode
        self.out = completed.stdout
        self.err = completed.stderr
        self.failures = {}  # by full name; empty: passed
        self.skipped = set()
        if not report.exists():
            return
        for suite in json.loads(report.read_text(errors="replace"))["testsuites"]:
            for test in suite["testsuite"]:
                name = f"{suite['name']}.{test['name']}"
                if test.get("result", "SUPPRESSED") == "SUPPRESSED":  # or only listed
                    continue
                if test["result"] == "SKIPPED":
                    self.skipped.add(name)
                self.failures[name] = "\n".join(f["failure"] for f in test.get("failures", []))

    def of(self, put):
        return {name.split("/")[1]: text for name, text in self.failures.items() if name.startswith(put + "/")}

    def __str__(self):
        return f"exit code {self.code}\n{self.out}\n{self.err}"


class Replay(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.explored = cls.explore(INPUTS, "--emit", "none", "--no-confirm", "--db", "cases.db")
        cls.puts = cls.explored.puts()
        programs = [(compiler, source) for source in (INPUTS,) for compiler in COMPILERS] + [("g++", CHANGED)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda program: cls.build(*program), programs))

    @classmethod
    def program(cls, compiler, source):
        return cls.folder / f"{source.stem}.{compiler}"

    @classmethod
    def build(cls, compiler, source):
        subprocess.run([compiler, *FLAGS, source, "-o", cls.program(compiler, source), f"-L{LIBRARY}",
                        "-lforall_replay", f"-Wl,-rpath,{LIBRARY}", "-lgtest", "-lgtest_main", "-lpthread"], check=True)

    def native(self, *arguments, compiler="g++", source=INPUTS, database="cases.db", folder=None, **environment):
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        where = {} if database is None else {"FORALL_DB": str(self.folder / database)}
        completed = subprocess.run(
            [self.program(compiler, source), f"--gtest_output=json:{report}", *arguments], cwd=folder or self.folder,
            env={"PATH": "/usr/bin:/bin", **where, **environment}, capture_output=True, text=True, errors="replace",
            check=False)
        return Native(completed, report)

    def test_the_exploration_found_every_kind_of_case(self):
        for name, put in self.puts.items():
            self.assertGreaterEqual(put["paths"], 1, f"{name}\n{self.explored}")
        for name in ("Lists", "Shapes", "Owners", "Choices", "Containers", "Candidates"):
            self.assertGreaterEqual(self.puts[f"Kinds.{name}"]["paths"], 3, f"{name}\n{self.explored}")

    def test_each_case_ends_as_recorded_under_both_compilers(self):
        for compiler in COMPILERS:
            run = self.native(compiler=compiler)
            for name, put in self.puts.items():
                with self.subTest(compiler=compiler, put=name):
                    tests = run.of(name)
                    self.assertEqual(len(tests), put["paths"], run)
                    failing = {test for test, text in tests.items() if text}
                    unseen = {test for test in run.skipped if test.startswith(f"{name}/")} if name in UNSEEN else ()
                    self.assertEqual(len(failing) + len(unseen), put["failed"], run)
                    for text in tests.values():
                        self.assertNotIn("recorded: passed", text)
                        self.assertNotIn("stale", text)
            self.assertTrue(all(test.split("/")[0] in UNSEEN for test in run.skipped), run)  # no sanitizers
            self.assertNotIn("forall:", run.err)

    def test_seeds_are_a_test_beside_the_cases(self):
        run = self.native("--gtest_filter=Kinds.Aggregate*")
        self.assertEqual(run.failures["Kinds.Aggregate"], "")
        self.assertEqual(len(run.failures), self.puts["Kinds.Aggregate"]["paths"] + 1)
        self.assertNotIn("Kinds.Maps", self.native("--gtest_filter=Kinds.Maps*").failures)

    def test_names_can_be_listed_filtered_and_sharded(self):
        listed = self.native("--gtest_list_tests").out
        names, suite = [], ""
        for line in listed.splitlines()[1:]:
            suite, name = (line, None) if not line.startswith("  ") else (suite, line.strip())
            if name:
                names.append(suite + name)
        for name in names:
            self.assertRegex(name, r"^\w+\.\w+(/\w+)?$")
        self.assertEqual(len(names), len(set(names)))
        one = next(name for name in names if name.startswith("Kinds.Shapes/"))
        self.assertEqual(list(self.native(f"--gtest_filter={one}").failures), [one])
        shards = [self.native("--gtest_filter=Kinds.*", GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=str(i))
                  for i in range(3)]
        run = [name for shard in shards for name in shard.failures]
        self.assertEqual(sorted(run), sorted(name for name in names if name.startswith("Kinds.")))

    def test_a_changed_outcome_shows_both(self):
        run = self.native("--gtest_filter=Ends.*", BROKEN="1")
        broken = [text for text in run.of("Ends.Holds").values() if text]
        self.assertEqual(len(broken), 1, run)
        self.assertRegex(broken[0], r"recorded: passed; now: failed \(assertion at \S*inputs.cpp:\d+\); "
                                    "run forall explore to record it again")
        self.assertRegex("".join(run.of("Ends.Observes").values()),
                         r"observed 'twice': recorded: \d+; now: -7; run forall explore to record it again")
        run = self.native("--gtest_filter=Ends.*", MENDED="1")
        mended = "".join(run.of("Ends.Fails").values())
        self.assertIn(f"inputs.cpp:{marked_line(INPUTS, 'fails')}", mended)
        self.assertRegex(mended, r"recorded: failed \(assertion at .*six.*\); now: passed; "
                                 "run forall explore to record it again")

    def test_an_assumption_that_is_not_met_any_more_is_a_changed_outcome(self):
        run = self.native("--gtest_filter=Ends.Holds/*", NEVER="1")
        for text in run.of("Ends.Holds").values():
            self.assertIn("recorded: passed; now: assumption not met: !is_set(\"NEVER\")", text)

    def test_a_recorded_crash_does_not_end_the_program(self):
        run = self.native("--gtest_filter=Ends.*")
        crashed = "".join(run.of("Ends.Crashes").values())
        self.assertRegex(crashed, r"recorded: crashed \(null.* at .*inputs.cpp:\d+\); now: crashed \(signal 11: ")
        self.assertEqual(list(run.of("Ends.Behind").values()), [""])
        for put in UNSEEN:
            self.assertEqual(len([name for name in run.skipped if name.startswith(f"{put}/")]), 1, run)
        self.assertRegex(run.out, r"this case needs sanitizers: crashed \(signed overflow at .*\), which this build need not "
                                  "notice; run forall replay --sanitize address,undefined")

    def test_a_failure_shows_each_parameter_in_the_notation_of_its_type(self):
        text = "".join(self.native("--gtest_filter=Ends.FailsForText/*").of("Ends.FailsForText").values())
        self.assertRegex(text, r'stored case: code = "SA90", counts = \{3, 4\}, percent = 50, is_gift = true; '
                               r"see forall show (Ends\.FailsForText/\w+)")
        name = re.search(r"see forall show (\S+)", text)[1]
        shown = subprocess.run([FORALL, "show", name, "--db", "cases.db"], cwd=self.folder, capture_output=True, text=True)
        self.assertIn('code = "SA90"', shown.stdout, shown)

    def test_without_a_database_one_line_says_so(self):
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        run = self.native(database=None, folder=empty)
        self.assertEqual(run.code, 0, run)
        self.assertEqual(run.err, "forall: no stored cases in .forall/cases.db; run forall explore\n")
        self.assertEqual(run.failures["Kinds.Aggregate"], "")
        self.assertIn("Kinds.Maps", run.skipped)
        self.assertNotIn("Kinds.Aggregate", run.skipped)
        self.assertEqual(self.native("--gtest_list_tests", database=None, folder=empty).err, "")

    def test_a_database_in_which_nothing_was_recorded_is_like_none(self):
        (self.folder / "fresh.db").touch()
        run = self.native(database="fresh.db")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.err, r"\Aforall: no stored cases in \S*fresh.db; run forall explore\n\Z")
        self.assertIn("Kinds.Maps", run.skipped)

    def test_a_variable_that_names_no_database_is_an_error(self):
        run = self.native("--gtest_filter=Kinds.Maps*", database="nowhere/cases.db")
        self.assertEqual(run.code, 1, run)
        where = self.folder / "nowhere/cases.db"
        self.assertEqual(run.err, f"forall: the stored cases cannot be read: FORALL_DB is {where}, and there is no such database\n")

    def test_the_reason_of_a_database_that_cannot_be_read_is_whole(self):
        where = f"postgresql://alice:secret@/cases?host=/nowhere/{'long/' * 30}"
        run = self.native("--gtest_filter=Ends.Holds", database=None, FORALL_DB=where)
        self.assertTrue(run.err.endswith("check host and port, and that the server runs\n"), run)
        self.assertNotIn("secret", run.err)

    def test_the_database_of_a_folder_above_is_found(self):
        below = self.folder / "project/a/b"
        below.mkdir(parents=True, exist_ok=True)
        (self.folder / "project/.forall").mkdir(exist_ok=True)
        (self.folder / "project/.forall/cases.db").write_bytes((self.folder / "cases.db").read_bytes())
        run = self.native("--gtest_filter=Kinds.Maps/*", database=None, folder=below)
        self.assertEqual(len(run.failures), self.puts["Kinds.Maps"]["paths"], run)

    def test_a_damaged_database_fails_the_tests_and_says_why(self):
        (self.folder / "damaged.db").write_text("this is no database, and never was one " * 100)
        run = self.native("--gtest_filter=Ends.Holds:Kinds.Aggregate", database="damaged.db")
        self.assertEqual(run.code, 1, run)
        self.assertRegex(run.err, r"\Aforall: the stored cases cannot be read: .*damaged.db.*\n\Z")
        self.assertIn("cannot be read", run.failures["Ends.Holds"])
        self.assertEqual(run.failures["Kinds.Aggregate"], "", "seeds need no database")

    def test_cases_that_do_not_fit_any_more_are_stale(self):
        run = self.native(source=CHANGED)
        for put, why in (("Aggregate", r"'p\.y' was recorded as Short of 16 bits, and is Int of 32 bits now"),
                         ("Scalars", "the test has a different number of parameters now"),
                         ("Expected", "'a' was recorded as Int of 32 bits, and is LongLong of 64 bits now")):
            for text in run.of(f"Kinds.{put}").values():
                self.assertRegex(text, f"this stored case is stale: {why}; run forall explore to record it again")
        self.assertIn("Fresh.Never", run.skipped)
        self.assertEqual(run.failures["Fresh.NeverButSeeded"], "")
        self.assertEqual(run.err, "", "other tests have stored cases")

    def test_sanitizers_run_every_case_and_name_case_and_place(self):
        run = self.forall("replay", "--sanitize", "address,undefined", "--json", "--db", "cases.db")
        self.assertEqual(run.code, 1, run)
        puts = run.puts()
        for name, put in self.puts.items():
            self.assertEqual(puts[name]["cases"], put["paths"], run)
            if not name.startswith("Ends."):
                self.assertEqual(puts[name]["findings"], [], run)
                self.assertEqual(puts[name]["changes"], [], run)
        self.assertIn("signed integer overflow", puts["Ends.Overflows"]["findings"][0]["text"])
        self.assertRegex(puts["Ends.Overflows"]["findings"][0]["place"], r"inputs.cpp:\d+$")
        self.assertEqual(len(puts["Ends.Crashes"]["findings"]), 1, run)
        self.assertEqual(puts["Ends.Aborts"]["changes"], [], "a recorded abort that ends by its signal is the same")

    def test_a_test_without_a_single_case_in_the_program_is_no_success_of_sanitizers(self):
        source = self.folder / "renamed.cpp"
        source.write_text("#include <forall/forall.h>\nvoid Old(int a) { EXPECT_EQ(a, a); }\nFORALL(Names, Old);\n")
        self.explore(source, "--emit", "none", "--no-confirm", "--db", "renamed.db")
        source.write_text("#include <forall/forall.h>\nvoid New(int a) { EXPECT_EQ(a, a); }\nFORALL(Names, New);\n")
        run = self.forall("replay", "--sanitize", "undefined", "--db", "renamed.db")
        self.assertEqual(run.code, 2, run)
        self.assertIn("Names.Old", run.err)

    def test_what_cannot_be_sanitized_is_refused(self):
        for value, why in (("thread", "one thread"), ("speed", "one of address, undefined, leak"), ("", "one of")):
            run = self.forall("replay", "--sanitize", value, "--db", "cases.db")
            self.assertEqual(run.code, 2, run)
            self.assertIn(why, run.err)


if __name__ == "__main__":
    unittest.main()
