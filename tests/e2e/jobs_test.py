"""However many jobs explore a PUT, the result is the same: verdict, cases and their order, ledger, coverage, closed tests."""

import unittest

from support import Workspace

CLOCK = {"seconds", "solver_seconds"}


class Jobs(Workspace):
    def results(self, jobs):
        out = self.folder / f"tests-{jobs}"
        run = self.explore(self.target("jobs"), "--jobs", jobs, "--no-confirm", "--cover", "path", "--out", out,
                           "--db", self.folder / f"{jobs}.db")
        self.assertEqual(run.code, 1, run)
        puts = {name: {key: value for key, value in put.items() if key not in CLOCK} for name, put in run.puts().items()}
        for name in puts:
            puts[name]["stored"] = [
                {key: value for key, value in case.items() if key != "id"}
                for case in self.cases(name, "--db", self.folder / f"{jobs}.db")]
        return puts, {path.name: path.read_text() for path in sorted(out.iterdir())}

    def test_the_result_does_not_depend_on_the_number_of_jobs(self):
        puts, files = self.results(1)
        self.assertEqual({name: put["verdict"] for name, put in puts.items()},
                         {"Jobs.Sorts": "proved", "Jobs.Fails": "refuted", "Jobs.LongText": "refuted", "Jobs.EndsEarly": "refuted",
                          "Jobs.IsCut": "open", "Jobs.Indexes": "refuted"})
        for jobs in (2, 4):
            puts_of_jobs, files_of_jobs = self.results(jobs)
            for name in puts:
                with self.subTest(jobs=jobs, put=name):
                    self.assertEqual(puts_of_jobs[name], puts[name])
            same = {name: text.replace(f"tests-{jobs}", "tests-1") for name, text in files_of_jobs.items()}  # in the command
            self.assertTrue(same == files, [name for name in files if same.get(name) != files[name]])


if __name__ == "__main__":
    unittest.main()
