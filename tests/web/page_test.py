"""Checks that web/dist is what web/src makes, and runs the tests of web/tests, with a report that forall wrote."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"
SKIPPED = 77


def run(*command, **keywords):
    print("$", *command, flush=True)
    return subprocess.run(command, cwd=WEB, check=False, **keywords).returncode


def main():
    missing = [name for name in ("node", "npm", "chromium") if not shutil.which(name)]
    if missing:
        print(f"skipped: {', '.join(missing)} not found; web/dist/report.html is used as it is committed")
        return SKIPPED
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        if run("npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error"):
            print("skipped: npm install failed; is the registry reachable?")
            return SKIPPED
    with tempfile.TemporaryDirectory(prefix="forall-web-") as folder:
        page, sarif = pathlib.Path(folder, "report.html"), pathlib.Path(folder, "forall.sarif")
        forall, source = os.environ["FORALL"], ROOT / "tests/e2e/programs/reported.cpp"
        explored = subprocess.run([forall, "explore", "--quiet", "--no-confirm", source], cwd=folder, check=False, stdout=subprocess.DEVNULL)
        if explored.returncode != 1:
            print(f"forall explore: exit code {explored.returncode}")
            return 1
        subprocess.run([forall, "report", "--html", page, "--sarif", sarif], cwd=folder, check=True)
        environment = {**os.environ, "REPORT": str(page), "SARIF": str(sarif), "FOLDER": folder, "SOURCE": str(source)}
        return run("npm", "run", "--silent", "check") or run("node", "--test", "tests/", env=environment)


if __name__ == "__main__":
    sys.exit(main())
