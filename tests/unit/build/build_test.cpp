// Builds with a compiler that is not there: what is left when it fails, is killed or is stopped, and when the disk is
// full.
#include "build/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include "../fakes.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::exited;
using testing_support::killed_by;
using testing_support::not_started;
using testing_support::out_of_time;
using testing_support::word_behind;

// Writes a file that says what it was made of.
class FakeCompiler : public base::Processes {
 public:
  base::ProcessResult run(const base::ProcessRequest& request) override {
    const std::string source = word_behind(request, "-c");
    const std::string what = source.empty() ? "link" : fs::path(source).filename().string();
    {
      const std::lock_guard lock(mutex_);
      made.push_back(what);
    }
    const std::string output = word_behind(request, "-o");
    if (const auto found = answers.find(what); found != answers.end()) {
      std::ofstream(output) << "half";
      return found->second();
    }
    std::ofstream(output) << "made of " << what << ": " << base::system_files().read(source).value_or("");
    const std::string makefile =
        source.empty() ? word_behind(request, "-Wl,--dependency-file=") : word_behind(request, "-MF");
    std::ofstream(makefile) << "x: " << (source.empty() ? request.command[1] : source) << "\n";
    return exited(0);
  }

  std::map<std::string, std::function<base::ProcessResult()>> answers;  // to what does not go well
  std::vector<std::string> made;

 private:
  std::mutex mutex_;
};

class BuildTest : public ::testing::Test {
 protected:
  BuildTest() : folder_(fs::temp_directory_path() / ("forall-build-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    for (const char* name : {"a", "b", "c"}) {
      sources_.files.push_back(folder_ / (std::string(name) + ".cpp"));
      write(sources_.files.back().filename(), std::string("int ") + name + ";\n");
    }
  }
  ~BuildTest() override { fs::remove_all(folder_); }

  void write(const fs::path& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // what is as new as the build is not recorded
  }
  // What the compiler was asked for.
  std::vector<std::string> build() {
    compiler_.made.clear();
    build_target({layout_, folder_ / "build", jobs_, {files_, compiler_, base::system_clock()}, stop_}, sources_);
    return compiler_.made;
  }
  std::string complaint() {
    try {
      build();
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
  Layout layout_;
  Sources sources_;
  unsigned jobs_ = 1;
  testing_support::WatchedFiles files_{base::system_files()};
  FakeCompiler compiler_;
  std::atomic<bool> stop_ = false;
};

TEST_F(BuildTest, WhatIsMadeIsKept) {
  EXPECT_THAT(build(), ElementsAre("a.cpp", "b.cpp", "c.cpp", "link"));
  EXPECT_THAT(build(), IsEmpty());
}

TEST_F(BuildTest, ACompilerThatFailsIsQuotedAndTheOtherSourcesAreKept) {
  for (const unsigned jobs : {1u, 2u}) {
    jobs_ = jobs;
    compiler_.answers["b.cpp"] = [] { return exited(1, "b.cpp:1: error: no type\n"); };
    EXPECT_THAT(complaint(),
                AllOf(HasSubstr("b.cpp:1: error: no type\n"), HasSubstr("b.cpp: error: does not compile")));
    EXPECT_THAT(compiler_.made, ::testing::Not(::testing::Contains("link")));
    compiler_.answers.clear();
    EXPECT_THAT(build(), ElementsAre("b.cpp", "link"));
    fs::remove_all(folder_ / "build");
  }
}

TEST_F(BuildTest, ACompilerThatCannotBeStartedIsNamed) {
  for (const char* name : {"a.cpp", "b.cpp", "c.cpp"})
    compiler_.answers[name] = [] { return not_started("clang++-19"); };
  EXPECT_THAT(complaint(), AllOf(HasSubstr("cannot run "), HasSubstr("FORALL_CLANGXX")));
}

TEST_F(BuildTest, ACompilerThatIsKilledLeavesNoObject) {
  compiler_.answers["c.cpp"] = [] { return killed_by(9); };
  EXPECT_THAT(complaint(), HasSubstr("c.cpp: error: does not compile"));
  compiler_.answers.clear();
  EXPECT_THAT(build(), ElementsAre("c.cpp", "link"));
}

TEST_F(BuildTest, ALinkerThatFailsIsQuotedAndTheObjectsAreKept) {
  compiler_.answers["link"] = [] { return exited(1, "undefined reference to `f()'"); };
  EXPECT_THAT(complaint(), AllOf(HasSubstr("undefined reference to `f()'\n"), HasSubstr("does not link")));
  compiler_.answers.clear();
  EXPECT_THAT(build(), ElementsAre("link"));
}

TEST_F(BuildTest, AStopKeepsWhatWasCompiled) {
  compiler_.answers["b.cpp"] = [&] {
    stop_ = true;
    return out_of_time();
  };
  compiler_.answers["c.cpp"] = [] { return out_of_time(); };  // as every process that begins when all is stopped
  EXPECT_EQ(complaint(), "interrupted while compiling");
  stop_ = false;
  compiler_.answers.clear();
  EXPECT_THAT(build(), ElementsAre("b.cpp", "c.cpp", "link"));
}

TEST_F(BuildTest, WithoutRoomForTheRecordAnObjectIsNotTakenForMade) {
  files_.fill_disk_for(".made");
  EXPECT_THAT(complaint(), AllOf(HasSubstr("cannot write '"), HasSubstr(".made': No space left on device")));
  files_.before_write = nullptr;
  EXPECT_THAT(build(), ElementsAre("a.cpp", "b.cpp", "c.cpp", "link"));
  EXPECT_THAT(build(), IsEmpty());
}

// An old record beside a new object would say that the object is made of the old source, which may come back.
TEST_F(BuildTest, WithoutRoomForTheRecordTheOldOneDoesNotCount) {
  build();
  write("a.cpp", "int another;\n");
  files_.fill_disk_for(".made");
  EXPECT_THAT(complaint(), HasSubstr("No space left on device"));
  files_.before_write = nullptr;
  write("a.cpp", "int a;\n");
  EXPECT_THAT(build(), ElementsAre("a.cpp")) << "the program was never made of another one";
}

TEST_F(BuildTest, NoTemporaryFileOutlivesAFailure) {
  compiler_.answers["b.cpp"] = [] { return killed_by(9); };
  complaint();
  for (const auto& entry : fs::directory_iterator(folder_ / "build"))
    EXPECT_FALSE(entry.path().filename().string().starts_with(".making")) << entry.path();
}

}  // namespace
}  // namespace forall::build
