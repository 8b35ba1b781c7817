#include "native/gtest_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::native {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using End = BegunTest::End;

TEST(Progress, IsHowEachTestEndedAndWhatItPrinted) {
  const auto tests = read_progress(
      "[==========] Running 3 tests\n[ RUN      ] A.one\nhello\n[       OK ] A.one (0 ms)\n"
      "[ RUN      ] A.two\nx.cpp:3: Failure\n[  FAILED  ] A.two, where GetParam() = 1 (0 ms)\n"
      "[ RUN      ] A.three\n[  SKIPPED ] A.three (0 ms)\n[  FAILED  ] A.two\n");
  ASSERT_THAT(tests, SizeIs(3));
  EXPECT_EQ(tests[0].name, "A.one");
  EXPECT_EQ(tests[0].end, End::Passed);
  EXPECT_EQ(tests[0].output, "hello\n");
  EXPECT_EQ(tests[1].name, "A.two");
  EXPECT_EQ(tests[1].end, End::Failed);
  EXPECT_EQ(tests[1].output, "x.cpp:3: Failure\n");
  EXPECT_EQ(tests[2].end, End::Skipped);
}

TEST(Progress, OfATestThatDiedHasNoEnd) {
  const auto tests = read_progress("[ RUN      ] A.one\n[       OK ] A.one (0 ms)\n[ RUN      ] A.two\nlast words");
  ASSERT_THAT(tests, SizeIs(2));
  EXPECT_FALSE(tests[1].end);
  EXPECT_EQ(tests[1].output, "last words");
  EXPECT_FALSE(read_progress("[ RUN      ] A.one").at(0).end);
  EXPECT_EQ(read_progress("[ RUN      ] A.one").at(0).output, "");
}

TEST(Progress, IsSeenBehindALineThatTheTestDidNotEnd) {
  const auto tests = read_progress("[ RUN      ] A.one\nno newline[       OK ] A.one (0 ms)\n");
  ASSERT_THAT(tests, SizeIs(1));
  EXPECT_EQ(tests[0].end, End::Passed);
  EXPECT_EQ(tests[0].output, "no newline");
}

TEST(Progress, IsNotWhatATestPrintsOfOthers) {
  const auto tests =
      read_progress("[ RUN      ] A.one\n[       OK ] B.other (0 ms)\n[ a ] b\n[  FAILED  ] A.one (0 ms)\n");
  ASSERT_THAT(tests, SizeIs(1));
  EXPECT_EQ(tests[0].end, End::Failed);
  EXPECT_EQ(tests[0].output, "[       OK ] B.other (0 ms)\n[ a ] b\n");
}

TEST(Report, SaysHowEachTestEnded) {
  const auto runs = read_report(R"({"testsuites":[{"name":"A","testsuite":[
      {"name":"one","status":"RUN","result":"COMPLETED"},
      {"name":"two","status":"RUN","result":"COMPLETED","failures":[{"failure":"x.cpp:3\nno"},{"failure":"more"}]},
      {"name":"three","status":"RUN","result":"SKIPPED"},
      {"name":"four","status":"NOTRUN","result":"SUPPRESSED"}]}]})");
  ASSERT_THAT(runs, SizeIs(3));
  EXPECT_EQ(runs.at("A.one").end, NativeRun::End::Passed);
  EXPECT_EQ(runs.at("A.two").end, NativeRun::End::Failed);
  EXPECT_THAT(runs.at("A.two").failures, ElementsAre("x.cpp:3\nno", "more"));
  EXPECT_EQ(runs.at("A.three").end, NativeRun::End::Skipped);
}

TEST(Report, MayHoldAnyBytes) {
  const auto runs = read_report(
      "{\"testsuites\":[{\"name\":\"A\",\"testsuite\":[{\"name\":\"one\",\"status\":\"RUN\","
      "\"failures\":[{\"failure\":\"gr\xc3\xbc\xdf\"}]}]}]}");
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_THAT(runs.at("A.one").failures.at(0), ::testing::StartsWith("gr\xc3\xbc"));
}

TEST(Report, MayEscapeTheBytesOfALetter) {
  const auto runs =
      read_report(R"({"testsuites":[{"name":"Gr\u00C3\u00B6\u00C3\u009Fe","testsuite":[{"name":"one","status":"RUN",)"
                  R"("failures":[{"failure":"\u00e2\u0082\u00AC, \\u00C3, \u0041\u001f\n"}]}]}]})");
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_EQ(runs.begin()->first, "Größe.one");
  EXPECT_EQ(runs.begin()->second.failures.at(0), "€, \\u00C3, A\x1f\n");
}

TEST(Report, ThatIsDamagedHasNoTests) {
  for (const char* text : {"", "{", "[]", "\\", "\"\\u00", "\"\\u00C", "{\"testsuites\":[{\"name\":\"A\",\"tests"})
    EXPECT_THAT(read_report(text), IsEmpty());
}

TEST(Printed, IsOneLineForEachArgument) {
  const auto values = read_printed("text[ PRINTED  ] day = 2024-2-30\n[ PRINTED  ] m = a = b\n[ PRINTED  ] nothing\n");
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_EQ(values[0].parameter, "day");
  EXPECT_EQ(values[0].text, "2024-2-30");
  EXPECT_EQ(values[1].parameter, "m");
  EXPECT_EQ(values[1].text, "a = b");
}

}  // namespace
}  // namespace forall::native
