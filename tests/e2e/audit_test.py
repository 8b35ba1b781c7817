"""An audit of the examples: everything that a verdict rests on is decided a second time, and nothing changes."""

import unittest

from support import ROOT, Workspace

# Those that are explored in a moment; the whole of the rest is `make evaluate`.
SUBJECTS = ["binary_search", "bank", "calendar", "digits", "quicksort", "ring_buffer", "triangle", "papers/stack",
            "papers/triangle", "papers/linked_list"]


class Audit(Workspace):
    def test_the_examples_pass(self):
        unsat = simplified = 0
        for subject in SUBJECTS:
            with self.subTest(example=subject):
                folder = ROOT / "examples" / subject
                run = self.explore(*sorted(folder.glob("*.cpp")), "--audit", "--emit", "none", "--no-confirm", "--seconds", "4", "--runs", "40",
                                   "--", f"-I{folder}", f"-I{folder.parent}")
                self.assertIn(run.code, (0, 1), run)
                for name, put in run.puts().items():
                    notes = [note["text"] for note in put["notes"] if note["kind"] == "audit"]
                    self.assertEqual(len(notes), 1, f"{name}: {run}")
                    words = notes[0].split()
                    self.assertEqual(words[0:1] + words[2:3], ["audit:", "of"], notes)
                    unsat += int(words[1])
                    simplified += int(words[words.index("simplifications") - 1])
        self.assertGreater(unsat, 20)
        self.assertGreater(simplified, 1000)

    def test_an_audit_explores_what_is_stored(self):
        target = self.target("triangle")
        self.assertEqual(self.forall("explore", target, "--emit", "none", "--quiet").code in (0, 1), True)
        run = self.forall("explore", target, "--emit", "none", "--quiet", "--audit")
        self.assertIn("unsatisfiable queries decided again by another back end", " ".join(run.out.split()), run)


if __name__ == "__main__":
    unittest.main()
