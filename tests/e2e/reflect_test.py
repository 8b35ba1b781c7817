"""forall reflect: what it writes for a class compiles with both compilers and makes the class an input."""

import json
import os
import re
import subprocess
import unittest

from support import PROGRAMS, ROOT, Workspace

HEADER = PROGRAMS / "reflected.h"
LIBRARY = PROGRAMS / "reflected_library.h"

TESTS = """
#include <gtest/gtest.h>
void PushThenPop(StackOfInt& stack, int value) {
  ASSUME(FORALL_MEMBER(stack, size_) <= FORALL_MEMBER(stack, capacity_));
  if (stack.is_full()) return;
  const std::size_t size = stack.size();
  stack.push(value);
  EXPECT_EQ(stack.size(), size + 1);
  EXPECT_EQ(stack.pop(), value);
}
FORALL(ReflectedTest, PushThenPop);
void Area(const shop::Square& square) {
  ASSUME(0 <= FORALL_MEMBER(square, side_) && FORALL_MEMBER(square, side_) <= 100);
  EXPECT_LT(square.area(), 10000);
}
FORALL(ReflectedTest, Area);
void Account(const shop::Account& account) { EXPECT_EQ(account.id(), account.id()); }
FORALL(ReflectedTest, Account);
void List(const shop::List& list) { EXPECT_TRUE(list.is_empty() || !list.is_empty()); }
FORALL(ReflectedTest, List);
void Settings(const shop::Settings& settings) { EXPECT_EQ(settings.number_, settings.number_); }
FORALL(ReflectedTest, Settings);
void Day(const shop::Ticket& ticket) { EXPECT_FALSE(ticket.is_day()); }
FORALL(ReflectedTest, Day);
"""


class Reflect(Workspace):
    told = {}

    def reflect(self, name, *arguments):
        """What the command says, once per class."""
        if (name, *arguments) not in self.told:
            run = self.forall("reflect", name, "--in", LIBRARY if name == "Settings" else HEADER, *arguments)
            self.assertEqual(run.code, 0, run)
            self.told[name, *arguments] = run.out
        return self.told[name, *arguments]

    def test_what_is_written_compiles_without_warnings_and_is_explored(self):
        classes = ["Stack<int>", "shop::Account", "List", "Settings", "Square", "Ticket"]
        source = self.folder / "reflected_test.cpp"
        source.write_text("".join(map(self.reflect, classes)) + TESTS)
        native = subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                 f"-I{ROOT / 'include'}", str(source)], capture_output=True, text=True)
        self.assertEqual(native.returncode, 0, native.stderr)
        run = self.explore(source, "--jobs", "1", "--put", "*.PushThenPop", "--put", "*.Area", "--put", "*.Day", "--no-leaks")
        puts = run.puts()
        self.assertEqual(puts["ReflectedTest.Area"]["verdict"], "refuted", run)  # 100 times 100 is not below 10000
        self.assertEqual(puts["ReflectedTest.Day"]["verdict"], "refuted", run)
        self.assertIn(puts["ReflectedTest.PushThenPop"]["verdict"], ("proved", "open"), run)

    def test_members_of_bases_are_listed_but_for_those_of_the_same_name(self):
        out = self.reflect("shop::Account")
        self.assertIn("FORALL_STATE(shop::Account, color_, id_, limit_, balance_, version_, history_);", out)
        self.assertRegex(out, r"Not listed: version_ of shop::Record")
        self.assertRegex(out, r"no default constructor")

    def test_a_list_is_no_array_and_a_stack_has_one(self):
        self.assertIn("FORALL_STATE(shop::List, head_, size_);", self.reflect("List"))
        self.assertIn("FORALL_STATE(StackOfInt, array_of(items_, capacity_), size_);", self.reflect("Stack<int>"))

    def test_template_arguments_may_be_found_in_the_namespace_of_the_class(self):
        self.assertIn("using StackOfPoint = shop::Stack<shop::Point>;", self.reflect("Stack<Point>"))
        self.assertIn("using PairsOfIntAndPoint = bank::Pairs<int, shop::Point>;", self.reflect("Pairs<int, shop::Point>"))

    def test_an_alias_of_the_header_is_a_name_of_its_own(self):
        out = self.reflect("StackOfLong", "--no-invariant")
        self.assertIn("FORALL_STATE(shop::StackOfLong, array_of(items_, capacity_), size_);", out)
        self.assertNotIn("FORALL_INVARIANT", out)

    def test_what_cannot_be_listed_is_said(self):
        out = self.reflect("Settings")
        self.assertIn("FORALL_STATE(shop::Settings, number_, is_number_, values_, title_);", out)
        for name in ("real_", "mutex_", "callback_", "anything_", "hidden_"):
            self.assertIn(f"// Not listed: {name}", out)
        self.assertEqual(len(re.findall("^#error", self.reflect("Flags"), re.MULTILINE)), 2)

    def test_classes_that_need_something_else(self):
        self.assertIn("shop::Point needs no FORALL_STATE", self.reflect("Point"))
        self.assertIn("\nFORALL_SUBTYPES(shop::Shape, shop::Square, shop::Triangle);", self.reflect("Shape"))
        self.assertIn("\nFORALL_CONSTRUCTOR(shop::Triangle, int base, int height);", self.reflect("Triangle"))
        ticket = self.reflect("Ticket")
        self.assertIn("\nFORALL_CONSTRUCTOR(shop::Ticket, long cents, shop::Ticket::Kind kind, shop::Point at);", ticket)
        self.assertIn("\n// FORALL_CONSTRUCTOR(shop::Ticket, shop::Point at);", ticket)
        self.assertIn("// FORALL_FACTORY(shop::Sealed", self.reflect("Sealed"))

    def test_as_json(self):
        told = json.loads(self.reflect("Stack<int>", "--json"))
        self.assertEqual([(m["name"], m["listed"]) for m in told["members"]],
                         [("items_", "array_of"), ("capacity_", "count"), ("size_", "member")])
        self.assertEqual(told["class"], "shop::Stack<int>")
        self.assertIn("FORALL_STATE", told["source"])

    def test_a_file_is_not_overwritten_unless_asked(self):
        header = self.folder / "small.h"
        header.write_text("class Small { int a_; };\n")
        (self.folder / "states").mkdir()
        out = self.folder / "states/small.h"
        run = self.forall("reflect", "Small", "--in", "small.h", "--out", out)
        self.assertEqual((run.code, run.out), (0, ""), run)
        self.assertIn('#include "../small.h"', out.read_text())
        out.write_text("mine")
        run = self.forall("reflect", "Small", "--in", "small.h", "--out", out)
        self.assert_user_error(run, r"small\.h exists.*--force")
        self.assertEqual(out.read_text(), "mine")
        self.assertEqual(self.forall("reflect", "Small", "--in", "small.h", "--out", out, "--force").code, 0)
        self.assertIn("FORALL_STATE(Small, a_);", out.read_text())


