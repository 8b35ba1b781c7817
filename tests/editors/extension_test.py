"""Checks the types of the extension for VS Code, and runs its unit tests."""

import pathlib
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "editors/vscode"
SKIPPED = 77


def run(*command):
    print("$", *command, flush=True)
    return subprocess.run(command, cwd=FOLDER, check=False).returncode


def main():
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        print(f"skipped: {', '.join(missing)} not found")
        return SKIPPED
    lock, installed = FOLDER / "package-lock.json", FOLDER / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        if run("npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error"):
            print("skipped: npm install failed; is the registry reachable?")
            return SKIPPED
    return run("npm", "run", "--silent", "build") or run("npm", "test", "--silent")


if __name__ == "__main__":
    sys.exit(main())
