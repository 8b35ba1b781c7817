"""An installation of forall in a folder of its own, and projects that use it."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("FORALL_BUILD", ROOT / "build/release")).resolve()


class Run:
    """A finished command, its two outputs together."""

    def __init__(self, command, completed):
        self.command = " ".join(map(str, command))
        self.code = completed.returncode
        self.out = completed.stdout
        self.text = " ".join(self.out.split())  # CMake breaks lines of messages where it likes

    def __str__(self):
        return f"$ {self.command}\nexit code {self.code}\n{self.out}"


def run(*command, cwd=None, **environment):
    completed = subprocess.run(list(map(str, command)), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, text=True, errors="replace", timeout=600,
                               env={**os.environ, **environment})
    return Run(command, completed)


class WithForall(unittest.TestCase):
    """Each class has a folder, with a space in its name, in which forall is installed, and moved after that."""

    folder: pathlib.Path
    prefix: pathlib.Path

    @classmethod
    def setUpClass(cls):
        os.environ.pop("FORALL_DB", None)
        cls.base = pathlib.Path(tempfile.mkdtemp(prefix="forall-cmake-"))
        cls.folder = cls.base / "a folder"
        cls.folder.mkdir()
        cls.prefix = cls.folder / "moved prefix"
        installed = cls.install(cls.folder / "prefix")
        installed.rename(cls.prefix)

    @classmethod
    def install(cls, prefix):
        cls.must(run("cmake", "--install", BUILD, "--prefix", prefix))
        return prefix

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.base, ignore_errors=True)

    @staticmethod
    def must(finished):
        if finished.code != 0:
            raise AssertionError(str(finished))
        return finished

    @classmethod
    def configure(cls, source, build, *arguments):
        return run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={cls.prefix}", "-DCMAKE_CXX_COMPILER=g++",
                   *arguments)
