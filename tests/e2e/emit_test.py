"""Closed tests in every form: ordinary compilers take them without a warning, the same tests pass and fail in each, and they
reach the branches that the exploration reached.

    emit_test.py          one program that has something of everything
    emit_test.py --all    all of examples/ as well, which takes minutes
"""

import collections
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from support import ROOT, Workspace, marked_line, program

WARNINGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}"]
# A fault is the end of the program, as it is in an exploration.
CHECKS = ["-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds,null", "-fsanitize-undefined-trap-on-error"]


def run(command, **keywords):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, errors="replace", **keywords)


def combined(files):
    """The tests of one source in one file, which includes that source once."""
    text, seen = "", set()
    for file in files:
        for line in file.read_text().splitlines(keepends=True):
            once = line.startswith(('#include "', "int main("))
            if once and line in seen:
                continue
            seen.add(line)
            text += line if not line.startswith("int main(") else ""
    return text + "".join(line for line in seen if line.startswith("int main("))


def gtest_results(executable, names, _):
    done = run([executable, "--gtest_filter=" + ":".join(names)])
    return dict((name, word == "      OK") for word, name in
                re.findall(r"^\[ (      OK| FAILED ) \] (\S+?),? .*\(\d+ ms\)$", done.stdout, re.MULTILINE)), done.stdout


def catch2_results(executable, names, folder):
    (folder / "names").write_text("".join(f'"{name}"\n' for name in names))
    done = run([executable, "-f", folder / "names", "-r", "xml"])
    cases = ElementTree.fromstring(done.stdout).iter("TestCase")
    return {case.get("name"): case.find("OverallResult").get("success") == "true" for case in cases}, done.stdout


def doctest_results(executable, names, _):
    wanted = [name.split(".")[1] for name in names]
    done = run([executable, "-r=xml", "-tc=" + ",".join(wanted)])
    results = {}
    for suite in ElementTree.fromstring(done.stdout).iter("TestSuite"):
        for case in suite.iter("TestCase"):
            name = f"{suite.get('name')}.{case.get('name')}"
            verdict = case.find("OverallResultsAsserts")
            if name in names:
                results[name] = verdict is None or verdict.get("test_case_success") == "true"
    return results, done.stdout


def assert_results(executable, names, _):
    done = run([executable, *names])
    failed = set(re.findall(r"^failed: (\S+)$", done.stderr, re.MULTILINE))
    if f"{len(names)} cases, {len(failed)} failed" not in done.stderr or done.returncode != (1 if failed else 0):
        return {}, done.stderr
    return {name: name not in failed for name in names}, done.stderr


class Form:
    """How tests of a form are found, built and run. The main program of a framework is compiled once."""

    def __init__(self, suffix, results, libraries=(), main=""):
        self.suffix, self.results, self.libraries, self.main = suffix, results, list(libraries), main
        self.object = None

    def main_object(self, folder):
        if self.main and self.object is None:
            self.object = folder / f"main{self.suffix}.o"
            self.object.with_suffix(".cpp").write_text(self.main)
            subprocess.run(["g++", "-std=c++20", "-c", self.object.with_suffix(".cpp"), "-o", self.object], check=True)
        return [self.object] if self.main else []


CATCH2_MAIN = "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n"
DOCTEST_MAIN = "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n"
FORMS = {
    "gtest": Form("_test.cpp", gtest_results, ["-lgtest_main"]),
    "catch2": Form("_catch2.cpp", catch2_results, main=CATCH2_MAIN),
    "catch2v2": Form("_catch2v2.cpp", catch2_results, main=CATCH2_MAIN),
    "doctest": Form("_doctest.cpp", doctest_results, main=DOCTEST_MAIN),
    "assert": Form("_main.cpp", assert_results),
}
BUILT = ("gtest", "catch2", "doctest", "assert")  # catch2v2 differs in one include, which is the same where 3 is not installed


