"""forall spec: the classes of the examples pass the cases of their specifications, and wrong ones fail."""

import unittest

from support import ROOT, Workspace

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


if __name__ == "__main__":
    unittest.main()
