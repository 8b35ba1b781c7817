"""examples/team-project: eleven proofs; with its planted bugs four findings that fit on a screen; the two compared."""

import re
import shutil
import unittest

from support import ROOT, Workspace

PLANTED = {  # PUT -> the values of the smallest case that shows the bug
    "CacheTest.IsAMap": {"steps": "{{is_put: false, key: 0}}"},
    "CsvTest.TakesAnyLine": {"line": '"\\""'},
    "DateTest.NextDayIsLater": {"date": "{year: 1, month: 12, day: 31}"},
    "MoneyTest.SharesAddUp": {"cents": "1"},
}


class TeamProject(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.project = cls.folder / "project"
        shutil.copytree(ROOT / "examples/team-project", cls.project, ignore=shutil.ignore_patterns("forall-cases"))
        cls.sound = cls.record(variant="sound")
        (cls.project / "main.json").write_text(cls.sound.out)
        cls.buggy = cls.record(variant="buggy")
        (cls.project / "buggy.json").write_text(cls.buggy.out)

    @classmethod
    def command(cls, *options, variant):
        """Each variant has folders of its own, so that nothing is compiled twice."""
        sources = [str(p.relative_to(cls.project)) for folder in ("tests", "src") for p in cls.project.glob(f"{folder}/*.cpp")]
        flags = ["-DPLANTED_BUGS"] if variant == "buggy" else []
        return cls.forall("explore", "--quiet", *sources, "--db", f".forall/{variant}.db", "--work", f".forall/{variant}",
                          "--out", variant, *options, "--", "-Isrc", *flags, cwd=cls.project)

    @classmethod
    def record(cls, *options, variant):
        return cls.command("--json", *options, variant=variant)

    def test_all_is_proved(self):
        self.assertEqual(self.sound.code, 0, self.sound)
        puts = self.sound.puts()
        self.assertEqual((len(puts), {p["verdict"] for p in puts.values()}), (11, {"proved"}), self.sound)

    def test_each_planted_bug_is_one_finding_with_a_minimal_case(self):
        self.assertEqual(self.buggy.code, 1, self.buggy)
        puts = self.buggy.puts()
        self.assertEqual({name for name, put in puts.items() if put["failures"]}, set(PLANTED))
        for name, values in PLANTED.items():
            with self.subTest(put=name):
                [failure] = puts[name]["failures"]
                [simplest] = [c for c in puts[name]["failing"] if c["name"] == failure["simplest"]]
                self.assertEqual({v["name"]: v["text"] for v in simplest["values"]}, values)

    def test_the_report_fits_on_a_screen(self):
        run = self.command(variant="buggy")
        self.assertEqual(run.code, 1, run)
        self.assertLess(run.out.count("\n"), 40, run)
        self.assertIn("7 proved, 4 refuted, 0 open", run.out)
        self.assertRegex(run.out, r"… and \d+ more at src/csv.cpp:\d+\n")

    def test_each_bug_is_one_failing_closed_test(self):
        for put in PLANTED:
            text = (self.project / f"buggy/{put.replace('.', '_')}_test.cpp").read_text()
            self.assertEqual(len(re.findall(r"^TEST\(\w+_Fails,", text, re.MULTILINE)), 1, text)

    def test_closed_tests_fit_on_a_screen(self):
        files = sorted((self.project / "buggy").glob("*.cpp"))
        self.assertEqual(len(files), 11)
        for file in files:
            with self.subTest(file=file.name):
                text = file.read_text()
                self.assertLess(text.count("\n"), 64, text)
                comments = re.findall(r"((?:^//.*\n)*)^TEST\(", text, re.MULTILINE)
                for comment in comments:  # of one line, after "fails: ..." if it does
                    self.assertLessEqual(comment.count("\n"), 2 if comment.startswith("// fails:") else 1, text)
                    self.assertNotRegex(comment, r"concat|>> \d|<< \d|0x|\d{13}", text)

    def test_the_command_in_a_closed_test_works_where_the_file_lies(self):
        folder = self.project / "sound"
        file = folder / "MoneyTest_SharesAddUp_test.cpp"
        before = file.read_text()
        command = re.search(r"^// To write them again:  cd (\S+) && forall (.*)$", before, re.MULTILINE)
        file.unlink()
        words = command.group(2).split()
        words[1:1] = ["--quiet", "--db", ".forall/sound.db", "--work", ".forall/sound"]
        run = self.forall(*words, cwd=folder / command.group(1))
        self.assertEqual(run.code, 0, run)
        self.assertEqual(file.read_text(), before)

    def test_a_branch_is_compared_with_main(self):
        worse = self.command("--against", "main.json", variant="buggy")
        self.assertEqual(worse.code, 1, worse)
        self.assertIn("against main.json: 4 new failures, 4 lost proofs\n", worse.out)
        self.assertRegex(worse.out, r"✗ CsvTest.TakesAnyLine: new: \S+ at src/csv.cpp:\d+\n")
        self.assertIn("✗ CsvTest.TakesAnyLine: was proved, is refuted\n", worse.out)
        self.assertRegex(worse.out, r"• CacheTest.IsAMap: \d+ of \d+ branches, before \d+ of \d+\n")
        with self.subTest("known failures are no reason to fail"):
            same = self.record("--against", "buggy.json", variant="buggy")
            self.assertEqual(same.code, 0, same)
            against = same.json()["against"]
            self.assertEqual((against["new_failures"], against["lost_proofs"], against["coverage"]), ([], [], []))
        with self.subTest("fixed"):
            better = self.record("--against", "buggy.json", variant="sound")
            self.assertEqual(better.code, 0, better)
            self.assertEqual(set(better.json()["against"]["new_proofs"]), set(PLANTED))
            self.assertEqual(len(better.json()["against"]["fixed_failures"]), 4)

    def test_only_results_can_be_compared_with(self):
        self.assert_user_error(self.command("--against", "nothing.json", variant="sound"), "nothing.json: .*no such file")
        (self.project / "wrong.json").write_text("[]")
        self.assert_user_error(self.command("--against", "wrong.json", variant="sound"), "wrong.json: .*not the output")


if __name__ == "__main__":
    unittest.main()
