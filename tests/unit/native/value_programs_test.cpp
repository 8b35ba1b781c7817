// Cases by value: the real compilers, a real source, every way to end.
#include "native/value_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "../emit/helpers.h"
#include "base/world.h"
#include "build/precompiled_header.h"
#include "native/check_closed.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;
using namespace emit::testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using testcase::Put;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kSource = R"(#include <forall/forall.h>
#include <stdexcept>
static void Classify(int kind, int x) {
  ASSUME(kind != 9);
  int array[3] = {1, 2, 3};
  volatile int v = x;
  if (kind == 1) EXPECT_EQ(x, 7);
  if (kind == 2) throw std::out_of_range("far");
  if (kind == 3) v = v + 2147483647;
  if (kind == 4) v = array[v & 3];
  if (kind == 5) v = *(new int[2] + 2);
  if (kind == 6) forall::observe("sum", x + forall::choose<int>("y"));
  if (kind == 7) std::abort();
}
FORALL(S, Classify);
)";

Case ending(int kind, int x, OutcomeKind outcome = OutcomeKind::Passed, Fault fault = Fault::None, unsigned line = 0) {
  return failing(passing({input("kind", kind), input("x", x)}), outcome, fault, line == 0 ? "" : "source.cpp", line);
}

class ValueProgramsTest : public ::testing::TestWithParam<const char*> {
 protected:
  // One folder for all tests: what one has compiled the next one need not.
  static void SetUpTestSuite() {
    std::string name = (fs::temp_directory_path() / "forall-values-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::ofstream(folder_ / "source.cpp") << kSource;
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  ValueProgramsTest() {
    put_ = put_of_ints({"kind", "x"});
    put_.suite = "S";
    put_.name = "Classify";
    put_.file = (folder_ / "source.cpp").string();
    setting_ = {folder_ / "out",
                folder_ / "build",
                GetParam(),
                {"-std=c++20", "-I" FORALL_INCLUDE},
                {put_.file},
                emit::Format::Gtest,
                FORALL_INCLUDE,
                build::precompiled_headers(),
                &stop_,
                FORALL_CONFIRM_LIBRARY,
                true};
  }
  ConfirmReport run(std::vector<Case>& cases) {
    ValuePrograms programs(setting_, base::system_world(), stop_);
    return confirm_values(put_, cases, programs, folder_ / "build", base::system_world());
  }
  std::vector<std::string> files_of(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    return names;
  }

  std::atomic<bool> stop_ = false;
  static fs::path folder_;
  Put put_;
  NativeSetting setting_;
};
fs::path ValueProgramsTest::folder_;
INSTANTIATE_TEST_SUITE_P(Compilers, ValueProgramsTest, ::testing::Values("g++", "clang++-19"),
                         [](const auto& compiler) { return std::string(compiler.param) == "g++" ? "Gcc" : "Clang"; });

TEST_P(ValueProgramsTest, ConfirmsWhatIsPredicted) {
  std::vector<Case> cases = {
      ending(0, 1),
      ending(1, 1, OutcomeKind::Failed, Fault::None, 7),
      ending(2, 1, OutcomeKind::Threw),
      ending(3, 1, OutcomeKind::Crashed, Fault::SignedOverflow, 9),
      ending(4, 3, OutcomeKind::Crashed, Fault::OutOfBounds, 10),
      ending(5, 3, OutcomeKind::Crashed, Fault::OutOfBounds, 11),  // which AddressSanitizer alone sees
      ending(7, 3, OutcomeKind::Crashed, Fault::Abort, 13),
  };
  cases[2].outcome.exception_type = "std::out_of_range";
  Case chosen = ending(6, 4);
  testcase::InputValue choice = input("y", 38);
  choice.is_choice = true;
  chosen.inputs.push_back(choice);
  chosen.observations.push_back({"sum", "int", testcase::ScalarKind::Int, 32, {42, 0}, ""});
  cases.push_back(chosen);
  const ConfirmReport report = run(cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  for (const Case& c : cases) EXPECT_EQ(c.native, Case::Native::Confirmed) << c.native_detail;
}

TEST_P(ValueProgramsTest, SaysWhatDiffers) {
  std::vector<Case> cases = {
      ending(1, 1),
      ending(1, 7, OutcomeKind::Failed, Fault::None, 7),
      ending(2, 1, OutcomeKind::Threw),
      ending(9, 0),
      ending(6, 4),
      passing({input("kind", 0)}),  // no value for x
  };
  cases[2].outcome.exception_type = "std::bad_alloc";
  cases[1].outcome.file = std::filesystem::absolute(cases[1].outcome.file).string();
  ASSERT_TRUE(run(cases).compiled);
  EXPECT_THAT(cases[0].native_detail, HasSubstr("source.cpp:7"));
  EXPECT_EQ(cases[1].native_detail, "predicted to fail at source.cpp:7, but the native run passes");
  EXPECT_THAT(cases[2].native_detail, HasSubstr("unexpected exception of type std::out_of_range"));
  EXPECT_THAT(cases[3].native_detail, HasSubstr("an assumption of the test does not hold"));
  EXPECT_THAT(cases[4].native_detail, HasSubstr("it has no value for 'y'"));
  EXPECT_THAT(cases[5].native_detail, HasSubstr("it has no value for 'x'"));
  for (const Case& c : cases) EXPECT_EQ(c.native, Case::Native::Differs);
}

TEST_P(ValueProgramsTest, WhatHasNotChangedIsNotCompiledAgain) {
  std::vector<Case> cases = {ending(0, 1)};
  ASSERT_TRUE(run(cases).compiled);
  const auto files = files_of(folder_ / "build/native");
  std::map<std::string, fs::file_time_type> times;
  for (const auto& name : files) times[name] = fs::last_write_time(folder_ / "build/native" / name);
  ASSERT_TRUE(run(cases).compiled);
  EXPECT_THAT(files_of(folder_ / "build/native"), ::testing::UnorderedElementsAreArray(files))
      << "nothing is left over";
  for (const auto& [name, time] : times) {
    if (name == "lock") continue;
    EXPECT_EQ(fs::last_write_time(folder_ / "build/native" / name), time) << name;
  }
}

TEST_P(ValueProgramsTest, ASourceThatDoesNotCompileIsReported) {
  setting_.sources = {folder_ / "broken.cpp"};
  std::ofstream(folder_ / "broken.cpp") << "int x = nothing;\n";
  std::vector<Case> cases = {ending(0, 1)};
  const ConfirmReport report = run(cases);
  EXPECT_FALSE(report.compiled);
  EXPECT_THAT(report.compiler_output, HasSubstr("nothing"));
}

TEST_P(ValueProgramsTest, ClosedTestsThatDoNotCompileAreFound) {
  const std::vector<Case> cases = {ending(0, 1)};
  const fs::path good = write_tests(setting_, put_, cases, base::system_files());
  const WrittenTests written{put_.full_name(), good, put_.file};
  EXPECT_THAT(check_closed(setting_, {written}, base::system_world()), IsEmpty());
  const fs::path bad = folder_ / "out/bad_test.cpp";
  const std::string text = base::system_files().read(good).value();
  base::system_files().write(bad, text + "int x = nothing;\n");
  const auto failed = check_closed(setting_, {written, {"S.Bad", bad, put_.file}}, base::system_world());
  ASSERT_THAT(failed, SizeIs(1));
  EXPECT_EQ(failed[0].put, "S.Bad");
  EXPECT_THAT(failed[0].output, HasSubstr("bad_test.cpp"));
}

}  // namespace
}  // namespace forall::native
