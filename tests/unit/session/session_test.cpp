// Sessions without a compiler and without a target process: what is kept, stored and told when something goes wrong, or
// when the user stops them.
#include "session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "../explore/scripted_target.h"
#include "../fakes.h"
#include "fake_code.h"
#include "store/store.h"

namespace forall::session {
namespace {

namespace fs = std::filesystem;
using explore::testing::Script;
using explore::testing::ScriptedTarget;
using testcase::Case;
using testcase::LedgerKind;
using testcase::VerdictKind;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using testing_support::exited;
using testing_support::FakeTestPrograms;
using testing_support::out_of_time;

// Has four paths.
void four_paths(Script& script) {
  const auto x = script.input("x", 32);
  script.branch(1, script.less(x, 10));
  script.branch(2, script.equal(script.input("y", 32), 7));
}

// The PUTs Scripted.Test and Scripted.Other of a target that was built before.
class SessionTest : public ::testing::Test {
 protected:
  SessionTest() {
    std::string name = (fs::temp_directory_path() / "forall-session-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    settings_.database = (folder_ / "cases.db").string();
    settings_.inputs = {"target"};
    settings_.jobs = 1;
    settings_.work = folder_ / "build";
    fs::create_directories(settings_.work / "native");  // its lock and what compilers make there are real
    memory_.contents["target"] = std::string("\x7f\x45LF", 4) + std::string(12, '\0') + std::string("\x03\0", 2);
  }
  ~SessionTest() override { fs::remove_all(folder_); }

  SessionResult run() {
    const Outside outside{{files_, programs_, clock_},
                          {},
                          [this](const fs::path&) {
                            auto target = std::make_unique<ScriptedTarget>(test_);
                            target->add_put("Scripted", "Other", other_);
                            return target;
                          },
                          [](const fs::path&) { return std::make_unique<FakeCode>(); }};
    failed_.clear();
    return explore_session(outside, settings_, {}, stop_, [this](const Event& event) {
      if (const auto* failure = std::get_if<PutFailed>(&event)) failed_.push_back(failure->put);
    });
  }
  testcase::Result stored(const std::string& put) { return store::open(settings_.database)->load(put).value(); }
  bool is_stored(const std::string& put) { return store::open(settings_.database)->load(put).has_value(); }
  bool is_written(const std::string& put) {
    return memory_.contents.count(settings_.out / ("Scripted_" + put + "_test.cpp")) != 0;
  }
  static std::vector<std::string> names(const SessionResult& session) {
    std::vector<std::string> names;
    for (const auto& result : session.results) names.push_back(result.put.full_name());
    return names;
  }
  static std::vector<Case::Native> natives(const testcase::Result& result) {
    std::vector<Case::Native> natives;
    for (const Case& c : result.cases) natives.push_back(c.native);
    return natives;
  }
  static std::string text_of(const std::exception_ptr& error) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception& e) {
      return e.what();
    }
  }
  // All four paths of the PUT are stored, none of them is said to differ, and the verdict waits for a native run.
  void expect_unconfirmed(const testcase::Result& result) {
    EXPECT_EQ(result.verdict, VerdictKind::Open);
    ASSERT_THAT(result.ledger, SizeIs(1));
    EXPECT_EQ(result.ledger.at(0).kind, LedgerKind::NotConfirmed);
    EXPECT_THAT(result.cases, SizeIs(4));
    EXPECT_THAT(natives(result), Each(Case::Native::NotRun));
  }

  fs::path folder_;
  Settings settings_;
  explore::testing::Body test_ = four_paths, other_ = four_paths;
  base::MemoryFiles memory_;
  testing_support::WatchedFiles files_{memory_};
  FakeTestPrograms programs_{files_};
  testing_support::FakeClock clock_;
  std::atomic<bool> stop_ = false;
  std::vector<std::string> failed_;  // as told
};

TEST_F(SessionTest, ExploresConfirmsAndStoresEachPut) {
  const SessionResult session = run();
  EXPECT_THAT(names(session), ElementsAre("Scripted.Test", "Scripted.Other"));
  for (const testcase::Result& result : session.results) {
    EXPECT_EQ(result.verdict, VerdictKind::Proved);
    EXPECT_THAT(natives(result), ElementsAre(Case::Native::Confirmed, Case::Native::Confirmed, Case::Native::Confirmed,
                                             Case::Native::Confirmed));
    EXPECT_EQ(stored(result.put.full_name()).verdict, VerdictKind::Proved);
  }
  EXPECT_THAT(session.files, SizeIs(2));
  EXPECT_EQ(session.times.compile, 1) << "one look at the clock later";
  EXPECT_EQ(session.times.explore, 2) << "one PUT after the other";
  EXPECT_EQ(session.times.confirm, 2);
}

TEST_F(SessionTest, WhatIsProvedIsKeptTheNextTime) {
  run();
  programs_.runs.clear();
  const SessionResult session = run();
  EXPECT_THAT(session.results, Each(::testing::Field(&testcase::Result::is_kept, true)));
  EXPECT_THAT(programs_.runs, IsEmpty());
}

TEST_F(SessionTest, ACompilerThatIsMissingIsFoundBeforeAnythingIsExplored) {
  class NoPrograms : public base::Processes {
    base::ProcessResult run(const base::ProcessRequest& request) override {
      return testing_support::not_started(request.command.front());
    }
  } none;
  const Outside outside{{files_, none, clock_}, {}, nullptr, nullptr};
  try {
    explore_session(outside, settings_, {}, stop_, [](const Event&) {});
    FAIL() << "nobody complained";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("name another compiler with --compiler"));
  }
}

