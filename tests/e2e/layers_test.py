"""The examples of axioms: layers, a class without code, a library's template; what each comes to."""

import re
import subprocess
import unittest

from support import ROOT, Workspace, program

EXAMPLES = ROOT / "examples" / "axioms"


class Layers(Workspace):
    def sources(self, folder, *names):
        return [EXAMPLES / folder / f"{name}.cpp" for name in names]

    def verdicts(self, run, suite):
        puts = {name: put for name, put in run.puts().items() if name.startswith(suite + ".")}
        self.assertTrue(puts, run)
        return {name.split(".")[1]: put["verdict"] for name, put in puts.items()}

    def assert_all(self, run, suite, verdict):
        self.assertEqual(set(self.verdicts(run, suite).values()), {verdict}, run)

    def test_a_bag_on_a_hash_table_with_and_without_its_code(self):
        files = self.sources("bag", "bag_test", "hashtable_tests", "hashtable")
        shallow = self.explore(*files, "--emit", "none", "--no-confirm")
        self.assert_all(shallow, "HashtableTests", "proved")
        self.assert_all(shallow, "BagTest", "proved")
        self.assertEqual({axiom["standing"] for axiom in shallow.puts()["BagTest.AddIncrements"]["axioms"]}, {"proved"})
        deep = self.explore(*files, "--emit", "none", "--no-confirm", "--deep", "--put", "BagTest.*")
        self.assert_all(deep, "BagTest", "proved")
        paths = {how: sum(put["paths"] for name, put in run.puts().items() if name.startswith("BagTest."))
                 for how, run in (("shallow", shallow), ("deep", deep))}
        self.assertEqual(paths["shallow"], 12, "one path for each way through the bag")
        self.assertGreater(paths["deep"], 2 * paths["shallow"])
        without = self.explore(*files[:-1], "--emit", "none", "--no-confirm")
        self.assert_all(without, "BagTest", "proved")
        self.assert_all(without, "HashtableTests", "open")
        self.assertEqual({axiom["standing"] for axiom in without.puts()["BagTest.AddIncrements"]["axioms"]}, {"assumed"})

    def test_a_bug_in_the_top_layer_is_found_and_its_test_fails_natively(self):
        files = self.sources("service", "shipping_test", "cache_tests", "queue_tests", "cache", "queue")
        run = self.explore(*files, "--put", "ShippingTest.*", "--tests", "3")
        self.assertEqual(self.verdicts(run, "ShippingTest"),
                         {"CostsAreAsPublished": "proved", "ExpressChangesNothing": "refuted"}, run)
        failing = run.puts()["ShippingTest.ExpressChangesNothing"]["failing"]
        self.assertIn("confirmed", {case["native"] for case in failing}, run)

    def test_a_template_of_the_library(self):
        run = self.explore(*self.sources("template", "bag_test", "map_tests"), "--emit", "none", "--no-confirm", "--put", "BagTest.*")
        self.assert_all(run, "BagTest", "proved")

    def test_sketches_of_missing_axioms_are_tests_that_compile(self):
        run = self.explore(program("sketched"), "--emit", "none", "--no-confirm")
        missing = {m["term"]: m["sketch"] for put in run.puts().values() for m in put["missing"]}
        unwritten = {term for term, sketch in missing.items() if not sketch}
        self.assertEqual(unwritten, {"app::Table::call after add"}, "a pointer to a function is no input")
        sketches = [sketch for sketch in missing.values() if sketch]
        self.assertGreaterEqual(len(sketches), 10, run)
        names = [re.match(r"void (\w+)\(", sketch).group(1) for sketch in sketches]
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(all("// TODO: " in sketch for sketch in sketches))
        source = self.folder / "sketches.cpp"
        source.write_text(f'#include "{program("sketched")}"\n\n' +
                          "".join(f"{sketch}\nFORALL(TableTests, {name});\n\n" for sketch, name in zip(sketches, names)))
        done = self.forall("c++", "-std=c++20", "-Wall", "-Wextra", "-c", source, "-o", self.folder / "sketches.o")
        self.assertEqual((done.code, done.err), (0, ""))
        done = subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT / 'include'}",
                               str(source)], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
