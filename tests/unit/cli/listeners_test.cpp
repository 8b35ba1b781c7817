#include "cli/listeners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace forall::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

testcase::Result proved(const char* name) {
  testcase::Result result;
  result.put.suite = "S";
  result.put.name = name;
  result.verdict = testcase::VerdictKind::Proved;
  return result;
}

// What the terminal shows of these events.
template <typename... Events>
std::string printed(const Events&... events) {
  ::testing::internal::CaptureStdout();
  TerminalListener listener({}, false);
  (listener(session::Event(events)), ...);
  return ::testing::internal::GetCapturedStdout();
}

TEST(TerminalListenerTest, PrintsInTheOrderOfTheTarget) {
  const testcase::Result a = proved("A"), b = proved("B");
  const session::SessionStarted started{{"S.A", "S.B"}};
  EXPECT_EQ(printed(started, session::PutFinished{b}), "");
  const std::string both = printed(started, session::PutFinished{b}, session::PutFinished{a});
  EXPECT_LT(both.find("S.A"), both.find("S.B"));
}

TEST(TerminalListenerTest, DoesNotWaitForAPutThatFailed) {
  const testcase::Result b = proved("B");
  const auto error = std::make_exception_ptr(std::runtime_error("no disk"));
  const std::string text =
      printed(session::SessionStarted{{"S.A", "S.B"}}, session::PutFinished{b}, session::PutFailed{"S.A", error});
  EXPECT_THAT(text, HasSubstr("S.B"));
  EXPECT_THAT(text, Not(HasSubstr("no disk")));
}

TEST(TerminalListenerTest, AProofAmongManyTestsIsOneLine) {
  const testcase::Result a = proved("A");
  const auto lines_of = [&](std::vector<std::string> puts) {
    const std::string text = printed(session::SessionStarted{std::move(puts)}, session::PutFinished{a});
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines_of({"S.A", "S.B"}), 2);
  EXPECT_EQ(lines_of({"S.A", "2", "3", "4", "5", "6", "7", "8", "9"}), 1);
}

TEST(TerminalListenerTest, WithoutATerminalPhasesAreLines) {
  ::testing::internal::CaptureStderr();
  TerminalListener listener({}, true);
  listener(session::BuildStarted{{"a.cpp"}});
  for (int i = 0; i < 3; ++i) listener(session::SearchProgress{"S.A", {}});
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "compiling a.cpp ...\nS.A: exploring ...\n");
}

TEST(EventLineTest, HasVersionNameAndFields) {
  const auto line = nlohmann::json::parse(event_line(session::StageStarted{"S.A", session::Stage::FindWitnesses}));
  EXPECT_EQ(line, nlohmann::json::parse(
                      R"({"version": 1, "event": "stage_started", "put": "S.A", "stage": "find_witnesses"})"));
}

TEST(EventLineTest, HasNoLineBreakWhateverTheText) {
  testcase::LedgerLine line;
  line.kind = testcase::LedgerKind::ConcretizedCall;
  line.text = "a\nb\xff";
  const std::string text = event_line(session::LedgerLineFound{"S.A", line});
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(text)["kind"], "concretized-call");
}

TEST(EventLineTest, ResultsAreThoseOfTheJsonReport) {
  const auto line = nlohmann::json::parse(event_line(session::PutFinished{proved("A")}));
  EXPECT_EQ(line["result"]["verdict"], "proved");
  EXPECT_EQ(line["put"], "S.A");
}

TEST(EventLineTest, ErrorsAreText) {
  const auto error = std::make_exception_ptr(std::runtime_error("no disk"));
  EXPECT_THAT(event_line(session::PutFailed{"S.A", error}), HasSubstr("no disk"));
}

}  // namespace
}  // namespace forall::cli
