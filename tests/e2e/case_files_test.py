"""Cases as text: written beside the sources, committed, merged, and replayed without a database."""

import json
import os
import shutil
import subprocess
import unittest

from support import FORALL, ROOT, Workspace

CODE = """#pragma once

inline int price(int age) {
  if (age < 6) return 0;
  return 10;
}

// Everything below is about the other thing.
// It is in the same file.
// Changes here and there do not touch each other.

inline int rebate(int age) {
  if (age > 65) return 5;
  return 0;
}
"""
TEST = """#include <forall/forall.h>

#include "ticket.h"

void IsNeverNegative(int age) { EXPECT_GE(price(age) - rebate(age), 0); }
FORALL(TicketTest, IsNeverNegative);
"""
OCTET = """#line 1000
#include <forall/forall.h>
#include <optional>
#include <string>
std::optional<unsigned> octet(std::string_view text) {
  unsigned value = 0;
  if (text.empty() || text.size() > 3) return std::nullopt;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + static_cast<unsigned>(c - '0');
  }
  if (value > 256) return std::nullopt;
  return value;
}
void IsSmall(const std::string& text) {
  const auto value = octet("" + text);
  ASSUME(value.has_value());
  EXPECT_LE(*value, 255U);
}
FORALL(OctetTest, IsSmall).WithDomains(StringOf(NumericChar()).WithMaxSize(4));
int scale(int x);
void Scales(int x) { scale(x); }
FORALL(OctetTest, Scales);
"""
NAMES = ["-c", "user.name=A", "-c", "user.email=a@example.org"]


