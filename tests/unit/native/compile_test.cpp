#include "native/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../fakes.h"

namespace forall::native {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::exited;
using testing_support::has_word;
using testing_support::word_behind;

class CompileTest : public ::testing::Test {
 protected:
  CompileTest() {
    programs_.compile = [this](const base::ProcessRequest& request) {
      commands_.push_back(request);
      for (const auto& [word, answer] : answers_) {
        if (has_word(request, word)) return answer;
      }
      memory_.write(word_behind(request, "-o"), "made");
      return exited(0);
    };
  }
  Compiled run() { return compile_program(source_, "build/tests", {memory_, programs_, clock_}); }
  std::size_t position(std::size_t command, const std::string& word) const {
    const auto& words = commands_.at(command).command;
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
  }
  std::vector<std::string> files() const {
    std::vector<std::string> files;
    for (const auto& [path, text] : memory_.contents) files.push_back(path.string());
    return files;
  }

  ProgramSource source_{"cc", {"-std=c++20", "-lz"}, {"-fsanitize=bounds"}, {"a_test.cpp", "b.cpp"}, {"libreplay.so"}};
  std::vector<std::pair<std::string, base::ProcessResult>> answers_;  // to commands with the word
  std::vector<base::ProcessRequest> commands_;
  base::MemoryFiles memory_;
  testing_support::FakeTestPrograms programs_{memory_};
  testing_support::FakeClock clock_;
};

TEST_F(CompileTest, MakesAnObjectOfEachSourceAndThenTheProgram) {
  EXPECT_TRUE(run().is_made);
  ASSERT_THAT(commands_, SizeIs(3));
  for (std::size_t i : {0, 1}) {
    EXPECT_EQ(word_behind(commands_[i], "-c"), source_.files[i]);
    EXPECT_EQ(word_behind(commands_[2], word_behind(commands_[i], "-o")).empty(), false) << "not linked";
    EXPECT_TRUE(has_word(commands_[i], "-fsanitize=bounds"));
  }
  EXPECT_EQ(word_behind(commands_[2], "-o"), "build/tests");
  EXPECT_TRUE(has_word(commands_[2], "-fsanitize=bounds"));
  EXPECT_THAT(files(), ElementsAre("build/tests")) << "no object is left";
}

TEST_F(CompileTest, LibrariesStandBehindWhatNeedsThem) {
  run();
  const std::string object = word_behind(commands_[1], "-o");
  EXPECT_LT(position(2, object), position(2, "libreplay.so"));
  EXPECT_LT(position(2, "libreplay.so"), position(2, "-lgtest"));
  EXPECT_LT(position(2, object), position(2, "-lz"));
  EXPECT_LT(position(2, "-lz"), position(2, "-lgtest"));
}

TEST_F(CompileTest, TheFirstSourceThatFailsEndsIt) {
  answers_ = {{"b.cpp", exited(1, "b.cpp:1: error: no")}};
  const Compiled compiled = run();
  EXPECT_FALSE(compiled.is_made);
  EXPECT_EQ(compiled.output, "b.cpp:1: error: no");
  EXPECT_EQ(compiled.command, commands_.back().command);
  EXPECT_THAT(commands_, SizeIs(2));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(CompileTest, WithoutClangsRunTimeLibraryThatOfGccDoes) {
  answers_ = {{"-lubsan", exited(0)}, {"build/tests", exited(1, "cannot find libclang_rt.ubsan_standalone.a")}};
  EXPECT_TRUE(run().is_made);
  ASSERT_THAT(commands_, SizeIs(4));
  EXPECT_TRUE(has_word(commands_[3], "-fno-sanitize-link-runtime"));
}

TEST_F(CompileTest, WhatDoesNotLinkForAnotherReasonIsTriedOnce) {
  answers_ = {{"build/tests", exited(1, "undefined reference")}};
  EXPECT_FALSE(run().is_made);
  EXPECT_THAT(commands_, SizeIs(3));
}

}  // namespace
}  // namespace forall::native