class Mistakes(Workspace):
    def refused(self, name, header, *patterns):
        run = self.forall("reflect", name, "--in", header)
        self.assert_user_error(run, *patterns)
        self.assertEqual(run.out, "", run)
        return run

    def test_names_that_mean_no_class(self):
        self.assert_one_message(self.refused("Stak<int>", HEADER, r"no class Stak<int>.*did you mean shop::Stack"))
        self.assert_one_message(self.refused("Stack", HEADER, r"template.*'Stack<int>'"))
        self.assert_one_message(self.refused("Account", HEADER, r"several classes named Account", "shop::Account", "bank::Account"))
        self.assert_one_message(self.refused("a b", HEADER, r"not the name of a class"))
        self.assert_one_message(self.refused("Flags::Hidden", HEADER, r"private"))
        self.assert_one_message(self.refused("Stack<NoSuchType>", HEADER, r"NoSuchType"))

    def test_headers_that_cannot_be_read(self):
        self.assert_one_message(self.refused("List", "no/such.h", r"no/such\.h: error: no such file"))
        broken = self.folder / "broken.h"
        broken.write_text("#include <no_such_header.h>\nclass List {};\n")
        self.refused("List", "broken.h", r"broken\.h:1:\d+: .*no_such_header\.h", r"broken\.h: error: does not compile")

    def test_flags_for_the_compiler_come_behind_dashes(self):
        (self.folder / "deep").mkdir()
        (self.folder / "deep/part.h").write_text("class Part { int a_; };\n")
        (self.folder / "whole.h").write_text('#include "part.h"\nclass Whole { Part part_; };\n')
        run = self.forall("reflect", "Whole", "--in", "whole.h", "--", "-Ideep")
        self.assertEqual(run.code, 0, run)
        self.assertIn("part_ is a Part, a class that needs a FORALL_STATE of its own", run.out)
        run = self.forall("reflect", "Part", "--in", "whole.h", "--", "-Ideep")
        self.assertIn("FORALL_STATE(Part, a_);", run.out, run)


if __name__ == "__main__":
    unittest.main()
