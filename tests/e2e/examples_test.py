"""Every example comes to the verdicts that examples/verdicts.txt promises."""

import collections
import unittest

from support import ROOT, Workspace

EXAMPLES = ROOT / "examples"


def promised():
    """folder -> {PUT: (verdict, paths or None)}"""
    folders = collections.defaultdict(dict)
    for line in (EXAMPLES / "verdicts.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, put, verdict, *paths = line.split()
            folders[folder][put] = (verdict, int(paths[0]) if paths else None)
    return folders


class Examples(Workspace):
    def test_every_folder_is_listed(self):
        self.assertEqual(set(promised()), {p.parent.name for p in EXAMPLES.glob("*/*.cpp")})

    def test_every_example_comes_to_its_verdicts(self):
        for folder, expected in promised().items():
            with self.subTest(example=folder):
                # As tools/demo does it, so that what it has compiled is not compiled again.
                sources = sorted(path.relative_to(ROOT) for path in (EXAMPLES / folder).glob("*.cpp"))
                run = self.explore(*sources, "--out", self.folder / folder, "--db", self.folder / "cases.db", "--work", "build/demo/build",
                                   "--", "-std=c++20", f"-Iexamples/{folder}/", cwd=ROOT)
                self.assertEqual(run.code, 1 if "refuted" in {v for v, _ in expected.values()} else 0, run)
                puts = run.puts()
                self.assertEqual({name: put["verdict"] for name, put in puts.items()},
                                 {name: verdict for name, (verdict, _) in expected.items()}, run)
                for name, (_, paths) in expected.items():
                    if paths is not None:
                        self.assertEqual(puts[name]["paths"], paths, name)


if __name__ == "__main__":
    unittest.main()
