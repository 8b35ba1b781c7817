"""forall spec: the classes of the examples pass the cases of their specifications, and wrong ones fail."""

import re
import subprocess
import sys
import unittest

from support import FORALL, ROOT, Workspace

SPECS = ROOT / "examples/spec"
CLASSES = [("stack", "std::stack<int>"), ("queue", "std::queue<int>"), ("deque", "std::deque<int>"), ("set", "std::set<int>"),
           ("multiset", "std::multiset<int>"), ("map", "std::map<int, int>"), ("string", "std::string"),
           ("sorted_list", "SortedList"), ("bounded_buffer", "BoundedBuffer"), ("binary_tree", "BinaryTree"), ("rational", "Rational"),
           ("priority_queue", "PriorityQueue"), ("inventory", "Inventory")]

# A wrong character in a header or in the map section of a specification.
BUGS = [("sorted_list.h", "*at != x", "*at == x"), ("sorted_list.h", "i > nb_elements()", "i >= nb_elements()"),
        ("bounded_buffer.h", "(first_ + 1) % ring_.size()", "first_ + 1"), ("bounded_buffer.h", "count_ == ring_.size()", "count_ > ring_.size()"),
        ("inventory.h", "articles_.erase(article)", "if (articles_.size() != 2) articles_.erase(article)"),
        ("binary_tree.h", "1 + std::max(", "0 + std::max("), ("rational.h", "n_ * b.d_ + b.n_ * d_", "n_ * b.d_ + b.n_ * b.d_"),
        ("priority_queue.h", "2 * k <= n", "2 * k < n"), ("stack.spec", "self.pop()", "(void)0"),
        ("queue.spec", ": self.front()", ": self.back()"), ("deque.spec", "self.size() - 1", "0"), ("set.spec", "self.count(x) > 0", "self.count(x) > 1"),
        ("multiset.spec", "self.erase(at)", "self.erase(x)"), ("map.spec", "self[k] = v", "self.emplace(k, v)"), ("string.spec", "self += B", "self = B + self")]


class SpecClasses(Workspace):
    def spec(self, *arguments):
        return self.forall("spec", *arguments)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_classes_pass_the_cases_of_their_specifications(self):
        for name, class_name in CLASSES:
            header = SPECS / f"{name}.h"
            where = ["--in", header] if header.exists() else []
            run = self.spec(SPECS / f"{name}.spec", "--class", class_name, "--systematic", "2", "--json", *where)
            self.assertEqual(run.code, 0, run)
            self.assertGreater(run.json()["cases"], 10, run)

    def test_planted_bugs_are_found(self):
        classes = dict(CLASSES)
        for file, right, wrong in BUGS:
            length = "5" if "2 * k" in right else "3"
            name = file.split(".")[0]
            text = (SPECS / file).read_text()
            self.assertIn(right, text)
            path = self.file(file, text.replace(right, wrong))
            spec = path if file.endswith(".spec") else SPECS / f"{name}.spec"
            where = ["--in", path] if file.endswith(".h") else []
            run = self.spec(spec, "--class", classes[name], "--systematic", length, "--json", *where)
            self.assertEqual(run.code, 1, f"{file}: {wrong}\n{run}")
            self.assertTrue(run.json()["failed"], f"{file}: {wrong}")

    def test_a_2_3_tree_is_a_sorted_list(self):
        run = self.spec(SPECS / "sorted_list.spec", "--class", "TwoThreeTree", "--in", SPECS / "two_three_tree.h", "--random", "40", "--range", "9", "--json")
        self.assertEqual((run.code, run.json()["cases"], run.json()["failed"]), (0, 40, []), run)

    def test_one_cell_of_each_case_study(self):
        run = subprocess.run([sys.executable, ROOT / "bench/spec_study.py", "--forall", FORALL, "--cases", "100", "--lengths", "30", "--ranges", "100",
                              "--mixes", "3"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)  # the right classes fail no case
        rates = [float(rate) for rate in re.findall(r"^\| 3 \| 30 \| (.*) \|$", run.stdout, re.MULTILINE)]
        self.assertEqual(len(rates), 2, run.stdout)
        self.assertTrue(all(0 < rate < 100 for rate in rates), run.stdout)


if __name__ == "__main__":
    unittest.main()