TEST_F(SessionTest, TestsThatDoNotCompileKeepTheVerdictOpen) {
  for (const auto& answer : {exited(1, "x.cpp:1: error: no type"), testing_support::killed_by(9)}) {
    programs_.compile = [&](const base::ProcessRequest&) { return answer; };
    const SessionResult session = run();
    ASSERT_THAT(session.results, SizeIs(2));
    for (const testcase::Result& result : session.results) {
      expect_unconfirmed(result);
      EXPECT_FALSE(result.do_tests_compile);
      expect_unconfirmed(stored(result.put.full_name()));
    }
  }
}

TEST_F(SessionTest, AFullOutputFolderIsFoundBeforeAnythingIsExplored) {
  files_.fill_disk_for(".forall-probe");
  EXPECT_THROW(run(), base::UserError);
  EXPECT_FALSE(fs::exists(settings_.database));
}

TEST_F(SessionTest, WithoutRoomForClosedTestsWhatWasFoundIsStored) {
  for (const unsigned jobs : {1u, 2u}) {
    settings_.jobs = jobs;
    settings_.again = true;
    files_.fill_disk_for("Scripted_Test_test.cpp");
    const SessionResult session = run();
    EXPECT_THAT(names(session), ElementsAre("Scripted.Other"));
    EXPECT_EQ(session.results.at(0).verdict, VerdictKind::Proved);
    ASSERT_THAT(session.failed, SizeIs(1));
    EXPECT_EQ(session.failed.at(0).name, "Scripted.Test");
    EXPECT_THAT(text_of(session.failed.at(0).error), HasSubstr("No space left on device"));
    EXPECT_THAT(failed_, ElementsAre("Scripted.Test"));
    expect_unconfirmed(stored("Scripted.Test"));
    EXPECT_EQ(stored("Scripted.Other").verdict, VerdictKind::Proved);
    EXPECT_FALSE(is_written("Test"));
  }
}

TEST_F(SessionTest, WithoutRoomForTheMemoTheTestsAreWrittenAgain) {
  files_.fill_disk_for(".written");
  EXPECT_THAT(run().failed, SizeIs(2));
  EXPECT_EQ(stored("Scripted.Test").verdict, VerdictKind::Proved);
  EXPECT_THAT(stored("Scripted.Test").cases, SizeIs(4));
  int written = 0;
  files_.before_write = [&](const fs::path& path) { written += path.string().ends_with(".written") ? 1 : 0; };
  const SessionResult session = run();
  EXPECT_THAT(session.results, SizeIs(2));
  EXPECT_THAT(session.results, Each(::testing::Field(&testcase::Result::is_kept, true)));
  EXPECT_EQ(written, 2);
}

TEST_F(SessionTest, AStopInTheSearchKeepsWhatWasFound) {
  int runs = 0;
  test_ = [&](Script& script) {
    if (++runs == 2) stop_ = true;
    four_paths(script);
  };
  const SessionResult session = run();
  EXPECT_THAT(names(session), ElementsAre("Scripted.Test")) << "the other one was not begun";
  EXPECT_TRUE(session.results.at(0).interrupted);
  EXPECT_EQ(session.results.at(0).verdict, VerdictKind::Open);
  const testcase::Result kept = stored("Scripted.Test");
  EXPECT_TRUE(kept.interrupted);
  EXPECT_EQ(kept.cases.size(), session.results.at(0).cases.size());
  EXPECT_FALSE(kept.cases.empty());
  EXPECT_TRUE(is_written("Test"));
  EXPECT_THAT(programs_.runs, IsEmpty());
  EXPECT_FALSE(is_stored("Scripted.Other"));
}

TEST_F(SessionTest, AStoppedSearchIsTakenUpTheNextTime) {
  int runs = 0;
  test_ = [&](Script& script) {
    if (++runs == 2) stop_ = true;
    four_paths(script);
  };
  run();
  stop_ = false;
  const SessionResult session = run();
  EXPECT_THAT(names(session), ElementsAre("Scripted.Test", "Scripted.Other"));
  EXPECT_FALSE(session.results.at(0).is_kept);
  EXPECT_EQ(session.results.at(0).verdict, VerdictKind::Proved);
  EXPECT_THAT(stored("Scripted.Test").cases, SizeIs(4));
}

