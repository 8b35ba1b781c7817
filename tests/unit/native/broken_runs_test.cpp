// What confirm does when compilers and test programs do not do their work: nothing is compiled here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../emit/helpers.h"
#include "../fakes.h"
#include "native/confirm_closed.h"

namespace forall::native {
namespace {

using namespace emit::testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::FakeTestPrograms;
using End = FakeTestPrograms::End;
using Native = Case::Native;

class BrokenRuns : public ::testing::Test {
 protected:
  ConfirmReport run() {
    ConfirmOptions options;
    options.build_directory = "build";
    options.sources = {"other.cpp"};
    return confirm_closed("closed_test.cpp", put_of_ints({}), cases_, options, {files_, programs_, clock_});
  }
  void add(const std::string& name) {
    cases_.push_back(passing({}));
    cases_.back().name = name;
  }
  void add_crash(const std::string& name) {
    add(name);
    cases_.back() = failing(cases_.back(), OutcomeKind::Crashed, Fault::Segfault, "", 0);
  }
  std::vector<Native> natives() const {
    std::vector<Native> result;
    for (const Case& c : cases_) result.push_back(c.native);
    return result;
  }
  std::vector<std::size_t> sizes_of_runs() const {
    std::vector<std::size_t> sizes;
    for (const auto& tests : programs_.runs) sizes.push_back(tests.size());
    return sizes;
  }

  std::vector<Case> cases_;
  base::MemoryFiles memory_;
  testing_support::WatchedFiles files_{memory_};
  FakeTestPrograms programs_{files_};
  testing_support::FakeClock clock_;
};

TEST_F(BrokenRuns, OneMoreProcessForEachTestThatDies) {
  for (int i = 0; i < 5000; ++i) add((i == 1000 || i == 4000 ? "dies_" : "passes_") + std::to_string(i));
  programs_.end_of = [](const std::string& name) {
    return name.find("dies") != std::string::npos ? End::Crashes : End::Passes;
  };
  run();
  EXPECT_THAT(sizes_of_runs(), ElementsAre(5000, 3999, 999));
  int differing = 0;
  for (const Case& c : cases_) differing += c.native == Native::Differs ? 1 : 0;
  EXPECT_EQ(differing, 2);
  EXPECT_THAT(cases_[1000].native_detail, HasSubstr("Segmentation fault"));
  EXPECT_EQ(cases_[4999].native, Native::Confirmed);
}

TEST_F(BrokenRuns, ATestThatTakesTheTimeOfAllIsTriedAlone) {
  for (const char* name : {"first", "slow", "last"}) add(name);
  programs_.end_of = [&](const std::string& name) {
    return name.ends_with("slow") && programs_.runs.back().size() > 1 ? End::Hangs : End::Passes;
  };
  run();
  EXPECT_THAT(sizes_of_runs(), ElementsAre(3, 1, 1)) << "all, the slow one alone, the rest";
  EXPECT_THAT(natives(), Each(Native::Confirmed));
}

TEST_F(BrokenRuns, ATestThatNeverEndsCostsTheOthersNothing) {
  for (const char* name : {"first", "endless", "last"}) add(name);
  programs_.end_of = [](const std::string& name) { return name.ends_with("endless") ? End::Hangs : End::Passes; };
  run();
  EXPECT_THAT(natives(), ElementsAre(Native::Confirmed, Native::Differs, Native::Confirmed));
  EXPECT_THAT(cases_[1].native_detail, HasSubstr("does not end in time"));
}

TEST_F(BrokenRuns, WithoutAReportTheProgressLinesTellWhatPassed) {
  for (const char* name : {"first", "last"}) add(name);
  programs_.writes_report = false;
  run();
  EXPECT_THAT(programs_.runs, SizeIs(1));
  EXPECT_THAT(natives(), Each(Native::Confirmed));
}

TEST_F(BrokenRuns, WithoutAReportACrashThatDidNotHappenIsNone) {
  add_crash("crashes");
  programs_.writes_report = false;
  run();
  EXPECT_THAT(natives(), Each(Native::Differs));
  EXPECT_THAT(cases_[0].native_detail, HasSubstr("exits with code 0"));
}

TEST_F(BrokenRuns, AReportThatIsCutOffConfirmsNothing) {
  add("passes");
  programs_.damaged_report = R"({"testsuites":[{"name":"TriangleTest_Classify","testsuite":[{"na)";
  run();
  EXPECT_THAT(natives(), Each(Native::Differs));
  EXPECT_THAT(cases_[0].native_detail, HasSubstr("the test did not run"));
}

TEST_F(BrokenRuns, AProgramThatCannotBeStartedConfirmsNothing) {
  add("passes");
  add_crash("crashes");
  programs_.can_start = false;
  run();
  EXPECT_THAT(natives(), Each(Native::Differs));
  for (const Case& c : cases_) EXPECT_THAT(c.native_detail, HasSubstr("the test did not run"));
}

TEST_F(BrokenRuns, ACompilerThatFailsIsQuoted) {
  add("passes");
  programs_.compile = [](const auto&) { return testing_support::exited(1, "closed_test.cpp:3: error: no\n"); };
  const ConfirmReport report = run();
  EXPECT_FALSE(report.compiled);
  EXPECT_EQ(report.compiler_output, "closed_test.cpp:3: error: no\n");
  EXPECT_EQ(programs_.compiles, 1);
  EXPECT_THAT(programs_.runs, IsEmpty());
  EXPECT_THAT(natives(), Each(Native::NotRun));
}

TEST_F(BrokenRuns, ACompilerThatIsKilledOrMissingMakesNothing) {
  add("passes");
  programs_.compile = [](const auto&) { return testing_support::killed_by(9); };
  EXPECT_THAT(run().compiler_output, HasSubstr("failed"));
  programs_.compile = [](const auto&) { return testing_support::not_started("c++"); };
  EXPECT_THAT(run().compiler_output, HasSubstr("cannot run 'c++'"));
  EXPECT_THAT(programs_.runs, IsEmpty());
  EXPECT_THAT(natives(), Each(Native::NotRun));
}

TEST_F(BrokenRuns, AnotherSourceThatDoesNotCompileIsQuoted) {
  add("passes");
  programs_.compile = [](const base::ProcessRequest& request) {
    return testing_support::has_word(request, "other.cpp") ? testing_support::exited(1, "other.cpp:1: error: no")
                                                           : testing_support::exited(0);
  };
  const ConfirmReport report = run();
  EXPECT_FALSE(report.compiled);
  EXPECT_EQ(report.compiler_output, "other.cpp:1: error: no");
}

// Whichever thread notices it.
TEST_F(BrokenRuns, AFullDiskIsAnErrorOfTheUser) {
  files_.fill_disk_for(".flags");
  add("passes");
  EXPECT_THROW(run(), base::UserError);
  cases_.clear();
  for (int i = 0; i < 20; ++i) add_crash("crashes_" + std::to_string(i));
  EXPECT_THROW(run(), base::UserError);
}

TEST_F(BrokenRuns, NothingIsLeftInTheBuildFolder) {
  add("passes");
  add_crash("crashes");
  programs_.compile = [&](const base::ProcessRequest& request) {
    files_.write(testing_support::word_behind(request, "-o"), "made");
    return testing_support::exited(0);
  };
  run();
  std::vector<std::string> left;
  for (const auto& [path, text] : memory_.contents) left.push_back(path.filename().string());
  EXPECT_THAT(left, ::testing::IsEmpty());
}

}  // namespace
}  // namespace forall::native
