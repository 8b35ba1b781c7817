"""The example project, built from an unpacked package: configured with g++, explored with clang, replayed by ctest."""

import re
import shutil
import unittest

from support import BUILD, ROOT, WithForall, run

ALL_PUTS = {"ClockTest.AddsUp", "TariffTest.LongerIsNotCheaper", "VoucherTest.NeverPaysOut"}


class Project(WithForall):
    @classmethod
    def install(cls, prefix):
        """Of the Debian package, which needs no root to be unpacked."""
        packages = cls.folder / "packages"
        cls.must(run("cpack", "-G", "DEB", "-B", packages, "--config", BUILD / "CPackConfig.cmake", cwd=cls.folder))
        [cls.package] = packages.glob("forall_*.deb")
        cls.must(run("dpkg-deb", "-x", cls.package, prefix))
        return prefix / "usr"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.project = cls.folder / "mein größeres プロジェクト"
        cls.build = cls.project / "build"
        shutil.copytree(ROOT / "examples/cmake-project", cls.project)
        cls.must(cls.configure(cls.project, cls.build, "-G", "Ninja"))
        cls.must(run("cmake", "--build", cls.build))

    def make(self, target):
        return run("cmake", "--build", self.build, "--target", target)

    def replayed(self):
        """name -> how it ended, and all that ctest said"""
        finished = run("ctest", "--test-dir", self.build)
        return dict(re.findall(r"Test +#\d+: (\S+) \.*(?:\*+)? *(Passed|Skipped|Failed)", finished.out)), finished

    def table(self, text):
        """PUT -> (verdict, was it explored)"""
        rows = re.findall(r"^│ (\w+\.\w+) +│ . (\w+) +│.*│ +(.+) │$", text, re.MULTILINE)
        return {put: (verdict, effort != "unchanged") for put, verdict, effort in rows}

    def test_the_package_names_what_it_needs(self):
        depends = self.must(run("dpkg-deb", "-f", self.package, "Depends")).out
        for package in ("clang-19", "llvm-19", "libgtest-dev", "c++-compiler", "libsqlite3-0", "libz3-4", "libfmt9"):
            self.assertRegex(depends, rf"(^|[ |]){re.escape(package)}")

    def test_from_the_first_build_to_a_broken_function(self):
        with self.subTest("nothing is stored"):
            ended, finished = self.replayed()
            self.assertEqual(finished.code, 0, finished)
            self.assertEqual({n for n, end in ended.items() if end == "Skipped"}, ALL_PUTS, finished)
            alone = run(self.build / "tests/parking_test")
            self.assertEqual(alone.out.count("no stored cases in"), 1, alone)

        with self.subTest("explored"):
            finished = self.make("explore")
            self.assertEqual(finished.code, 0, finished)
            self.assertEqual(self.table(finished.out), {put: ("proved", True) for put in ALL_PUTS}, finished)

        with self.subTest("replayed"):
            ended, finished = self.replayed()
            self.assertEqual(finished.code, 0, finished)
            cases = {name for name in ended if "/" in name}
            self.assertEqual({name.split("/")[0] for name in cases}, ALL_PUTS, finished)
            self.assertGreater(len(cases), len(ALL_PUTS))
            self.assertEqual(set(ended.values()), {"Passed"}, finished)

        with self.subTest("explored again"):
            finished = self.make("explore")
            self.assertEqual(finished.code, 0, finished)
            self.assertEqual(self.table(finished.out), {put: ("proved", False) for put in ALL_PUTS}, finished)
            self.assertNotIn("quer", finished.out)  # the solver is asked nothing

        with self.subTest("broken"):
            tariff = self.project / "parking/tariff.cpp"
            text = tariff.read_text()
            self.assertIn("cents > kMostCentsPerDay", text)
            tariff.write_text(text.replace("cents > kMostCentsPerDay", "cents < kMostCentsPerDay"))
            finished = self.make("explore")
            self.assertNotEqual(finished.code, 0, finished)
            self.assertEqual(re.findall(r"Building CXX object \S*/(\w+\.cpp)\.o", finished.out), ["tariff.cpp"])
            self.assertEqual(self.table(finished.out), {"ClockTest.AddsUp": ("proved", False),
                                                        "TariffTest.LongerIsNotCheaper": ("refuted", True),
                                                        "VoucherTest.NeverPaysOut": ("proved", False)}, finished)
            self.assertIn("forall refuted parking_test", finished.text)

        with self.subTest("the stored failure fails"):
            self.must(run("cmake", "--build", self.build))
            ended, finished = self.replayed()
            self.assertNotEqual(finished.code, 0, finished)
            failed = {name.split("/")[0] for name, end in ended.items() if end == "Failed"}
            self.assertEqual(failed, {"TariffTest.LongerIsNotCheaper"}, finished)


if __name__ == "__main__":
    unittest.main()