class Project:
    """A folder in which a source was explored, and its closed tests."""

    def __init__(self, test, folder, sources, flags=()):
        self.test, self.folder, self.sources, self.flags = test, folder, sources, list(flags)
        folder.mkdir()
        self.explored = test.explore(*sources, "--jobs", 1, "--no-confirm", "--out", "explored", "--", "-std=c++20", *flags,
                                     cwd=folder)
        self.puts = self.explored.puts()
        self.database = sqlite3.connect(folder / ".forall/cases.db")

    def emit(self, form, cover="path", out="tests"):
        limit = ["--max-lines", 0] if out == "tests" else []
        done = self.test.forall("emit", "--format", form, "--cover", cover, "--out", out, *limit, cwd=self.folder)
        self.test.assertEqual(done.code, 0, done)
        return sorted((self.folder / out).glob(f"*{FORMS[form].suffix}"))

    def names(self, files):
        return {f"{suite}.{name}" for file in files
                for suite, name in re.findall(r"^TEST(?:_F)?\((\w+), (\w+)\) \{$", file.read_text(), re.MULTILINE)}

    def crashing(self):
        """The tests that end the program."""
        rows = self.database.execute("SELECT put, name FROM failing_cases WHERE outcome = 'crashed'")
        return {f"{put.replace('.', '_')}_Fails.{name}" for put, name in rows}

    def compile(self, form, files, compiler="g++", flags=()):
        source = self.folder / "tests" / f"all_{form}.cpp"
        source.write_text(combined(files))
        executable = self.folder / f"{form}-{compiler}"
        others = [s for s in self.sources if s.name != re.search(r'#include ".*?([^/"]+)"', source.read_text())[1]]
        checks = CHECKS if compiler == "g++" else []
        output = [] if "-fsyntax-only" in flags else [
            *FORMS[form].main_object(self.test.folder), "-o", executable, *FORMS[form].libraries, "-lgtest", "-lpthread"]
        done = run([compiler, *WARNINGS, *checks, *self.flags, *flags, source, *others, *output], cwd=self.folder)
        self.test.assertEqual((done.returncode, done.stderr), (0, ""))
        return executable

    def check(self, form, executable, names):
        """Runs the tests; returns their output."""
        crashing = names & self.crashing()
        results, output = FORMS[form].results(executable, sorted(names - crashing), self.folder)
        expected = {name: "_Fails." not in name for name in names - crashing}
        self.test.assertEqual(results, expected, output)
        for name in crashing:
            results, output = FORMS[form].results(executable, [name], self.folder)
            self.test.assertNotEqual(results, {name: True}, f"{form}: {name} ended well\n{output}")
        return output

    def explored_branches(self):
        """(file, line) -> how many directions of its branches complete paths took"""
        rows = self.database.execute("""
            SELECT DISTINCT b.file, b.line, b.branch, b.direction
            FROM puts JOIN paths p ON p.exploration_id = puts.exploration_id CROSS JOIN json_each(p.coverage) e
                 JOIN directions d ON d.exploration_id = p.exploration_id AND d.number = e.value
                 JOIN branches b ON b.exploration_id = p.exploration_id AND b.branch = d.branch AND b.direction = d.direction""")
        return collections.Counter((pathlib.Path(file).name, line) for file, line, _, _ in rows)

    def native_branches(self):
        """(file, line) -> (directions taken, directions there are, times it was run), by gcov"""
        found = {}
        for data in self.folder.glob("*.gcda"):
            done = run(["gcov", "--json-format", "--stdout", "--branch-probabilities", data], cwd=self.folder)
            for file in json.loads(done.stdout.splitlines()[0])["files"]:
                for line in file["lines"]:
                    key = (pathlib.Path(file["file"]).name, line["line_number"])
                    counts = [b["count"] for b in line["branches"] if not b["throw"]]
                    taken, total, times = found.get(key, (0, 0, 0))
                    found[key] = (taken + sum(c > 0 for c in counts), total + len(counts), times + line["count"])
        return found

    def check_branches(self):
        """gcov counts branches of the same line apart from each other, so each line must have as many as were explored, or all
        that a compiler without our checks has there."""
        native = self.native_branches()
        explored = self.explored_branches()
        for place, directions in explored.items():
            taken, total, times = native.get(place, (0, 0, 0))
            if place[0].endswith("_state.h"):  # invariants, which a closed test need not ask
                continue
            self.test.assertGreater(times, 0, f"{place} was explored, but no closed test gets there")
            self.test.assertGreaterEqual(taken, min(directions, total), place)
        return sum(explored.values())


