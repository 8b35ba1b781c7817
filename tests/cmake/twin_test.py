"""The instrumented twin of a target: what it is made of, and what is said if there can be none."""

import re
import shutil
import unittest

from support import HERE, WithForall, run

HEAD = """cmake_minimum_required(VERSION 3.21)
project(sample LANGUAGES CXX)
find_package(forall REQUIRED)
"""


class Twin(WithForall):
    def configured(self, name, text):
        source = self.folder / name
        source.mkdir()
        (source / "sample.cpp").write_text("")
        (source / "CMakeLists.txt").write_text(HEAD + text)
        return self.configure(source, source / "build")

    def test_has_all_that_the_target_is_made_of(self):
        """Libraries of every kind, generated sources, C, properties of folders and files, a main of its own; see strange/.
        The program checks itself when it starts."""
        project, build = self.folder / "strange", self.folder / "strange build"
        shutil.copytree(HERE / "strange", project)
        self.must(self.configure(project, build, "-G", "Unix Makefiles"))
        made = ("cmake", "--build", build, "--target", "strange_test_instrumented")
        self.must(run(*made))
        self.must(run(build / "forall/bin/strange_test_instrumented"))
        with self.subTest("what did not change is not compiled again"):
            self.assertNotIn("Building", self.must(run(*made)).out)
            (project / "late/late.cpp").write_text("int late() { return 2; }\n")
            compiled = re.findall(r"Building \w+ object \S*/(\S+)\.o", self.must(run(*made)).out)
            self.assertEqual(compiled, ["late.cpp"])
            self.assertEqual(run(build / "forall/bin/strange_test_instrumented").code, 1)

    def test_only_an_executable_has_one(self):
        finished = self.configured("library", "add_library(sample sample.cpp)\nforall_add_explorer(sample)\n")
        self.assertNotEqual(finished.code, 0)
        self.assertIn("forall_add_explorer(sample): not an executable of this project", finished.text)

    def test_the_target_comes_first(self):
        finished = self.configured("missing", "forall_add_explorer(sample)\n")
        self.assertNotEqual(finished.code, 0)
        self.assertIn("there is no such target; call add_executable first", finished.text)

    def test_unknown_arguments_are_named(self):
        finished = self.configured("arguments", "add_executable(sample sample.cpp)\nforall_add_explorer(sample DB x)\n")
        self.assertNotEqual(finished.code, 0)
        self.assertIn("unknown arguments: DB;x", finished.text)


if __name__ == "__main__":
    unittest.main()
