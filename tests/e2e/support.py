"""Runs forall in a folder of its own and reads what it says. Each test class gets a fresh folder."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
ROOT = HERE.parent.parent
FORALL = pathlib.Path(os.environ.get("FORALL", ROOT / "build/release/bin/forall")).resolve()


def program(name):
    return PROGRAMS / f"{name}.cpp"


def marked_line(path, mark):
    """The number of the line that carries the comment `line: <mark>`."""
    for number, text in enumerate(path.read_text().splitlines(), 1):
        if text.rstrip().endswith(f"// line: {mark}"):
            return number
    raise AssertionError(f"{path} has no line marked {mark}")


class Run:
    """A finished command."""

    def __init__(self, command, completed):
        self.command = " ".join(str(word) for word in command)
        self.code = completed.returncode
        self.out = completed.stdout
        self.err = completed.stderr

    def json(self):
        """The object on the last line of standard output."""
        lines = self.out.strip().splitlines()
        if not lines:
            raise AssertionError(f"no output\n{self}")
        return json.loads(lines[-1])

    def puts(self):
        return {put["name"]: put for put in self.json()["puts"]}

    def __str__(self):
        return f"$ {self.command}\nexit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class Workspace(unittest.TestCase):
    """Commands run in self.folder, which vanishes with the class."""

    folder: pathlib.Path

    @classmethod
    def setUpClass(cls):
        if not FORALL.is_file():
            raise RuntimeError(f"{FORALL} does not exist: build it, or set FORALL")
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="forall-e2e-"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def forall(cls, *arguments, timeout=300, cwd=None, typed=""):
        command = [str(FORALL), *map(str, arguments)]
        completed = subprocess.run(command, cwd=cwd or cls.folder, capture_output=True, text=True, timeout=timeout,
                                   input=typed, errors="replace")
        return Run(command, completed)

    @classmethod
    def explore(cls, *arguments, **keywords):
        """Explores all PUTs from the beginning, whatever was explored before in the folder."""
        return cls.forall("explore", "--json", "--quiet", "--again", *arguments, **keywords)

    @classmethod
    def target(cls, name):
        """A program of programs/, compiled once per class: most of the time of an exploration is the compiler's."""
        path = cls.folder / f"{name}-target"
        if not path.exists():
            run = cls.forall("c++", "-std=c++20", program(name), "-o", path)
            if run.code != 0:
                raise AssertionError(str(run))
        return path

    @classmethod
    def start(cls, *arguments):
        """Starts forall in a process group of its own, as a shell would."""
        command = [str(FORALL), *map(str, arguments)]
        return subprocess.Popen(command, cwd=cls.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                stdin=subprocess.DEVNULL, start_new_session=True, errors="replace")

    @classmethod
    def cases(cls, put, *arguments):
        """The stored cases of a PUT."""
        run = cls.forall("show", put, "--json", *arguments)
        if run.code != 0:
            raise AssertionError(str(run))
        shown = run.json()
        return shown["cases"] if isinstance(shown, dict) and "cases" in shown else shown

    def assert_user_error(self, run, *patterns):
        """Exit code 2, and one message on standard error, which matches each pattern."""
        self.assertEqual(run.code, 2, run)
        self.assertNotIn("internal error", run.err, run)
        self.assertRegex(run.err, r"error: ", run)
        for pattern in patterns:
            self.assertRegex(run.err, pattern, run)

    def assert_one_message(self, run):
        """Nothing but one line of error."""
        self.assertEqual(len(re.findall(r"error: ", run.err)), 1, run)


def end_group(process, number=signal.SIGKILL):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass
