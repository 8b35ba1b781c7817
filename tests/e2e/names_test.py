"""Names of files, folders, tests and parameters are not ASCII only, and may hold spaces."""

import json
import re
import subprocess
import unittest

from support import ROOT, Workspace, program

SOURCE = """#include <forall/forall.h>
#include <gtest/gtest.h>

namespace straße {
struct Knöten { int wért; Knöten* nächster; };

static void Größe(int ä) { EXPECT_NE(ä, 100); }
FORALL(Süite, Größe);
static void Große(const Knöten* köpf) { EXPECT_TRUE(köpf == nullptr || köpf->wért != 3); }
FORALL(Süite, Große);
static void Überlauf(int ä) { EXPECT_NE(ä + 1, ä); }
FORALL(Süite, Überlauf);
static void Feld(unsigned i) { int* p = new int[4](); if (i < 5) p[i] = 3; delete[] p; }
FORALL(Süite, Feld);
}
"""


class Names(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "日 本").mkdir()
        cls.source = cls.folder / "日 本" / "größe テスト_test.cpp"
        cls.source.write_text(SOURCE, encoding="utf-8")
        cls.out = cls.folder / "öut put"
        cls.database = ("--db", cls.folder / "データ.db")
        cls.run_ = cls.explore(cls.source, "--out", cls.out, *cls.database)

    def test_failures_are_confirmed(self):
        puts = self.run_.puts()
        self.assertEqual(set(puts), {"Süite.Größe", "Süite.Große", "Süite.Überlauf", "Süite.Feld"}, self.run_)
        for name, put in puts.items():
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], "refuted", self.run_)
                self.assertEqual({case["native"] for case in put["failing"]}, {"confirmed"}, self.run_)

    def test_each_put_has_a_file_and_names_of_its_own(self):
        files = sorted(self.out.iterdir())
        self.assertEqual(len(files), 4)
        suites = set()
        for file in files:
            names = re.findall(r"^TEST\((\w+), (\w+)\)", file.read_text(encoding="utf-8"), re.MULTILINE)
            self.assertTrue(names)
            suites |= {suite for suite, _ in names}
        self.assertIn("Süite_Größe", suites)
        self.assertEqual(len(suites), 8)

    def test_case_names_have_the_parameters_in_them(self):
        names = {case["name"] for case in self.cases("Süite.Größe", *self.database)}
        self.assertEqual(names, {"passes_when_ä_ne_100", "fails_at_line_7_when_ä_eq_100"})

    def test_all_closed_tests_go_into_one_program(self):
        objects = []
        for i, file in enumerate(sorted(self.out.iterdir())[2:]):
            objects.append(self.folder / f"{i}.o")
            done = subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", f"-I{ROOT / 'include'}", "-c", str(file),
                                   "-o", str(objects[-1])], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = subprocess.run(["g++", *map(str, objects), "-o", str(self.folder / "all"), "-lgtest", "-lgtest_main"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_command_that_writes_them_is_one_for_the_shell(self):
        text = (self.out / "Süite_Größe_test.cpp").read_text(encoding="utf-8")
        self.assertIn("again:  cd .. && forall explore '日 本/größe テスト_test.cpp' --put 'Süite.Größe' --out 'öut put'\n", text)

    def test_what_is_stored_is_read(self):
        listed = self.forall("list", *self.database)
        self.assertRegex(listed.out, r"(?m)^PUT             verdict.*\n(.*\n)*Süite\.Größe     refuted")
        self.assertIn("ä == 100", self.forall("show", "Süite.Größe", *self.database).out)
        self.assertIn("größe テスト_test.cpp:7", self.forall("tree", "Süite.Größe", *self.database).out)
        for command in ("list", "show Süite.Größe", "tree Süite.Größe"):
            self.assertIn("Süite.Größe", json.dumps(self.forall(*command.split(), "--json", *self.database).json(),
                                                    ensure_ascii=False))

    def test_replay(self):
        run = self.forall("replay", "--json", *self.database)
        self.assertEqual({put["changed"] for put in run.json()["puts"]}, {0}, run)


class BytesThatAreNoText(Workspace):
    def test_a_source_is_refused(self):
        source = bytes(self.folder) + b"/gr\xf6\xdfe.cpp"
        with open(source, "wb") as file:
            file.write(program("small").read_bytes())
        self.assert_user_error(self.explore(source.decode(errors="surrogateescape")), "not UTF-8")

    def test_json_is_utf8_whatever_the_folder_is_called(self):
        out = (bytes(self.folder) + b"/gr\xf6\xdfe").decode(errors="surrogateescape")
        run = self.explore(program("small"), "--out", out, "--put", "*.OnlySmallOnes")
        self.assertEqual(run.puts()["Small.OnlySmallOnes"]["failing"][0]["native"], "confirmed", run)
        self.assertEqual(len(self.forall("emit", "--json", "--out", out).json()["files"]), 1)


if __name__ == "__main__":
    unittest.main()
