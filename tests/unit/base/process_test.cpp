#include "base/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

namespace forall::base {
namespace {

ProcessResult shell(const std::string& script, double seconds = 0, bool merge = true) {
  return system_processes().run({.command = {"sh", "-c", script},
                                 .working_directory = {},
                                 .environment = {},
                                 .seconds = seconds,
                                 .merge_output = merge});
}

TEST(ProcessTest, ReportsExitCodeAndOutput) {
  const ProcessResult result = shell("echo out; echo err >&2; exit 3");
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
  EXPECT_FALSE(result.ok());
}

TEST(ProcessTest, KeepsStandardErrorApartOnRequest) {
  const ProcessResult result = shell("echo out; echo err >&2", 0, false);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error, "err\n");
  EXPECT_TRUE(result.ok());
}

TEST(ProcessTest, ReportsTheSignalThatEndedIt) {
  const ProcessResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_FALSE(result.ok());
}

TEST(ProcessTest, SaysWhyAProgramCannotBeStarted) {
  const ProcessResult result =
      system_processes().run({.command = {"/no/such/program"}, .working_directory = {}, .environment = {}});
  EXPECT_FALSE(result.started);
  EXPECT_THAT(result.output, testing::HasSubstr("/no/such/program"));
  EXPECT_FALSE(result.ok());
}

TEST(ProcessTest, EndsAProgramThatTakesTooLongWithItsChildren) {
  const ProcessResult result = shell("echo begun; sleep 1000 & sleep 1000", 0.2);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.output, "begun\n");
}

TEST(ProcessTest, EndsAProgramThatClosedItsOutputAndTakesTooLong) {
  EXPECT_TRUE(shell("exec >/dev/null 2>&1; sleep 1000", 0.2).timed_out);
}

TEST(ProcessTest, ReadsNoInput) { EXPECT_EQ(shell("cat; echo end").output, "end\n"); }

TEST(ProcessTest, TakesMoreOutputThanAPipeHolds) {
  EXPECT_EQ(
      shell("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789012345678901234567890123; "
            "i=$((i+1)); done")
          .output.size(),
      3000u * 65);
}

TEST(ProcessTest, AddsToTheEnvironmentAndChangesTheFolder) {
  ::setenv("FORALL_PROCESS_TEST", "old", 1);
  const ProcessResult result =
      system_processes().run({.command = {"sh", "-c", "echo $FORALL_PROCESS_TEST; pwd; test -n \"$PATH\""},
                              .working_directory = "/",
                              .environment = {{"FORALL_PROCESS_TEST", "new"}}});
  EXPECT_EQ(result.output, "new\n/\n");
  EXPECT_TRUE(result.ok());
}

TEST(ProcessTest, ProgramsOnSeveralThreadsDoNotHoldEachOthersPipes) {
  std::thread slow([] { EXPECT_TRUE(shell("sleep 1").ok()); });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(shell("echo x").output, "x\n");
  slow.join();
}

TEST(QuoteCommandTest, QuotesWhatAShellWouldSplit) {
  EXPECT_EQ(quote_command({"c++", "-DX=a b", "it's", ""}), "c++ '-DX=a b' 'it'\\''s' ''");
}

}  // namespace
}  // namespace forall::base
