"""tools/install-packages, with stand-ins for dpkg-query, apt-get and sudo."""

import os
import pathlib
import subprocess
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "install-packages"


class InstallPackages(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="forall-packages-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.log = self.folder / "apt.log"
        self.stub("sudo", 'exec "$@"')
        self.stub("apt-get", f'echo "$@" >> {self.log}')

    def stub(self, name, script):
        path = self.folder / name
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def run_tool(self):
        return subprocess.run([str(TOOL)], capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})

    def apt_calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def test_does_and_says_nothing_when_nothing_is_missing(self):
        self.stub("dpkg-query", "echo -n installed")
        done = self.run_tool()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.apt_calls(), [])

    def test_installs_what_is_missing_and_says_what(self):
        self.stub("dpkg-query", '[[ ${!#} == clang-19 || ${!#} == cmake ]] && exit 1; echo -n installed')
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "Installing: cmake clang-19\n")
        update, install = self.apt_calls()
        self.assertTrue(update.endswith("update"), update)
        self.assertTrue(install.endswith("cmake clang-19"), install)

    def test_a_package_that_was_removed_but_configured_is_missing(self):
        self.stub("dpkg-query", '[[ ${!#} == cmake ]] && { echo -n config-files; exit 0; }; echo -n installed')
        self.assertEqual(self.run_tool().stdout, "Installing: cmake\n")

    def test_a_failing_apt_is_an_error_with_one_message(self):
        self.stub("dpkg-query", "exit 1")
        self.stub("apt-get", "exit 100")
        done = self.run_tool()
        self.assertEqual(done.returncode, 2)
        self.assertIn("install-packages: apt-get could not install them", done.stderr)


if __name__ == "__main__":
    unittest.main()