TEST_F(SessionTest, AStopWhileTestsAreWrittenKeepsThem) {
  files_.before_write = [&](const fs::path& path) {
    if (path.string().ends_with("Scripted_Test_test.cpp")) stop_ = true;
  };
  const SessionResult session = run();
  ASSERT_THAT(names(session), ElementsAre("Scripted.Test"));
  expect_unconfirmed(session.results.at(0));
  EXPECT_THAT(session.results.at(0).ledger.at(0).text, HasSubstr("interrupted"));
  expect_unconfirmed(stored("Scripted.Test"));
  EXPECT_TRUE(is_written("Test"));
  EXPECT_EQ(programs_.compiles, 0);
}

TEST_F(SessionTest, AStopWhileTestsAreCompiledSaysNothingAgainstThem) {
  programs_.compile = [&](const base::ProcessRequest& request) {
    EXPECT_THAT(request.stops, ::testing::Contains(&stop_)) << "the compiler is ended with the session";
    stop_ = true;
    return out_of_time();
  };
  const SessionResult session = run();
  ASSERT_THAT(names(session), ElementsAre("Scripted.Test"));
  expect_unconfirmed(session.results.at(0));
  EXPECT_TRUE(session.results.at(0).do_tests_compile);
  EXPECT_THAT(session.results.at(0).ledger.at(0).text, HasSubstr("interrupted"));
  expect_unconfirmed(stored("Scripted.Test"));
}

TEST_F(SessionTest, AStopWhileTestsRunSaysNothingAgainstThem) {
  programs_.before_tests = [&] { stop_ = true; };
  const SessionResult session = run();
  ASSERT_THAT(names(session), ElementsAre("Scripted.Test"));
  expect_unconfirmed(session.results.at(0));
  EXPECT_THAT(session.results.at(0).ledger.at(0).text, HasSubstr("interrupted"));
  expect_unconfirmed(stored("Scripted.Test"));
  EXPECT_TRUE(is_written("Test"));
}

TEST_F(SessionTest, AStopInTheBuildLeavesWhatIsStored) {
  run();
  std::ofstream(folder_ / "test.cpp") << "int x;\n";
  memory_.contents[folder_ / "test.cpp"] = "int x;\n";
  settings_.inputs = {(folder_ / "test.cpp").string()};
  programs_.compile = [&](const base::ProcessRequest& request) {
    EXPECT_THAT(request.stops, ::testing::Contains(&stop_));
    stop_ = true;
    return out_of_time();
  };
  try {
    run();
    FAIL() << "nobody complained";
  } catch (const base::UserError& error) {
    EXPECT_STREQ(error.what(), "interrupted while compiling");
  }
  EXPECT_EQ(stored("Scripted.Test").verdict, VerdictKind::Proved);
  EXPECT_THAT(stored("Scripted.Test").cases, SizeIs(4));
}

TEST_F(SessionTest, APutThatFailsCostsTheOthersNothing) {
  for (const unsigned jobs : {1u, 2u}) {
    settings_.jobs = jobs;
    settings_.again = true;
    test_ = [](Script&) { throw std::runtime_error("the target is broken"); };
    const SessionResult session = run();
    EXPECT_THAT(names(session), ElementsAre("Scripted.Other")) << jobs;
    EXPECT_EQ(session.results.at(0).verdict, VerdictKind::Proved);
    ASSERT_THAT(session.failed, SizeIs(1));
    EXPECT_EQ(session.failed.at(0).name, "Scripted.Test");
    EXPECT_EQ(text_of(session.failed.at(0).error), "the target is broken");
    EXPECT_THAT(failed_, ElementsAre("Scripted.Test"));
    EXPECT_EQ(stored("Scripted.Other").verdict, VerdictKind::Proved);
  }
}

// The cases that were found before are stored as they are found.
TEST_F(SessionTest, WhatAPutFoundBeforeItFailedIsStored) {
  int runs = 0;
  test_ = [&](Script& script) {
    if (++runs == 3) throw std::runtime_error("the target is broken");
    four_paths(script);
  };
  EXPECT_THAT(run().failed, SizeIs(1));
  EXPECT_THAT(stored("Scripted.Test").cases, SizeIs(2));
  EXPECT_TRUE(stored("Scripted.Test").interrupted);
}

TEST_F(SessionTest, TwoTargetsWorkSideBySide) {
  settings_.jobs = 2;
  const SessionResult session = run();
  EXPECT_THAT(names(session), ElementsAre("Scripted.Test", "Scripted.Other"));
  for (const testcase::Result& result : session.results) EXPECT_EQ(result.verdict, VerdictKind::Proved);
}

}  // namespace
}  // namespace forall::session
