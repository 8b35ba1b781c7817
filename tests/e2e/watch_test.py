"""forall watch, and the sources and flags of a build."""

import json
import os
import pathlib
import queue
import signal
import subprocess
import tempfile
import threading
import unittest

from support import FORALL

TEST = """
#include <forall/forall.h>
#include "scale.h"
void Grows(int x) {
  ASSUME(x > 0 && x < 1000);
  EXPECT_GT(scale(x), x);
}
FORALL(ScaleTest, Grows);
"""
SCALE = "#include \"scale.h\"\nint scale(int x) { return x * FACTOR; }\n"


class Output:
    """The lines of a process, with a limit on the time one is waited for."""

    def __init__(self, process):
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self.read, args=(process,), daemon=True).start()

    def read(self, process):
        for line in process.stdout:
            self.lines.put(line)

    def until(self, text):
        start = len(self.seen)
        while True:
            try:
                self.seen.append(self.lines.get(timeout=240))
            except queue.Empty:
                raise AssertionError(f"never said: {text}\n" + "".join(self.seen)) from None
            if text in self.seen[-1]:
                return "".join(self.seen[start:])


class Watch(unittest.TestCase):
    def test_explores_what_a_save_changed_and_survives_errors(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            (folder / "scale.h").write_text("int scale(int x);\n")
            (folder / "scale.cpp").write_text(SCALE)
            (folder / "test.cpp").write_text(TEST)
            flags = f"-I{folder} -std=c++20"
            (folder / "compile_commands.json").write_text(json.dumps([
                {"directory": str(folder), "file": "test.cpp",
                 "command": f"c++ {flags} -o CMakeFiles/scale_test.dir/test.cpp.o -c test.cpp"},
                {"directory": str(folder), "file": "scale.cpp",
                 "command": f"c++ {flags} -DFACTOR=3 -Wall -o CMakeFiles/scale_test.dir/scale.cpp.o -c scale.cpp"},
            ]))
            process = subprocess.Popen(
                [FORALL, "watch", "-p", ".", "scale_test", "--emit", "none", "--quiet"], cwd=folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C.UTF-8"})
            try:
                output = Output(process)
                self.assertIn("1 proved", output.until("watching"))

                (folder / "scale.cpp").write_text(SCALE.replace("x * FACTOR", "x * FACTOR - 2 * x"))
                self.assertIn("1 refuted", output.until("watching"))

                (folder / "scale.cpp").write_text("int scale(")
                self.assertIn("scale.cpp: error: does not compile", output.until("watching"))

                (folder / "new.cpp").write_text(SCALE)
                os.replace(folder / "new.cpp", folder / "scale.cpp")
                self.assertIn("1 proved", output.until("watching"))
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(60), 0)
            finally:
                process.kill()
                process.wait()
                process.stdout.close()

    def test_a_build_without_the_target_says_which_there_are(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "compile_commands.json").write_text(json.dumps(
                [{"directory": str(folder), "file": "a.cpp", "command": "c++ -o CMakeFiles/a_test.dir/a.cpp.o -c a.cpp"}]))
            run = subprocess.run([FORALL, "explore", "-p", ".", "b_test"], cwd=folder, text=True, capture_output=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn("called b_test; its targets: a_test", run.stderr)


if __name__ == "__main__":
    unittest.main()
