#include "native/sanitize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../fakes.h"

namespace forall::native {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::exited;
using testing_support::has_word;
using testing_support::killed_by;
using testing_support::word_behind;

std::string failed(const std::string& name, const std::string& text) {
  return "[ RUN      ] " + name + "\n" + text + "[  FAILED  ] " + name + " (1 ms)\n";
}
std::string change_of(const std::string& recorded, const std::string& now) {
  const auto cases = read_sanitized(
      failed("Stack.Pops/one", "stack_test.cpp:3: Failure\nrecorded: crashed (" + recorded + "); now: " + now + "\n"));
  EXPECT_THAT(cases, SizeIs(1));
  EXPECT_TRUE(cases.at(0).has_failed);
  return cases.at(0).change;
}

TEST(Sanitized, ACrashIsTheRecordedOneByItsSignal) {
  EXPECT_EQ(change_of("abort at list.h:3", "crashed (signal 6: Aborted)"), "");
  EXPECT_EQ(change_of("abort", "crashed (signal 6: Aborted)"), "");
  EXPECT_EQ(change_of("terminate at list.h:3", "crashed (signal 6: Abgebrochen)"), "") << "in any language";
  EXPECT_EQ(change_of("segmentation fault at list.h:3", "crashed (signal 11: Segmentation fault)"), "");
  EXPECT_EQ(change_of("null dereference at list.h:3", "crashed (signal 11: Segmentation fault)"), "");
  EXPECT_EQ(change_of("stack overflow at list.h:3", "crashed (signal 11: Segmentation fault)"), "");
  EXPECT_EQ(change_of("bus error at list.h:3", "crashed (signal 7: Bus error)"), "");
  EXPECT_EQ(change_of("illegal instruction at list.h:3", "crashed (signal 4: Illegal instruction)"), "");
  EXPECT_EQ(change_of("arithmetic signal at list.h:3", "crashed (signal 8: Floating point exception)"), "");
  EXPECT_EQ(change_of("trap at list.h:3", "crashed (signal 5: Trace/breakpoint trap)"), "");
  EXPECT_EQ(change_of("exit at list.h:3", "ended the process with exit code 3"), "");
}

TEST(Sanitized, AnotherCrashIsAChange) {
  EXPECT_NE(change_of("abort at list.h:3", "crashed (signal 11: Segmentation fault)"), "");
  EXPECT_NE(change_of("abort at list.h:3", "crashed (signal 66: unknown)"), "");
  EXPECT_NE(change_of("abort at list.h:3", "ended the process with exit code 6"), "");
  EXPECT_NE(change_of("exit at list.h:3", "crashed (signal 6: Aborted)"), "");
  EXPECT_NE(change_of("division by zero at list.h:3", "crashed (signal 8: Floating point exception)"), "");
  EXPECT_NE(change_of("abort at list.h:3", "passed"), "");
  EXPECT_NE(change_of("something that nobody knows", "crashed (signal 6: Aborted)"), "");
}

TEST(Sanitized, AFindingHasItsTextAndPlace) {
  const auto cases =
      read_sanitized(failed("Stack.Pops/one",
                            "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\n"
                            "    #0 0xa in memcpy /usr/lib/a.c:1\n    #1 0xb in Stack::top() stack.h:12:3\n") +
                     failed("Stack.Pops/two", "stack.h:9:4: runtime error: shift exponent 40\n") +
                     "[ RUN      ] Stack.Pops/three\n[       OK ] Stack.Pops/three (1 ms)\n");
  ASSERT_THAT(cases, SizeIs(3));
  EXPECT_EQ(cases[0].put, "Stack.Pops");
  EXPECT_EQ(cases[0].name, "one");
  EXPECT_EQ(cases[0].finding, "heap-buffer-overflow");
  EXPECT_EQ(cases[0].place, "stack.h:12");
  EXPECT_EQ(cases[1].finding, "shift exponent 40");
  EXPECT_EQ(cases[1].place, "stack.h:9");
  EXPECT_FALSE(cases[2].has_failed);
  EXPECT_EQ(cases[2].finding, "");
}

TEST(Sanitized, WhatIsSkippedIsNoSuccess) {
  const auto cases =
      read_sanitized("[ RUN      ] A.B/one\nx.cpp:1: Skipped\nthis case needs a clock\n[  SKIPPED ] A.B/one (0 ms)\n");
  ASSERT_THAT(cases, SizeIs(1));
  EXPECT_TRUE(cases[0].has_failed);
  EXPECT_EQ(cases[0].change, "not run: this case needs a clock");
}

// The program that the replay library makes of the user's sources.
class RunSanitized : public ::testing::Test, public base::Processes {
 protected:
  RunSanitized() { files_.write("lib/libforall_replay.so", ""); }
  base::ProcessResult run(const base::ProcessRequest& request) override {
    if (has_word(request, "-o")) return compiled_;
    filter_ = files_.read(word_behind(request, "--gtest_flagfile=")).value_or("");
    return tested_;
  }
  std::string complaint() {
    try {
      cases_ = run_sanitized({"out", "build", "c++", {}, {"a.cpp"}}, layout_, "cases.db", {"A.B"}, {"address"},
                             {files_, *this, clock_});
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  build::Layout layout_{.runtime = "lib/libforall_rt.a"};
  base::ProcessResult compiled_ = exited(0), tested_ = exited(0);
  base::MemoryFiles files_;
  testing_support::FakeClock clock_;
  std::string filter_;
  std::vector<SanitizedCase> cases_;
};

TEST_F(RunSanitized, RunsTheCasesOfThePuts) {
  tested_ = exited(1, failed("A.B/one", ""));
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(filter_, "--gtest_filter=A.B/*\n");
  EXPECT_THAT(cases_, SizeIs(1));
}

TEST_F(RunSanitized, SaysWhyThereIsNoProgram) {
  compiled_ = exited(1, "a.cpp:1: error: no");
  EXPECT_THAT(complaint(), HasSubstr("a.cpp:1: error: no\nthe tests do not compile with sanitizers: c++ "));
  EXPECT_EQ(filter_, "") << "nothing was run";
  files_.remove("lib/libforall_replay.so");
  EXPECT_THAT(complaint(), HasSubstr("replay library is not in lib"));
}

TEST_F(RunSanitized, SaysWhichTestTheProgramDiedIn) {
  tested_ = killed_by(11);
  tested_.output = failed("A.B/one", "") + "[ RUN      ] A.B/two\nlast words\n";
  EXPECT_THAT(complaint(), HasSubstr("last words\n\nthe test program died in A.B/two"));
}

TEST_F(RunSanitized, SaysThatACaseIsMissing) {
  EXPECT_THAT(complaint(), HasSubstr("ran no stored case"));
  tested_ = exited(0, failed("A.Other/one", ""));
  EXPECT_THAT(complaint(), HasSubstr("none of the stored cases of A.B"));
}

}  // namespace
}  // namespace forall::native