class Forms(Workspace):
    """One program that has something of everything."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.project = Project(cls("test_assert"), cls.folder / "closed", [program("closed")])
        cls.files = {form: cls.project.emit(form) for form in FORMS}
        cls.names = cls.project.names(cls.files["gtest"])

    def check_form(self, form, *flags):
        executable = self.project.compile(form, self.files[form], flags=flags)
        output = self.project.check(form, executable, self.names)
        # What a GoogleTest assertion says, and where, is what the framework reports.
        self.assertRegex(output, rf'closed\.cpp"?( line=|:)"?{marked_line(program("closed"), "fatal")}')
        self.assertIn("the message", output)

    def test_gtest_reaches_the_branches_of_the_exploration(self):
        self.assertEqual(len(self.names), sum(put["cases"] for put in self.project.puts.values()))
        self.check_form("gtest", "--coverage")
        self.assertGreater(self.project.check_branches(), 5)

    def test_gtest_is_without_warnings_for_clang_too(self):
        self.project.compile("gtest", self.files["gtest"], "clang++-19", ["-fsyntax-only"])

    def test_catch2(self):
        self.check_form("catch2")

    def test_catch2_of_version_2_differs_in_the_include(self):
        self.assertEqual([f.read_text().replace("catch2v2", "catch2") for f in self.files["catch2v2"]],
                         [f.read_text() for f in self.files["catch2"]])

    def test_doctest(self):
        self.check_form("doctest")

    def test_assert(self):
        self.check_form("assert")

    def test_a_program_of_its_own_names_what_crashes_and_refuses_what_it_does_not_know(self):
        source = self.folder / "cases.cpp"
        source.write_text('#include <cstdlib>\n#include "forall/emitted/cases.h"\nFORALL_CASE(A_B, passes) {}\n'
                          "FORALL_CASE(A_B_Fails, aborts) { std::abort(); }\n"
                          "int main(int count, char** names) { return forall::emitted::run_cases(count, names); }\n")
        executable = source.with_suffix("")
        subprocess.run(["g++", *WARNINGS, source, "-lgtest", "-o", executable], check=True)
        self.assertEqual(run([executable]).stderr, "running: A_B_Fails.aborts\n")
        self.assertEqual(run([executable, "A_B.passes"]).stderr, "1 cases, 0 failed\n")
        for unknown in ("A_B.passed", "--help"):
            refused = run([executable, "A_B_Fails.aborts", unknown])
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f"no case '{unknown}' in this program", refused.stderr)

    def test_what_is_emitted_is_what_the_exploration_writes(self):
        explored = sorted((self.project.folder / "explored").iterdir())
        emitted = self.project.emit("gtest", cover="branch", out="again")
        self.assertEqual([f.name for f in explored], [f.name for f in emitted])
        texts = [f.read_text().replace("--out again", "--out explored") for f in emitted]  # in the command that writes them
        self.assertEqual([f.read_text() for f in explored], texts)
        every = self.project.names(self.files["gtest"])
        few = self.project.names(emitted)
        self.assertLess(few, every)
        self.assertEqual({name.split(".")[0] for name in few}, {name.split(".")[0] for name in every})

    def test_the_order_of_the_search_does_not_show(self):
        done = self.explore(program("closed"), "--jobs", 1, "--no-confirm", "--strategy", "breadth", "--db", "breadth.db",
                            "--cover", "path", "--emit", "doctest", "--out", "breadth", "--", "-std=c++20", cwd=self.project.folder)
        self.assertEqual(done.code, 1, done)
        for file in self.files["doctest"]:
            with self.subTest(file=file.name):
                text = (self.project.folder / "breadth" / file.name).read_text()
                pattern = re.compile(r"^TEST.*|^// .*", re.MULTILINE)  # other inputs may lead down the same paths
                self.assertEqual(pattern.findall(text.replace("--out breadth", "--out tests")), pattern.findall(file.read_text()))

    def test_parts_of_the_user_stay(self):
        file = self.project.emit("gtest", out="kept")[0]
        before = file.read_text()
        mine = before.replace("begin keep (includes)\n", "begin keep (includes)\n#include <map>\r\n").replace(
            "begin keep (tests)\n", "begin keep (tests)\nTEST(Mine, Passes) {}  \n\n\n")
        file.write_bytes(mine.encode())
        self.project.emit("gtest", out="kept")
        self.assertEqual(file.read_bytes().decode(), mine)
        damaged = mine.replace("// forall: end keep (includes)", "// forall: end keep")
        file.write_bytes(damaged.encode())
        for command in (["emit", "--out", "kept"],
                        ["explore", "--quiet", "--no-confirm", "--out", "kept", program("closed"), "--", "-std=c++20"]):
            refused = self.forall(*command, cwd=self.project.folder)
            self.assert_user_error(refused, rf"{file.name}:\d+: error: .*forall: end keep \(includes\).*nothing was written")
            self.assertEqual(file.read_bytes().decode(), damaged)


class AllExamples(Workspace):
    """Each example, and each of the papers', in every form."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.projects = {}

    def check_each(self, check):
        folders = {p.parent for p in (ROOT / "examples").glob("**/*.cpp") if "cmake-project" not in p.parts}
        for folder in sorted(folders, key=lambda folder: ("papers" in folder.parts, folder)):
            name = "-".join(folder.relative_to(ROOT / "examples").parts)
            with self.subTest(example=name):
                if name not in self.projects:
                    self.projects[name] = Project(self, self.folder / name, sorted(folder.glob("*.cpp")), [f"-I{folder}"])
                project = self.projects[name]
                cases = sum(put["cases"] for put in project.puts.values())
                cover = "path" if cases <= 300 else "branch"
                print(f"{name}: {len(project.puts)} PUTs, {cover} cover of {cases} cases: {check(project, cover)}", flush=True)

    def test_gtest(self):
        def check(project, cover):
            files = project.emit("gtest", cover)
            names = project.names(files)
            project.check("gtest", project.compile("gtest", files, flags=["--coverage"]), names)
            project.compile("gtest", files, "clang++-19", ["-fsyntax-only"])
            return f"{len(names)} tests, {project.check_branches()} branch directions"

        self.check_each(check)

    def test_other_forms(self):
        def check(project, cover):
            names = project.names(project.emit("gtest", cover))
            for form in BUILT[1:]:
                project.check(form, project.compile(form, project.emit(form, cover)), names)
            return f"{len(names)} tests for {', '.join(BUILT[1:])}"

        self.check_each(check)


if __name__ == "__main__":
    if "--all" in sys.argv:
        sys.argv.remove("--all")
    else:
        del AllExamples
    unittest.main()
