"""forall spec: checks, normal forms, and test cases that classes pass or fail."""

import json
import random
import unittest

from ari import Ari
from support import PROGRAMS, ROOT, Workspace

SPECS = ROOT / "examples/spec"
QUEUE = SPECS / "priority_queue.spec"
QUEUE_HEADER = SPECS / "priority_queue.h"

# The cases that the paper gives by hand; the last one tells a queue that does nothing from one that works.
PAPER = """-- by hand
(create.add(5).add(3).delete, create.add(3), equivalent)
(create.add(5).add(3).delete.largest, create.add(3).largest, equivalent)
(create.add(5).add(3), create.add(3).add(5), equivalent)
(create.add(5).add(3).delete, create.add(5), not equivalent)
"""

class Spec(Workspace):
    def spec(self, *arguments, **keywords):
        return self.forall("spec", *arguments, **keywords)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_the_checks_and_a_normal_form(self):
        run = self.spec(QUEUE)
        self.assertEqual(run.code, 0, run)
        for line in ("terminating  yes", "confluent    yes", "complete     yes", "consistent   yes"):
            self.assertIn(line, run.out)
        run = self.spec(QUEUE, "--reduce", "create.add(5).add(3).delete")
        self.assertEqual((run.code, run.out), (0, "create.add(3)\n"), run)

    def test_a_defect_has_exit_code_1_and_its_witness(self):
        run = self.spec(ROOT / "tests/spec/defects/missing_top.spec")
        self.assertEqual(run.code, 1, run)
        self.assertIn("complete     no   no axiom reduces create.top", run.out)

    def test_an_open_check_has_exit_code_3_if_strict(self):
        path = self.file("open.spec", "class C export create, f constructor create; observer f(n: Integer): Integer; var A: C; n: Integer; "
                                      "axiom A.f(n) -> IF n <= 0 THEN 0 ELSE A.f(n - 1);")
        self.assertEqual(self.spec(path).code, 0)
        self.assertEqual(self.spec(path, "--strict").code, 3)

    def test_json(self):
        run = self.spec(QUEUE, "--json")
        result = run.json()
        self.assertEqual({name: check["answer"] for name, check in result["checks"].items()},
                         {"terminating": "yes", "confluent": "yes", "complete": "yes", "consistent": "yes"})
        self.assertEqual((result["cases"], result["failed"], result["normal_forms"]), (0, [], []))
        result = self.spec(QUEUE, "--json", "--reduce", "create.empty", "--reduce", "create.largest").json()
        self.assertEqual(result["normal_forms"], ["true", "-infinity"])

    def test_errors(self):
        self.assert_user_error(self.spec("nothing.spec"), "cannot read nothing.spec")
        self.assert_user_error(self.spec(QUEUE, "--reduce", "create.ad(5)"), r"TERM:1:8: error: PriorityQueue has no operation 'ad'; did you mean 'add'\?")
        self.file("a.spec", "class A import B export create constructor create; axiom")
        self.file("b.spec", "class B import A export create constructor create; axiom")
        self.assert_user_error(self.spec("a.spec"), "circular import: A -> B -> A")
        run = self.spec(ROOT / "tests/spec/defects/endless_growth.spec", "--reduce", "create.fill", "--steps", "1000")
        self.assert_user_error(run, "did not end after 1000 steps")
        run = self.spec(SPECS / "rational.spec", "--reduce", "create(65536, 1).times(create(65536, 1))")
        self.assertEqual((run.code, run.out), (0, "error\n"), run)
        self.assertIn("overflow of Integer in 65536 * 65536", run.err)

    def test_objects_of_imported_classes(self):
        header = ["--class", "Inventory", "--in", SPECS / "inventory.h"]
        run = self.spec(SPECS / "inventory.spec", *header, "--random", "20", "--write-cases", "written.cases", "--json")
        self.assertEqual((run.code, run.json()["cases"], run.json()["failed"]), (0, 20, []), run)
        run = self.spec(SPECS / "inventory.spec", *header, "--cases", "written.cases", "--json")
        self.assertEqual((run.code, run.json()["cases"]), (0, 20), run)
        self.file("two.cases", "(create.deliver(Set.create.add(1).add(2)).articles, Set.create.add(2).add(1), equivalent)\n"
                  '(create.note("a").note("b").notes, Stack.create.push("a").push("c"), equivalent)\n')
        run = self.spec(SPECS / "inventory.spec", *header, "--cases", "two.cases")
        self.assertEqual(run.code, 1, run)
        self.assertIn('failed (create.note("a").note("b").notes, Stack.create.push("a").push("c"), equivalent)\n  first:  top=b empty=false size=2', run.out)
        self.assertIn("2 cases, 1 failed", run.out)
        wrong = self.file("wrong.h", (SPECS / "inventory.h").read_text().replace("articles_.insert(articles.begin(), articles.end())", "articles_ = articles"))
        run = self.spec(SPECS / "inventory.spec", "--class", "Inventory", "--in", wrong, "--explore", "4")
        self.assertEqual(run.code, 1, run)
        self.assertRegex(run.out, r"create\.deliver\(Set\.create\.add\(\d\)\)\.deliver\(Set\.create\)\S* fails")
        self.file("set.spec", (SPECS / "set.spec").read_text().replace('  class -> "std::set<int>";\n', ""))
        self.file("stack.spec", (SPECS / "stack.spec").read_text())
        spec = self.file("inventory.spec", (SPECS / "inventory.spec").read_text())
        self.assert_user_error(self.spec(spec, *header), "Inventory uses objects of Set, and no class is known for them", 'class -> "CLASS"')

    # An object of an object, a method that returns a new one, and an include beside the specification.
    def test_imported_classes_that_import(self):
        self.file("range.spec", """class Range
export create, widen, low, high, eqn
constructor create(l, h: Integer);
transformer widen(n: Integer);
observer low: Integer; high: Integer; eqn(B: Range): Boolean;
var A, B: Range; l, h, n, x, y: Integer;
axiom
  create(l, h).widen(n) -> create(l, IF n > h THEN n ELSE h);
  create(l, h).low -> l;
  create(l, h).high -> h;
  create(l, h).eqn(create(x, y)) -> l = x and h = y;
map class -> "Range"; include -> "\\"range.h\\""; eqn -> "self.low() == B.low() && self.high() == B.high()";
end
""")
        self.file("range.h", """#pragma once
class Range {
 public:
  Range(int l, int h) : l_(l), h_(h) {}
  Range widen(int n) const { return Range(l_, n > h_ ? n : h_); }
  int low() const { return l_; }
  int high() const { return h_; }
 private:
  int l_, h_;
};
""")
        self.file("box.spec", """class Box
import Range
export create, sides, same
constructor create(x: Range);
observer sides: Range; same(r: Range): Boolean;
var R, S: Range;
axiom
  create(R).sides -> R;
  create(R).same(S) -> R.eqn(S);
end
""")
        box = """#include "range.h"
class Box {
 public:
  explicit Box(Range r) : r_(r) {}
  Range sides() const { return r_; }
  bool same(const Range& r) const { return r_.low() == r.low() && r_.high() == r.high(); }
 private:
  Range r_;
};
"""
        header = ["--class", "Box", "--in", self.file("box.h", box)]
        self.file("box.cases", "(create(Range.create(5, 5).widen(9)).sides.high, 9, equivalent)\n"
                  "(create(Range.create(5, 5)).sides.widen(9), Range.create(5, 9), equivalent)\n")
        for asks in (["--cases", "box.cases"], ["--systematic", "2"], ["--random", "20", "--length", "4"], ["--explore", "2"]):
            run = self.spec("box.spec", *header, *asks)
            self.assertEqual(run.code, 0, run)
        run = self.spec("box.spec", *header, "--as-puts")
        self.assertIn("see_Range_eqn", run.out)
        header[-1] = self.file("wrong_box.h", box.replace("r_(r)", "r_(r.low(), r.low())"))
        run = self.spec("box.spec", *header, "--systematic", "1")
        self.assertEqual(run.code, 1, run)
        self.assertIn("  first:  low=4 high=4 \n  second: low=4 high=9 \n", run.out)
        self.file("two.spec", "class Two import Stack[Integer] import Stack[Text] export create constructor create; axiom end")
        self.file("stack.spec", (SPECS / "stack.spec").read_text())
        self.assert_user_error(self.spec("two.spec"), "Stack is imported twice")
        self.assert_user_error(self.spec("box.spec", "--class", "Range", "--in", "range.h"), "are both objects of Range")

    def test_a_huge_tree_is_bounded_and_that_is_said(self):
        term = "create" + "".join(f".add({name})" for name in "abcdxy") + ".delete" * 5 + ".largest"
        run = self.spec(QUEUE, "--tree", term)
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"  there may be more: more than \d+ (paths|decisions)")

    def test_errors_about_the_class(self):
        other = self.file("other.h", QUEUE_HEADER.read_text().replace("largest() const", "greatest() const"))
        self.assert_user_error(self.spec(QUEUE, "--class", "PriorityQueue", "--in", other), "has no method 'largest'", "map section")
        other = self.file("other.h", QUEUE_HEADER.read_text().replace("add(int x)", "add(int x, int)"))
        self.assert_user_error(self.spec(QUEUE, "--class", "PriorityQueue", "--in", other), "no method 'add' of PriorityQueue takes 1 argument")
        self.assert_user_error(self.spec(QUEUE, "--class", "Queue", "--in", QUEUE_HEADER), "Queue")
        self.assert_user_error(self.spec(QUEUE, "--class", "PriorityQueue", "--in", QUEUE_HEADER, "--eqn", "class"), "neither eqn nor operator==")
        self.assert_user_error(self.spec(SPECS / "stack.spec", "--class", "std::stack<int>", "--eqn", "derived"), "cannot be derived")
        other = self.file("other.h", QUEUE_HEADER.read_text().replace("add(int x)", "add(const int* x)").replace("push_back(x)", "push_back(*x)"))
        run = self.spec(QUEUE, "--class", "PriorityQueue", "--in", other)
        self.assert_user_error(run, r"PriorityQueue cannot be called as add\(int x\) of .*priority_queue.spec asks: (invalid conversion|cannot initialize)", "map section")
        self.assert_one_message(run)
        mapped = self.file("stack.spec", (SPECS / "stack.spec").read_text().replace("self.pop()", "self.drop()"))
        run = self.spec(mapped, "--class", "std::stack<int>")
        self.assert_user_error(run, r'says pop -> ".*self.drop\(\).*", which does not compile: .*drop')
        self.assert_one_message(run)

    def run_queue(self, header_text, cases):
        header = self.file("queue_under_test.h", header_text)
        return self.spec(QUEUE, "--class", "PriorityQueue", "--in", header, "--cases", self.file("cases.txt", cases), "--json").json()

    def test_the_masked_and_the_detecting_case_of_the_heap_bug(self):
        result = self.run_queue(QUEUE_HEADER.read_text().replace("2 * k <= n", "2 * k < n"),
                                "(create.add(5).add(4).add(3).add(2).add(1).delete, create.add(4).add(3).add(2).add(1), equivalent)\n"
                                "(create.add(4).add(3).add(2).add(1).delete, create.add(3).add(2).add(1), equivalent)\n")
        self.assertEqual([failed["case"] for failed in result["failed"]],
                         ["(create.add(4).add(3).add(2).add(1).delete, create.add(3).add(2).add(1), equivalent)"])

    # Three elements and a delete: the paper needs five operations, and nothing shorter shows it.
    def test_exploring_finds_the_shortest_sequence_that_shows_the_heap_bug(self):
        header = self.file("queue_under_test.h", QUEUE_HEADER.read_text().replace("2 * k <= n", "2 * k < n"))
        run = self.spec(QUEUE, "--class", "PriorityQueue", "--in", header, "--explore", "5", "--json")
        result = run.json()
        self.assertEqual(run.code, 1, run)
        self.assertEqual([(each["length"], each["sequences"], each["verdict"]) for each in result["explored"]["lengths"]],
                         [(0, 1, "proved"), (1, 2, "proved"), (2, 4, "proved"), (3, 8, "proved"), (4, 16, "refuted")])
        shortest = result["explored"]["shortest"]
        self.assertRegex(shortest["sequence"], r"^create(\.add\(-?\d+\)){3}\.delete$")
        self.assertTrue(shortest["is_proved_shortest"])
        self.assertIn(shortest["sequence"], result["failed"][0]["case"])  # and it fails natively
        self.assertIn("first:", result["failed"][0]["message"])
        run = self.forall("list")
        self.assertRegex(run.out, r"PriorityQueueSequences\.Length3 +proved")
        self.assertRegex(run.out, r"PriorityQueueSequences\.Length4 +refuted")
        run = self.forall("show", "PriorityQueueSequences.Length4")
        self.assertIn("create_add_add_add_delete", run.out)

    # The paper's queue that forgets everything once it has held three elements: comparing by `delete` and `largest` alone is fooled.
    def test_a_queue_that_empties_itself(self):
        text = QUEUE_HEADER.read_text().replace("    heap_.push_back(x);\n", "    heap_.push_back(x);\n    if (heap_.size() > 2) return heap_.clear();\n")
        result = self.run_queue(text, "(create.add(1).add(2).delete, create.add(1), equivalent)\n")
        self.assertEqual((result["cases"], result["failed"]), (1, []))
        run = self.spec(QUEUE, "--class", "PriorityQueue", "--in", self.folder / "queue_under_test.h", "--explore", "3", "--json")
        self.assertEqual(run.code, 1, run)
        shortest = run.json()["explored"]["shortest"]
        self.assertRegex(shortest["sequence"], r"^create(\.add\(-?\d+\)){3}$")
        self.assertTrue(shortest["is_proved_shortest"])

    def test_only_different_sequences_catch_a_queue_that_does_nothing(self):
        nothing = ("#include <limits>\nclass PriorityQueue {\n public:\n  bool empty() const { return true; }\n"
                   "  int largest() const { return std::numeric_limits<int>::min(); }\n  void add(int) {}\n  void remove_largest() {}\n};\n")
        result = self.run_queue(nothing, PAPER)
        self.assertEqual([failed["case"] for failed in result["failed"]], ["(create.add(5).add(3).delete, create.add(5), not equivalent)"])

    def test_cases_of_a_term_and_random_ones_are_files(self):
        run = self.spec(QUEUE, "--from", "create.add(a).add(b).add(c).add(d).delete", "--write-cases", "batch.txt")
        self.assertEqual(run.code, 0, run)
        self.assertIn("1 unsatisfiable path cut", run.out)
        self.assertIn("equivalent)", (self.folder / "batch.txt").read_text())
        run = self.spec(QUEUE, "--random", "20", "--length", "8", "--range", "50", "--mix", "3", "--different", "--write-cases", "random.txt")
        self.assertEqual(len((self.folder / "random.txt").read_text().splitlines()), 20, run)
        run = self.spec(QUEUE, "--class", "PriorityQueue", "--in", QUEUE_HEADER, "--cases", "random.txt", "--json")
        self.assertEqual((run.code, run.json()["cases"]), (0, 20), run)

    def interactive(self, typed, *arguments):
        return self.spec(QUEUE, "--interactive", "create.add(x).add(y).delete", *arguments, typed=typed)

    def test_interactive_follows_the_path_that_is_picked(self):
        run = self.interactive("9\n1\n1\nhistory\nundo\nundo\nundo\nwhat\n")
        self.assertEqual(run.code, 0, run)
        for line in ("  1: axiom 6 at create.add(x).add(y).delete\n", "pick a number from 1 to 1\n", "  2: axiom 6 at create.add(x).delete\n",
                     "by axiom 4 at create.add(x).largest\n", "nothing is left to undo\n", "a number picks a choice"):
            self.assertIn(line, run.out)

    def test_interactive_scripts_assumptions_and_the_case_at_the_end(self):
        # Axioms 6, 4 and 3; x > -infinity cannot be false; then y > x.
        self.file("script.txt", "1  -- delete\n1\n1\n2\n1\n2\n")
        run = self.interactive("run script.txt\n")
        self.assertIn("assume not (x > -infinity)", run.out)
        self.assertIn("unsatisfiable: no values take this path\n", run.out)
        self.assertIn("  if x > -infinity, y > x\n  normal form\n  case (create.add(", run.out)
        self.assert_user_error(self.interactive("run nothing.txt\n"), "cannot read nothing.txt")

    def test_an_interrupted_session_is_resumed(self):
        self.interactive("1\n2\nundo\n", "--session", "session.txt")
        run = self.interactive("", "--session", "session.txt")
        self.assertIn("resumed after 3 steps\nIF y > create.add(x).largest THEN create.add(x) ELSE create.add(x).delete.add(y)\n", run.out)
        path = self.folder / "session.txt"
        path.write_text(path.read_text().replace("delete.add(y)\n", "delete\n", 1))
        self.assert_user_error(self.interactive("", "--session", "session.txt"), "session.txt:2: error: this step leads to", "has the specification changed")
        self.assert_user_error(self.spec(QUEUE, "--interactive", "create.delete", "--session", "session.txt"), "is a session about create.add")

    def test_format_changes_nothing_but_the_layout(self):
        path = self.file("ugly.spec", QUEUE.read_text().replace("\n\n", "\n").replace("  ", ""))
        self.assertEqual(self.spec(path, "--format").code, 0)
        self.assertEqual(path.read_text(), QUEUE.read_text())

    # Texts and characters are numbers in the format: the specifications with them are left out.
    def test_the_export_to_ari_rewrites_to_the_same_normal_forms(self):
        infinity = 2**40
        for file in sorted(SPECS.glob("*.spec")):
            if "Text" in file.read_text() or "Character" in file.read_text():
                continue
            system = Ari(self.spec(file, "--ari").out)
            self.assertEqual((system.form, system.theory), ("LCTRS", "Ints"))
            operations = {name: sorts for name, sorts in system.functions.items()
                          if name.split(".")[0] not in ("Int", "Bool", "choice", "error")}

            def creates(name):
                sorts = operations[name][0]
                return not sorts or sorts[0] != name.split(".")[0]

            def term(sort, depth):
                if sort == "Bool":
                    return random.random() < 0.5
                if sort == "Int":
                    return random.choice([-1, 0, 1, 2, 3, 4, 5, 2**31 - 1])
                makers = [name for name, (_, of) in operations.items() if of == sort and (depth > 0 or creates(name))]
                return applied(random.choice(makers), depth)

            def applied(name, depth):
                parts = [term(of, depth - 1) for of in operations[name][0]]
                return (name, *parts) if parts else name

            def text(t):
                if isinstance(t, (bool, int)):
                    return {infinity: "infinity", -infinity: "-infinity"}.get(t, str(t).lower())
                if isinstance(t, str) and t.startswith("error."):
                    return "error"
                name, *parts = (t,) if isinstance(t, str) else t
                begin = "" if creates(name) else text(parts.pop(0)) + "."
                return begin + name.split(".")[1] + (f"({', '.join(map(text, parts))})" if parts else "")

            random.seed(3)
            terms = [applied(random.choice(list(operations)), 5) for _ in range(60)]
            run = self.spec(file, *(word for t in terms for word in ("--reduce", text(t))))
            self.assertEqual(run.out.splitlines(), [text(system.normal_form(t)) for t in terms], file.name)

    def test_axioms_as_puts_compile_and_those_without_objects_are_proved(self):
        run = self.spec(QUEUE, "--as-puts", "--class", "PriorityQueue", "--in", QUEUE_HEADER)
        self.assertEqual(run.code, 0, run)
        path = self.file("axioms.cpp", run.out)
        puts = self.explore(path, "--put", "*.Axiom1", "--put", "*.Axiom3", "--put", "*.Axiom5").puts()
        self.assertEqual({put["verdict"] for put in puts.values()}, {"proved"}, json.dumps(puts))

    def test_axioms_stand_in_for_the_class_in_a_client(self):
        stack = (SPECS / "stack.spec").read_text()
        spec = self.file("stack.spec", stack[:stack.index("map\n")] + 'map\n  error -> "std::out_of_range";\nend\n')
        run = self.spec(spec, "--as-puts", "--class", "IntStack", "--in", PROGRAMS / "int_stack.h")
        self.assertEqual(run.code, 0, run)
        axioms = self.file("stack_axioms.cpp", run.out)
        puts = self.explore(axioms, PROGRAMS / "int_stack_client.cpp").puts()
        verdicts = {name: put["verdict"] for name, put in puts.items()}
        self.assertEqual(verdicts.pop("Client.SwapsTheTop"), "proved", verdicts)
        self.assertEqual(verdicts.pop("Client.LeavesTheTop"), "refuted", verdicts)
        # What push and pop leave behind differs in bytes that nothing sees, so purity is compared to a depth. The equation is proved.
        self.assertEqual(verdicts.pop("StackAxioms.Axiom2"), "open", verdicts)
        self.assertEqual(verdicts["StackEquations.Equation2"], "proved")
        self.assertEqual(len(verdicts), 13, verdicts)
        self.assertEqual(set(verdicts.values()), {"proved"}, verdicts)
        used = {axiom["put"] for axiom in puts["Client.SwapsTheTop"]["axioms"]}
        self.assertIn("StackAxioms.Axiom2", used)


if __name__ == "__main__":
    unittest.main()
