"""examples/team-project in a team: one explores and commits, another clones and replays, without a database."""

import re
import shutil
import unittest

from support import ROOT, WithForall, run

GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}


class Team(WithForall):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.project = cls.folder / "project"
        shutil.copytree(ROOT / "examples/team-project", cls.project)
        (cls.project / ".gitignore").write_text("/build/\n")
        (cls.project / "forall-cases").mkdir(exist_ok=True)

    def git(self, *arguments):
        return self.must(run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments, cwd=self.project, **GIT))

    def build(self, project, *arguments):
        self.must(self.configure(project, project / "build", "-G", "Ninja", *arguments))
        self.must(run("cmake", "--build", project / "build"))

    def replayed(self, project):
        """name -> how it ended"""
        finished = run("ctest", "--test-dir", project / "build")
        return dict(re.findall(r"Test +#\d+: (\S+) \.*(?:\*+)? *(Passed|Skipped|Failed)", finished.out)), finished

    def test_a_clone_replays_what_was_committed(self):
        self.build(self.project)
        self.must(run("cmake", "--build", self.project / "build", "--target", "explore"))
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "project")
        committed = self.git("ls-files").out.split()
        self.assertEqual(len([name for name in committed if name.startswith("forall-cases/") and name.endswith(".json")]), 11)
        self.assertFalse([name for name in committed if name.startswith(".forall")])
        clone = self.folder / "clone"
        self.git("clone", "-q", self.project, clone)

        with self.subTest("the same code"):
            self.build(clone)
            ended, finished = self.replayed(clone)
            self.assertEqual(finished.code, 0, finished)
            cases = [name for name in ended if "/" in name]
            self.assertEqual(len({name.split("/")[0] for name in cases}), 11, finished)
            self.assertEqual(set(ended.values()), {"Passed"}, finished)
            self.assertFalse((clone / ".forall").exists())

        with self.subTest("broken code"):
            self.build(clone, "-DPLANTED_BUGS=ON")
            ended, finished = self.replayed(clone)
            self.assertNotEqual(finished.code, 0, finished)
            failed = {name.split("/")[0] for name, end in ended.items() if end == "Failed"}
            self.assertIn("DateTest.NextDayIsLater", failed, finished)

        with self.subTest("explored where it was cloned, by another command"):
            sources = [str(file.relative_to(clone)) for folder in ("tests", "src") for file in clone.glob(f"{folder}/*.cpp")]
            self.must(run(self.prefix / "bin/forall", "explore", "--quiet", *sources, "--", "-Isrc", cwd=clone))
            self.must(run("git", "diff", "--exit-code", "forall-cases", cwd=clone))


if __name__ == "__main__":
    unittest.main()
