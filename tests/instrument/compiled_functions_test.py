"""Targets do not compile again what describes their tests, unless the library's classes have another layout."""
import os
import subprocess
import tempfile
import unittest

SOURCE = """#include <forall/forall.h>
void Any(int a) { EXPECT_NE(a, 7); }
FORALL(S, Any).WithSeeds({{1}});
"""


class CompiledFunctions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "any_test.cpp"), "w") as source:
            source.write(SOURCE)

    def run_tool(self, *command):
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def symbols(self, *flags):
        self.run_tool(os.environ["FORALL"], "c++", *flags, "-c", "any_test.cpp", "-o", "any.o")
        return self.run_tool("nm", "any.o").splitlines()

    def explored(self, *flags):
        run = subprocess.run([os.environ["FORALL"], "explore", "any_test.cpp", "--emit", "none", "--no-confirm", "--again", "--",
                              *flags], cwd=self.folder, capture_output=True, text=True)
        return run.returncode, "a = 7" in run.stdout

    def test_are_called_and_not_compiled(self):
        symbols = self.symbols()
        self.assertTrue(any(" U " in line and "register_put" in line for line in symbols))
        self.assertTrue(any(" U " in line and "run_put" in line for line in symbols))
        self.assertFalse(any(" U " not in line and ("register_put" in line or "put_json" in line) for line in symbols))

    def test_are_compiled_for_another_layout(self):
        symbols = self.symbols("-D_GLIBCXX_DEBUG")
        self.assertTrue(any(" U " not in line and "put_json" in line for line in symbols))

    def test_targets_of_both_layouts_and_standards_are_explored(self):
        for flag in ["-std=c++17", "-std=c++20", "-std=c++23", "-D_GLIBCXX_DEBUG"]:
            with self.subTest(flag):
                self.assertEqual(self.explored(flag), (1, True))


if __name__ == "__main__":
    unittest.main()
