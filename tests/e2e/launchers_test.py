"""The recipes of docs/scale.md, as they stand there but for sizes, names and times, with the launchers that are installed (`tools/install-packages
launchers`). A network namespace each plays the hosts of GNU parallel; two slurmd play the nodes of Slurm."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from postgres_server import PostgresServer
from scale_kills import CLOCK
from support import FORALL, ROOT, Workspace

PAGE = (ROOT / "docs/scale.md").read_text()
OPTIONS = "--json --quiet --emit none --seconds 600"
DEBIAN_PYTHON = "/usr/bin/python3"  # packages of Debian are for this one
SSH = """#!/bin/sh
# A host is a network namespace and a name.
host=
while [ "$#" -gt 0 ]; do
  case "$1" in
    -l|-p|-o) shift 2 ;;
    -*) shift ;;
    *) host=$1; shift; break ;;
  esac
done
[ "$1" = -- ] && shift
exec unshare --map-root-user --uts --net sh -c "hostname $host; $*"
"""
SLURM_CONF = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmdPidFile={folder}/%n.pid
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdLogFile={folder}/%n.log
SlurmctldLogFile={folder}/slurmctld.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={port1} CPUs={cores}
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={port2} CPUs={cores}
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:8
"""
# Every name of a manifest is one that Kubernetes knows, with a value of its type, and what must be there is.
CHECK_MANIFEST = """
import json, re, sys
import kubernetes.client as client
def check(value, kind, where):
    if kind.startswith("list["):
        assert isinstance(value, list), where
        for i, part in enumerate(value): check(part, kind[5:-1], f"{where}[{i}]")
    elif kind.startswith("dict("):
        assert isinstance(value, dict), where
        for name, part in value.items(): check(part, re.match(r"dict\\(str, (.*)\\)", kind)[1], f"{where}.{name}")
    elif hasattr(client, kind):
        model = getattr(client, kind)
        names = {name: attribute for attribute, name in model.attribute_map.items()}
        assert isinstance(value, dict) and set(value) <= set(names), f"{where}: {set(value) - set(names)}"
        for name, part in value.items(): check(part, model.openapi_types[names[name]], f"{where}.{name}")
        model(**{names[name]: part for name, part in value.items()})  # says what is missing
    else:
        types = {"str": str, "int": int, "bool": bool, "object": object}
        assert isinstance(value, types[kind]) and not (kind == "int" and isinstance(value, bool)), f"{where}: {value!r} is no {kind}"
manifest = json.load(sys.stdin)
assert manifest["apiVersion"] == "batch/v1"
check(manifest, "V1" + manifest["kind"], manifest["kind"])
"""


def recipe(title):
    """What docs/scale.md has between this title, in bold, and the next."""
    return re.search(rf"^\*\*{re.escape(title)}.*?(?=^\*\*|^## )", PAGE, re.M | re.S)[0]


