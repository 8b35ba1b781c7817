""".ci/run, with a stand-in for make."""

import os
import pathlib
import subprocess
import tempfile
import unittest

RUN = pathlib.Path(__file__).resolve().parent.parent.parent / ".ci" / "run"
SUMMARY = "100% tests passed, 0 tests failed out of 3\nTotal Test time (real) =   1.00 sec\n"


class CiRun(unittest.TestCase):
    def run_with(self, demo=0, test=0, tidy=0, summary=SUMMARY):
        folder = tempfile.TemporaryDirectory(prefix="forall-ci-")
        self.addCleanup(folder.cleanup)
        make = pathlib.Path(folder.name) / "make"
        (pathlib.Path(folder.name) / "summary").write_text(summary)
        make.write_text(f"""#!/bin/bash
echo "make $1"
[[ $1 == demo ]] && {{ echo "99% tests passed, in the demo"; exit {demo}; }}
[[ $1 == tidy ]] && exit {tidy}
cat {folder.name}/summary
exit {test}
""")
        make.chmod(0o755)
        return subprocess.run([str(RUN)], capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{folder.name}:{os.environ['PATH']}"})

    def test_the_demo_comes_first_and_the_summary_of_the_tests_last(self):
        done = self.run_with()
        self.assertEqual(done.returncode, 0, done)
        self.assertLess(done.stdout.index("make demo\n"), done.stdout.index("make test\n"))
        self.assertTrue(done.stdout.endswith("=== make demo: passed\n=== make test: passed\n=== make tidy: passed\n" + SUMMARY), done.stdout)

    def test_a_failing_demo_fails_and_does_not_hide_how_the_tests_ended(self):
        done = self.run_with(demo=2)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("=== make demo: failed (exit code 2)\n=== make test: passed\n", done.stdout)
        self.assertTrue(done.stdout.endswith(SUMMARY), done.stdout)

    def test_failing_tests_fail_and_are_listed_at_the_end(self):
        summary = "66% tests passed, 1 tests failed out of 3\nThe following tests FAILED:\n\t  2 - docs (Failed)\n"
        done = self.run_with(test=8, summary=summary)
        self.assertEqual(done.returncode, 8, done)
        self.assertTrue(done.stdout.endswith("=== make test: failed (exit code 8)\n=== make tidy: passed\n" + summary), done.stdout)

    def test_tidy_fails_it_too(self):
        done = self.run_with(tidy=8)
        self.assertEqual(done.returncode, 8, done)
        self.assertIn("=== make tidy: failed (exit code 8)\n", done.stdout)

    def test_both_runs_of_the_tests_are_summed_up(self):
        unit = "50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  1 - unit_base (Failed)\n"
        done = self.run_with(test=8, summary=unit + "      Start 1: docs\n" + SUMMARY)
        tail = done.stdout[done.stdout.index("=== make demo"):]
        self.assertIn("\t  1 - unit_base (Failed)\n", tail)
        self.assertNotIn("Start 1", tail)
        self.assertIn("100% tests passed", tail)


if __name__ == "__main__":
    unittest.main()
