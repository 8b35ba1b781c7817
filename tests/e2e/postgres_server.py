"""A PostgreSQL server of the test's own, reachable by a socket in its folder only."""

import os
import pathlib
import pwd
import shutil
import subprocess


class PostgresServer:
    def __init__(self, folder):
        self.programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name  # the server refuses to run as root
        if os.geteuid() == 0:
            shutil.chown(self.folder, self.user)
            folder.chmod(0o755)
        self.listen = ""  # addresses
        self.url = f"postgresql://tester@/postgres?host={self.folder}"
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "tester", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def run(self, program, *arguments):
        become = ["runuser", "-u", self.user, "--"] if os.geteuid() == 0 else []
        subprocess.run([*become, self.programs / program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self):
        # A killed server, unlike a killed system, loses nothing that it did not sync.
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", f"-k {self.folder} -c listen_addresses='{self.listen}' -F", "start")

    def kill(self):
        """As by kill -9 of all its processes: nothing is written any more."""
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-s", "stop")

    def query(self, sql):
        return subprocess.run([self.programs / "psql", self.url, "-XAtq", "-c", sql], check=True, capture_output=True, text=True).stdout.strip()

    def clear(self):
        self.query("SET client_min_messages = warning; DROP SCHEMA IF EXISTS forall CASCADE; DROP SCHEMA IF EXISTS forall_queue CASCADE")