def has_tools(*names):
    missing = [name for name in names if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") is None]
    return unittest.skipUnless(not missing, f"not installed: {', '.join(missing)} (tools/install-packages launchers)")


def knows_kubernetes():
    return subprocess.run([DEBIAN_PYTHON, "-c", "import kubernetes.client, yaml"], capture_output=True).returncode == 0


class Launchers(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = PostgresServer(cls.folder)
        (cls.folder / "bin").mkdir()
        (cls.folder / "bin/forall").symlink_to(FORALL)
        cls.environment = {**os.environ, "FORALL_DB": cls.server.url, "PATH": f"{cls.folder}/bin:{os.environ['PATH']}:/usr/sbin",
                           "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        cls.one = f"{cls.target('scale')} --put Scale.SortsMore {OPTIONS}"
        cls.many = f"{cls.target('scale')} --put Jobs.* {OPTIONS} --runs 20"
        cls.expected = cls.result(cls.run_shell(f"forall explore {cls.one} --db alone.db"), "alone.db")

    @classmethod
    def tearDownClass(cls):
        cls.server.kill()
        super().tearDownClass()

    def setUp(self):
        self.server.clear()

    @classmethod
    def run_shell(cls, script):
        completed = subprocess.run(["bash", "-c", script], cwd=cls.folder, env=cls.environment, capture_output=True, text=True, timeout=300)
        if completed.returncode not in (0, 1):
            raise AssertionError(f"{script}\nexit code {completed.returncode}\n{completed.stdout}\n{completed.stderr}")
        return completed.stdout

    @classmethod
    def result(cls, out, where):
        """All about the one PUT that does not depend on the clock, and its cases."""
        [put] = [put for line in out.splitlines() if line.startswith('{"') for put in json.loads(line)["puts"]]
        cases = [{key: value for key, value in case.items() if key != "id"} for case in cls.cases("Scale.SortsMore", "--db", where)]
        return {key: value for key, value in put.items() if key not in CLOCK}, cases

    def commands(self, title, changes):
        """The commands of a recipe, each in a line, with other words for some."""
        lines = [line[4:] for line in recipe(title).splitlines() if line.startswith("    ")]
        text = "\n".join(lines)
        for old, new in changes.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        return text.splitlines()

    def worked(self):
        return self.server.query("SELECT name FROM forall_queue.worker WHERE units > 0").splitlines()

    def assert_explored_by_workers(self, out, name):
        self.assertEqual(self.result(out, self.server.url), self.expected)
        self.assertTrue([worker for worker in self.worked() if re.search(name, worker)], self.worked())

    def assert_shared_out(self):
        """Each of three processes has explored two of the six PUTs."""
        rows = self.server.query("SELECT name, run_id FROM forall.explorations e JOIN forall.puts p ON p.id = put_id WHERE state = 'finished' AND name LIKE 'Jobs.%' ORDER BY 1").splitlines()
        names, runs = zip(*[row.split("|") for row in rows])
        self.assertEqual(names, ("Jobs.EndsEarly", "Jobs.Fails", "Jobs.Indexes", "Jobs.IsCut", "Jobs.LongText", "Jobs.Sorts"))
        self.assertEqual([runs.count(run) for run in sorted(set(runs))], [2, 2, 2])

    def test_processes(self):
        out = self.run_shell("\n".join(self.commands("Processes of one machine", {"test.cpp --distributed --jobs 1": f"{self.one} --distributed --jobs 1", "--wait 60": "--wait 300"})) + "\nkill $(jobs -p)")
        self.assert_explored_by_workers(out, ":")
        self.assertGreater(len(self.worked()), 1)

    @has_tools("parallel", "unshare")
    def test_gnu_parallel(self):
        ssh = self.folder / "bin/ssh"
        ssh.write_text(SSH)
        ssh.chmod(0o755)
        changes = {"test.cpp": self.one, "--wait 600": "--wait 30", "forall work": f"{FORALL} work --work {self.folder}/targets"}
        script = "\n".join(self.commands("GNU parallel", changes))
        out = self.run_shell(f"{script}\nwait")
        self.assert_explored_by_workers(out, "^node[123]:")

    @has_tools("mpirun")
    def test_open_mpi(self):
        one, many = self.commands("Open MPI", {"-n 31": "-n 3", "-n 32": "-n 3", "test.cpp": self.one, " tests ": f" {self.many} ", "--wait 60": "--wait 30"})
        self.assert_explored_by_workers(self.run_shell(one), "mpi [123]$")
        self.run_shell(many)
        self.assert_shared_out()

    @has_tools("slurmctld", "slurmd", "munged", "sbatch")
    @unittest.skipUnless(os.geteuid() == 0, "slurmd runs as root")
    def test_slurm(self):
        with self.slurm():
            one = {"test.cpp": self.one, "1-32": "1-4", "--cpus-per-task=4": "--cpus-per-task=1", "--jobs 4": "--jobs 1", "0-31": "0-2",
                   " tests ": f" {self.many} "}
            explorer, workers, shards = self.commands("Slurm", one)
            self.run_shell(workers)
            outputs = self.outputs(explorer)
            self.run_shell("scancel --state=RUNNING --quiet --user=root")
            self.assert_explored_by_workers("".join(outputs), r"slurm [1234]\.")
            self.outputs(shards)
            self.assert_shared_out()

    def outputs(self, command):
        """Of all processes of a job, when it has ended."""
        job = re.search(r"batch job (\d+)", self.run_shell(command))[1]
        deadline = time.time() + 280
        while self.run_shell(f"squeue --noheader --job {job} 2> /dev/null || true").strip():
            self.assertLess(time.time(), deadline, "jobs of Slurm do not end")
            time.sleep(0.3)
        return [file.read_text() for file in self.folder.glob(f"slurm-{job}*.out")]

    @contextlib.contextmanager
    def slurm(self):
        """A cluster of two nodes, with a key of its own."""
        folder = self.folder / "slurm"
        for name in ("state", "spool.node1", "spool.node2"):
            (folder / name).mkdir(parents=True)
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o600)
        port = 20000 + os.getpid() % 10000 * 3
        conf = folder / "slurm.conf"
        conf.write_text(SLURM_CONF.format(host=os.uname().nodename.split(".")[0], folder=folder, port=port, port1=port + 1, port2=port + 2, cores=os.cpu_count()))
        self.environment["SLURM_CONF"] = str(conf)
        munge = " ".join(f"--{name}={folder}/munge.{end}" for name, end in (("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed")))
        try:
            self.run_shell(f"munged --force {munge} && slurmctld -i -c && slurmd -N node1 && slurmd -N node2")
            deadline = time.time() + 60
            while self.run_shell("sinfo --noheader --Node").count("idle") < 2:
                self.assertLess(time.time(), deadline, "the nodes of Slurm do not come up")
                time.sleep(0.3)
            yield
        finally:
            for name in ("node1", "node2", "slurmctld", "munge"):
                with contextlib.suppress(OSError, ValueError):
                    os.kill(int((folder / f"{name}.pid").read_text()), 15)

    @unittest.skipUnless(knows_kubernetes(), "not installed: python3-kubernetes, python3-yaml (tools/install-packages launchers)")
    def test_manifests_of_kubernetes(self):
        [block] = re.findall(r"```yaml\n(.*?)```", recipe("Kubernetes"), re.S)
        split = [DEBIAN_PYTHON, "-c", "import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))"]
        manifests = json.loads(subprocess.run(split, input=block, capture_output=True, text=True, check=True).stdout)
        self.assertGreaterEqual(len(manifests), 3)

        def check(manifest):
            return subprocess.run([DEBIAN_PYTHON, "-c", CHECK_MANIFEST], input=json.dumps(manifest), capture_output=True, text=True)

        for manifest in manifests:
            checked = check(manifest)
            self.assertEqual(checked.returncode, 0, checked.stderr)
            # What runs there is a command of forall with options that it has.
            [container] = manifest["spec"]["template"]["spec"]["containers"]
            self.assertEqual(container["command"][0], "forall")
            options = self.forall(container["command"][1], "--help").out
            for option in re.findall(r"--[a-z]+", " ".join(container["command"])):
                self.assertIn(option, options)
        for wrong in ('"parallelism"', '"image"', '"restartPolicy"'):
            bad = json.loads(json.dumps(manifests[0]).replace(wrong, '"nothing"'))
            self.assertNotEqual(check(bad).returncode, 0, wrong)


if __name__ == "__main__":
    unittest.main()
