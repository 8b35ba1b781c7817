"""tools/check-structure, on small trees that break one rule each."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check-structure"


class CheckStructure(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="forall-structure-")
        self.addCleanup(self.temporary.cleanup)
        self.root = pathlib.Path(self.temporary.name)
        for folder in ("base", "abi", "expr", "testcase", "trace", "solve", "store", "explore", "instrument", "cli"):
            self.write(f"src/{folder}/README.md", f"# {folder}\n")
        self.write("src/base/hash.h", "#pragma once\n")
        self.write("src/base/files.h", "#pragma once\n#include <string>\n")
        self.write("src/abi/segment.h", "#pragma once\n")
        self.write("src/expr/pool.h", '#pragma once\n#include "abi/segment.h"\n#include "base/hash.h"\n')
        self.write("src/trace/path.h", '#pragma once\n#include "expr/pool.h"\n')
        self.write("src/explore/explore.h", '#pragma once\n#include "trace/path.h"\n')
        self.write("include/forall/forall.h", "#include <forall/engine.h>\n")
        self.write("include/forall/engine.h", "#include <cstdint>\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_tool(self):
        done = subprocess.run([sys.executable, str(TOOL), str(self.root)], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_fails(self, *parts):
        code, out = self.run_tool()
        self.assertEqual(code, 1, out)
        self.assertEqual(out.count("error:"), 1, out)
        for part in parts:
            self.assertIn(part, out)

    def assert_passes(self):
        code, out = self.run_tool()
        self.assertEqual((code, out), (0, ""))

    def test_a_sound_tree_passes_in_silence(self):
        self.assert_passes()

    def test_an_include_upwards_fails_with_file_and_line(self):
        self.write("src/expr/pool.cpp", '#include "expr/pool.h"\n\n#include "trace/path.h"\n')
        self.assert_fails("src/expr/pool.cpp:3:", "trace/path.h", "abi, base")

    def test_siblings_do_not_include_each_other(self):
        self.write("src/solve/solver.cpp", '#include "trace/path.h"\n')
        self.assert_fails("src/solve/solver.cpp:1:", "trace/path.h")

    def test_a_relative_include_of_another_folder_is_seen(self):
        self.write("src/expr/evaluate.cpp", '#include "../trace/path.h"\n')
        self.assert_fails("src/expr/evaluate.cpp:1:")

    def test_an_include_of_a_file_that_is_not_there_goes_by_its_name(self):
        self.write("src/expr/evaluate.cpp", '#include "solve/solver.h"\n')
        self.assert_fails("src/expr/evaluate.cpp:1:", "solve/solver.h")

    def test_the_pass_may_use_only_the_hash_of_base(self):
        self.write("src/instrument/pass.cpp", '#include "base/hash.h"\n')
        self.assert_passes()
        self.write("src/instrument/pass.cpp", '#include "base/files.h"\n')
        self.assert_fails("src/instrument/pass.cpp:1:", "base/files.h")

    def test_a_library_links_only_what_it_may_include(self):
        self.write("CMakeLists.txt", "forall_library(trace forall_expr)\nforall_library(expr forall_base forall_trace)\n")
        self.assert_fails("CMakeLists.txt:2:", "forall_trace")

    def test_the_page_has_the_table(self):
        page = "# Architecture\n<!-- rooms: begin -->\nold\n<!-- rooms: end -->\n"
        self.write("docs/architecture.md", page)
        self.assert_fails("docs/architecture.md:1:", "--update")
        subprocess.run([sys.executable, str(TOOL), str(self.root), "--update"], check=True)
        self.assert_passes()
        self.assertIn("| `src/expr` |", (self.root / "docs/architecture.md").read_text())

    def test_only_store_knows_a_database(self):
        self.write("src/store/sqlite.cpp", "#include <sqlite3.h>\n")
        self.assert_passes()
        self.write("src/cli/list.cpp", "#include <sqlite3.h>\n")
        self.assert_fails("src/cli/list.cpp:1:", "a database")

    def test_only_a_back_end_file_knows_its_solver(self):
        self.write("src/solve/cadical_backend.cpp", "#include <cadical.hpp>\n")
        self.write("src/solve/z3_backend.cpp", "#include <z3++.h>\n")
        self.assert_passes()
        self.write("src/solve/chain.cpp", "#include <cadical.hpp>\n")
        self.assert_fails("src/solve/chain.cpp:1:", "CaDiCaL")
        self.write("src/solve/chain.cpp", "#include <z3++.h>\n")
        self.assert_fails("src/solve/chain.cpp:1:", "Z3")

    def test_only_frontend_and_instrument_know_llvm(self):
        self.write("src/instrument/pass.cpp", '#include "llvm/IR/Module.h"\n')
        self.assert_passes()
        self.write("src/explore/symbolize.cpp", '#include "llvm/DebugInfo/DIContext.h"\n')
        self.assert_fails("src/explore/symbolize.cpp:1:", "LLVM")

    def test_a_cycle_of_includes_is_shown_whole(self):
        self.write("src/base/a.h", '#include "base/b.h"\n')
        self.write("src/base/b.h", '#include "base/c.h"\n')
        self.write("src/base/c.h", '#include "base/a.h"\n')
        self.assert_fails("include cycle", "src/base/a.h -> src/base/b.h -> src/base/c.h -> src/base/a.h")

    def test_the_users_header_includes_nothing_of_src(self):
        self.write("include/forall/forall.h", '#include "abi/segment.h"\n')
        self.assert_fails("include/forall/forall.h:1:", "abi/segment.h")

    def test_the_users_header_knows_no_solver(self):
        self.write("include/forall/forall.h", "#include <z3++.h>\n")
        self.assert_fails("include/forall/forall.h:1:", "Z3")

    def test_a_folder_without_readme_fails(self):
        (self.root / "src/expr/README.md").unlink()
        self.assert_fails("src/expr", "README.md")

    def test_a_folder_without_row_in_the_table_fails(self):
        self.write("src/misc/README.md", "# misc\n")
        self.write("src/misc/misc.h", "#pragma once\n")
        self.assert_fails("src/misc", "dependency table")

    def test_a_long_file_fails(self):
        self.write("src/base/long.cpp", "\n" * 600)
        self.assert_passes()
        self.write("src/base/long.cpp", "\n" * 601)
        self.assert_fails("src/base/long.cpp:1:", "601 lines")

    def test_includes_in_comments_do_not_count(self):
        self.write("src/expr/pool.cpp", '// #include "trace/path.h" would be a mistake\n#include "expr/pool.h"\n')
        self.assert_passes()


if __name__ == "__main__":
    unittest.main()
