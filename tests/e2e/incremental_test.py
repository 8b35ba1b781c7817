"""A second exploration does only what is needed: nothing is compiled or explored again that has not changed."""

import signal
import time
import unittest

from support import Workspace, end_group

# Without GoogleTest: small files compile fast. `twice` is reached by Doubles alone, `clip` by both other PUTs.
HEADER = """#pragma once
int twice(int x);
inline int clip(int x) {
  if (x > 100) return 100;
  return x;
}
"""
SOURCE = """#include "numbers.h"
int twice(int x) {
  if (x < 0) return -2 * -x;
  return 2 * x;
}
"""
TEST = """#include <forall/forall.h>
#include "numbers.h"
void Doubles(short x) {
  if (twice(x) != x + x) __builtin_trap();
}
FORALL(Numbers, Doubles);
void Clips(int x) {
  if (clip(x) > 100) __builtin_trap();
}
FORALL(Numbers, Clips);
void Small(int x) {
  ASSUME(x < 10);
  if (clip(x) == 7) __builtin_trap();
}
FORALL(Numbers, Small);
"""
PUTS = ("Numbers.Doubles", "Numbers.Clips", "Numbers.Small")


class Incremental(Workspace):
    """One story: each step goes on from the one before."""

    def put_file(self, name, text):
        (self.folder / name).write_text(text)

    def explored(self, *arguments):
        """The PUTs that were explored, and the run."""
        run = self.forall("explore", "--json", "--quiet", "numbers_test.cpp", "numbers.cpp", "--jobs", "1", "--no-confirm",
                          *arguments)
        self.assertEqual(run.code, 1, run)  # Small is refuted, kept or not
        puts = run.puts()
        self.assertEqual(set(puts), set(PUTS), run)
        self.assertEqual([puts[name]["verdict"] for name in PUTS], ["proved", "proved", "refuted"], run)
        for put in puts.values():
            if put["kept"]:
                self.assertEqual((put["queries"], put["runs"]), (0, 0), run)
            else:
                self.assertGreater(put["runs"], 0, run)
        return {name for name in PUTS if not puts[name]["kept"]}, run

    def objects(self):
        """When each object and program was made."""
        return {path.name: path.stat().st_mtime_ns for path in (self.folder / ".forall/build").iterdir()
                if path.suffix == ".o" or path.name.startswith("target-") and path.suffix == ""}

    def test_the_life_of_a_project(self):
        self.put_file("numbers.h", HEADER)
        self.put_file("numbers.cpp", SOURCE)
        self.put_file("numbers_test.cpp", TEST)

        with self.subTest("first all is explored"):
            explored, _ = self.explored()
            self.assertEqual(explored, set(PUTS))

        with self.subTest("then nothing is compiled or explored"):
            objects, tests = self.objects(), self.closed_tests()
            explored, run = self.explored()
            self.assertEqual(explored, set(), run)
            self.assertEqual(self.objects(), objects)
            self.assertEqual(self.closed_tests(), tests)
            put = run.puts()["Numbers.Small"]
            self.assertEqual((put["failed"], len(put["failing"]), put["cases"]), (1, 1, put["paths"]), run)
            self.assertIn("crash", str(put["failing"]), run)

        with self.subTest("the report says so"):
            run = self.forall("explore", "numbers_test.cpp", "numbers.cpp", "--no-confirm")
            self.assertEqual(run.out.count("· unchanged"), 3, run)
            self.assertIn("(3 unchanged)", run.out, run)

        with self.subTest("closed tests that are gone are written again, without exploring"):
            file = self.folder / "forall-tests/Numbers_Clips_test.cpp"
            text = file.read_text()
            file.unlink()
            explored, run = self.explored()
            self.assertEqual(explored, set(), run)
            self.assertEqual(file.read_text(), text)

        with self.subTest("--again and other options explore"):
            self.assertEqual(self.explored("--again", "--put", "*")[0], set(PUTS))
            self.assertEqual(self.explored("--unfold", "100")[0], set(PUTS))
            self.assertEqual(self.explored("--unfold", "100")[0], set())
            self.assertEqual(self.explored()[0], set(PUTS))

        with self.subTest("a comment changes nothing"):
            self.put_file("numbers.cpp", SOURCE + "// the end\n")
            self.assertEqual(self.explored()[0], set())

        with self.subTest("a test that only moved is where it is now"):
            self.put_file("numbers_test.cpp", TEST.replace("FORALL(Numbers, Small)", "\n\nFORALL(Numbers, Small)"))
            self.assertEqual(self.explored()[0], set())
            moved = (self.folder / "numbers_test.cpp").read_text().split("FORALL(Numbers, Small)")[0].count("\n") + 1
            self.assertRegex(self.forall("list").out, rf"Numbers\.Small .*numbers_test\.cpp:{moved}\n")
            self.put_file("numbers_test.cpp", TEST)

        with self.subTest("an edit of one function explores exactly the PUTs that reach it"):
            self.put_file("numbers.cpp", SOURCE.replace("return 2 * x;", "if (x == 77) return 154;\n  return 2 * x;"))
            explored, run = self.explored()
            self.assertEqual(explored, {"Numbers.Doubles"}, run)
            stale = run.puts()["Numbers.Doubles"]["stale"]
            self.assertTrue(stale, run)
            self.assertRegex(stale[0]["reason"], r"^numbers\.cpp:4: now x != 77, before ")

        with self.subTest("a header explores those that reach what changed in it"):
            self.put_file("numbers.h", HEADER.replace("return 100;", "return 99;"))
            explored, run = self.explored()
            self.assertEqual(explored, {"Numbers.Clips", "Numbers.Small"}, run)

        with self.subTest("an assumption that became stronger makes cases stale"):
            self.put_file("numbers_test.cpp", TEST.replace("x < 10", "x < 8"))
            explored, run = self.explored()
            self.assertEqual(explored, {"Numbers.Small"}, run)

        with self.subTest("damaged files of the cache are made again"):
            for path in (self.folder / ".forall/build").iterdir():
                if path.suffix in (".o", ".made", ".written"):
                    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
            self.assertEqual(self.explored()[0], set())

    def closed_tests(self):
        return {path.name: path.stat().st_mtime_ns for path in (self.folder / "forall-tests").iterdir()}


class Killed(Workspace):
    def test_a_build_that_was_killed_is_done_again(self):
        (self.folder / "one_test.cpp").write_text(
            "#include <forall/forall.h>\nvoid Any(int x) { if (x == 5) return; }\nFORALL(One, Any);\n")
        command = ("explore", "one_test.cpp", "--emit", "none", "--json", "--quiet")
        work = self.folder / ".forall/build"
        for seconds in (0.0, 0.5):
            process = self.start(*command)
            deadline = time.monotonic() + 60
            while not list(work.glob(".making-*")) and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(seconds)
            end_group(process, signal.SIGKILL)
            process.communicate(timeout=60)
        run = self.forall(*command)
        self.assertEqual(run.code, 0, run)
        self.assertEqual(run.puts()["One.Any"]["verdict"], "proved", run)
        self.assertTrue(self.forall(*command).puts()["One.Any"]["kept"])
        self.assertEqual([path.name for path in work.iterdir() if path.name.startswith(".")], [], "no leftovers")


if __name__ == "__main__":
    unittest.main()