class CaseFiles(Workspace):
    """Each test has a repository of its own, in which the test was explored and its cases were committed. They lie in one place,
    one after the other, so that what one has compiled the next one need not."""

    def setUp(self):
        self.project = self.folder / "project"
        for old in (self.project, self.folder / "clone"):
            shutil.rmtree(old, ignore_errors=True)
        (self.project / "forall-cases").mkdir(parents=True)
        self.write("ticket.h", CODE)
        self.write("ticket_test.cpp", TEST)
        self.file = self.project / "forall-cases/TicketTest.IsNeverNegative.json"

    def write(self, name, text):
        (self.project / name).write_text(text)

    def record(self, *options, cwd=None):
        return self.forall("explore", "--json", "--quiet", "ticket_test.cpp", "--work", self.folder / "work", *options, cwd=cwd or self.project)

    def git(self, *arguments, cwd=None):
        done = subprocess.run(["git", *NAMES, *arguments], cwd=cwd or self.project, capture_output=True, text=True,
                              env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"})
        self.assertEqual(done.returncode, 0, f"git {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def lines(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def values(self):
        return {int(line["data"]["inputs"][0]["value"]) for line in self.lines() if "name" in line}

    def test_one_line_for_the_put_and_one_for_each_case(self):
        self.assertEqual(self.record().code, 0)
        put, *cases = self.lines()
        self.assertEqual((put["verdict"], put["put"]["name"]), ("proved", "IsNeverNegative"))
        self.assertEqual([c["name"] for c in cases], sorted(c["name"] for c in cases))
        self.assertEqual({c["outcome"] for c in cases}, {"passed"})
        self.assertNotIn(str(self.folder), self.file.read_text())

    def test_exploring_again_changes_nothing(self):
        self.record()
        before = self.file.read_bytes()
        self.assertTrue(self.record().json()["puts"][0]["kept"])
        self.assertEqual(self.file.read_bytes(), before)
        self.record("--again")
        self.assertEqual(self.file.read_bytes(), before)

    def test_the_file_is_the_same_wherever_it_is_explored(self):
        """In another folder, with other commands, and below other lines."""
        self.write("octet_test.cpp", OCTET)
        self.write("scale.cpp", "int scale(int x) { return 4 / x; }\n")
        files = sorted(["OctetTest.IsSmall.json", "OctetTest.Scales.json", self.file.name])

        def contents(project):
            return {file.name: file.read_text() for file in sorted((project / "forall-cases").glob("*.json"))}

        self.assertEqual(self.record("octet_test.cpp", "scale.cpp").code, 1)
        before = contents(self.project)
        self.assertEqual(sorted(before), files)
        self.assertNotRegex("".join(before.values()), r"models::|uninitialised\)[^\"]*&&")
        clone = self.folder / "elsewhere" / "clone"
        shutil.copytree(self.project, clone, ignore=shutil.ignore_patterns(".forall", "forall-tests"))
        (clone / "octet_test.cpp").write_text("// A new\n// head.\n" + OCTET)  # lines of failures stay: #line
        (clone / "ticket_test.cpp").write_text(TEST.replace("void Is", "\n\n// A comment.\nvoid Is"))
        run = self.record("octet_test.cpp", "scale.cpp", "--", "-I.", f"-I{self.folder}", cwd=clone)
        self.assertEqual(run.code, 1)
        self.maxDiff = None
        self.assertEqual(contents(clone), before)
        with self.subTest("lines are those of the sources"):
            shutil.rmtree(clone / ".forall")
            lines = {put["name"]: put["line"] for put in self.forall("list", "--json", cwd=clone).json()["puts"]}
            self.assertEqual(lines["TicketTest.IsNeverNegative"], 9)
        with self.subTest("sources are named where they are not known"):
            alone = self.forall("replay", "OctetTest.Sc*", cwd=clone)
            self.assertEqual(alone.code, 2, alone)
            self.assertIn("octet_test.cpp: error: how its tests are built is not known (OctetTest.Scales)", alone.err)
            self.assertIn("forall replay octet_test.cpp SOURCE... -- FLAG...", alone.err)
            named = self.forall("replay", "--json", "OctetTest.Sc*", "octet_test.cpp", "scale.cpp", cwd=clone)
            self.assertEqual(named.code, 1, named)
            self.assertEqual([put["name"] for put in named.json()["puts"]], ["OctetTest.Scales"])
            self.assertEqual(named.json()["puts"][0]["changed"], 0, named)

    def test_a_look_for_the_first_failure_keeps_the_cases(self):
        self.write("ticket.h", CODE.replace("return 5", "return 15"))
        self.record()
        before = self.file.read_bytes()
        self.assertEqual(self.record("--again", "--stop-at-first-failure").code, 1)
        self.assertEqual(self.file.read_bytes(), before)

    def test_nothing_is_written_without_the_folder(self):
        (self.project / "forall-cases").rmdir()
        self.record()
        self.assertFalse((self.project / "forall-cases").exists())
        self.record("--cases", "elsewhere")
        self.assertTrue((self.project / "elsewhere/TicketTest.IsNeverNegative.json").exists())

    def test_git_sees_the_cases_and_not_the_database(self):
        self.git("init", "-q", "-b", "main")
        self.record()
        self.git("add", "-A")
        names = set(self.git("diff", "--cached", "--name-only").split())
        self.assertIn("forall-cases/TicketTest.IsNeverNegative.json", names)
        self.assertFalse([name for name in names if name.startswith(".forall/")])

    def test_a_fresh_clone_replays(self):
        self.write("ticket.h", CODE.replace("return 5", "return 15"))  # negative for the old
        self.git("init", "-q", "-b", "main")
        self.assertEqual(self.record().code, 1)
        self.commit("cases")
        clone = self.folder / "clone"
        self.git("clone", "-q", str(self.project), str(clone))
        self.assertFalse((clone / ".forall").exists())
        with self.subTest("forall"):
            replayed = self.forall("replay", "--json", cwd=clone)
            self.assertEqual((clone / ".forall/.gitignore").read_text(), "*\n")  # whatever command has made the folder
            self.assertEqual(replayed.code, 1, replayed)
            [put] = replayed.json()["puts"]
            self.assertEqual((put["same"], put["failing"], put["changed"]), (len(self.lines()) - 1, 1, 0))
            self.assertIn("TicketTest.IsNeverNegative", self.forall("list", cwd=clone).out)
        with self.subTest("an ordinary program"):
            shutil.rmtree(clone / ".forall", ignore_errors=True)
            library = FORALL.parent.parent / "lib"
            built = subprocess.run(["g++", "-std=c++20", "-DFORALL_REPLAY", f"-I{ROOT / 'include'}", "ticket_test.cpp",
                                    f"-L{library}", f"-Wl,-rpath,{library}", "-lforall_replay", "-lgtest",
                                    "-lgtest_main", "-lpthread", "-o", "ticket_test"], cwd=clone, capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stderr)
            done = subprocess.run(["./ticket_test"], cwd=clone, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stdout)
            for case in self.lines()[1:]:
                word = "      OK" if case["outcome"] == "passed" else " FAILED "
                self.assertIn(f"[ {word} ] TicketTest.IsNeverNegative/{case['name']}", done.stdout)
        with self.subTest("explored"):  # with the committed cases first
            found = self.record(cwd=clone).puts()["TicketTest.IsNeverNegative"]
            self.assertEqual((found["verdict"], found["stale"]), ("refuted", []))

    def test_branches_that_add_cases_merge(self):
        self.git("init", "-q", "-b", "main")
        self.record()
        self.commit("main")
        self.git("checkout", "-q", "-b", "students")
        self.write("ticket.h", CODE.replace("return 10", "if (age == 20) return 8;\n  return 10"))
        self.record()
        self.assertIn(20, self.values())
        self.commit("students")
        self.git("checkout", "-q", "main")
        self.write("ticket.h", CODE.replace("return 0;\n}\n", "if (age == 50) return 1;\n  return 0;\n}\n"))
        self.record()
        self.assertIn(50, self.values())
        self.commit("jubilees")
        self.git("merge", "-q", "students", "-m", "merged")
        self.assertLessEqual({20, 50}, self.values())
        shutil.rmtree(self.project / ".forall")
        replayed = self.forall("replay", "--json", cwd=self.project)
        self.assertEqual(replayed.code, 0, replayed)
        found = self.record().puts()["TicketTest.IsNeverNegative"]
        self.assertEqual(found["verdict"], "proved")
        self.assertLessEqual({20, 50}, self.values())

    def test_cases_of_others_are_run_though_the_code_is_the_same(self):
        self.record()
        lines = self.file.read_text().splitlines()
        extra = json.loads(lines[1])
        extra["name"] = "from_a_colleague"
        extra["data"]["inputs"][0]["value"] = "33"
        self.file.write_text("\n".join([*lines, json.dumps(extra)]) + "\n")
        self.assertFalse(self.record().json()["puts"][0]["kept"])

    def test_a_damaged_file_is_one_clear_error(self):
        self.record()
        self.file.write_text(self.file.read_text() + "<<<<<<< HEAD\n")
        run = self.record()
        self.assert_user_error(run, r"TicketTest.IsNeverNegative.json: .*a conflict of a merge")


if __name__ == "__main__":
    unittest.main()
