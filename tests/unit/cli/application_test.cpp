#include "cli/application.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forall::cli {
namespace {

using testing::HasSubstr;

struct Said {
  int code;
  std::string out, error;
};

Said say(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "forall");
  std::vector<char*> argv;
  for (auto& a : arguments) argv.push_back(a.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run(static_cast<int>(argv.size()), argv.data());
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(Application, HelpNamesEveryCommandAndSucceeds) {
  const Said said = say({"--help"});
  EXPECT_EQ(said.code, kSuccess);
  for (const char* command : {"explore", "replay", "emit", "list", "show", "tree", "c++"})
    EXPECT_THAT(said.out, HasSubstr(command));
}

TEST(Application, EveryCommandHasHelp) {
  for (const char* command : {"explore", "replay", "emit", "list", "show", "tree"}) {
    const Said said = say({command, "--help"});
    EXPECT_EQ(said.code, kSuccess) << command;
    EXPECT_THAT(said.out, HasSubstr("--json")) << command;
  }
  EXPECT_EQ(say({"c++", "--help"}).code, kSuccess);
}

TEST(Application, NoCommandIsAUsageError) {
  const Said said = say({});
  EXPECT_EQ(said.code, kError);
  EXPECT_THAT(said.error, HasSubstr("forall: error: "));
}

TEST(Application, AnUnknownOptionIsNamed) {
  const Said said = say({"explore", "x.cpp", "--bogus"});
  EXPECT_EQ(said.code, kError);
  EXPECT_THAT(said.error, HasSubstr("--bogus"));
}

TEST(Application, AnUnknownCommandIsNamed) {
  const Said said = say({"explor", "x.cpp"});
  EXPECT_EQ(said.code, kError);
  EXPECT_EQ(said.error, "forall: error: there is no command 'explor'; did you mean 'explore'?\nTry 'forall --help'.\n");
  EXPECT_EQ(say({"compile"}).error, "forall: error: there is no command 'compile'\nTry 'forall --help'.\n");
}

TEST(Application, AMistypedOptionIsCorrected) {
  EXPECT_THAT(say({"explore", "x.cpp", "--secnods=3"}).error, HasSubstr("did you mean '--seconds'?"));
  EXPECT_THAT(say({"explore", "x.cpp", "--bogus"}).error, testing::Not(HasSubstr("did you mean")));
}

TEST(Application, WhatACommandDoesNotTakeStandsAsItWasTyped) {
  const Said said = say({"list", "--put", "A.b", "--json", "c"});
  EXPECT_EQ(said.code, kError);
  EXPECT_EQ(said.error, "forall: error: forall list does not take '--put A.b c'\nTry 'forall list --help'.\n");
}

TEST(Application, FlagsForTheCompilerAreSentBehindTheDashes) {
  const Said said = say({"explore", "x.cpp", "-Iinclude"});
  EXPECT_EQ(said.code, kError);
  EXPECT_THAT(said.error, HasSubstr("Compiler flags go after `--`"));
  EXPECT_THAT(said.error, HasSubstr("Try 'forall explore --help'"));
}

TEST(Application, AWrongChoiceIsToldTheRightOnes) {
  for (const char* command : {"explore", "emit"}) {
    const Said said = say({command, "--cover", "line"});
    EXPECT_EQ(said.code, kError);
    EXPECT_THAT(said.error, HasSubstr("--cover: line is not one of branch|path\n")) << command;
  }
}

TEST(Application, HelpShowsFlagsAsOneTypesThem) {
  const Said said = say({"explore", "--help"});
  EXPECT_THAT(said.out, HasSubstr("--no-confirm  "));
  EXPECT_THAT(said.out, HasSubstr("--unfold N=128  "));
}

TEST(Application, AValueOutOfRangeIsAUsageError) {
  EXPECT_EQ(say({"explore", "x.cpp", "--unfold", "0"}).code, kError);
  EXPECT_EQ(say({"explore", "x.cpp", "--strategy", "sideways"}).code, kError);
  const auto complaint = [](const char* option, const char* value) {
    return say({"explore", "x.cpp", option, value}).error;
  };
  EXPECT_THAT(complaint("--seconds", "abc"), HasSubstr("--seconds: abc is not a number\n"));
  EXPECT_THAT(complaint("--seconds", "0"), HasSubstr("--seconds: 0 is not between 0.01 and 1000000\n"));
  EXPECT_THAT(complaint("--unfold", "-1"), HasSubstr("--unfold: -1 is not between 1 and 1000000\n"));
  EXPECT_THAT(complaint("--unfold", "2.5"), HasSubstr("--unfold: 2.5 is not a whole number\n"));
}

TEST(Application, AMissingSourceIsNamedAsCompilersDo) {
  const Said said = say({"explore", "no/such/file.cpp"});
  EXPECT_EQ(said.code, kError);
  EXPECT_EQ(said.error, "no/such/file.cpp: error: no such file\n");
}

TEST(Application, AMissingDatabaseIsNamed) {
  const Said said = say({"list", "--db", "no/such/cases.db"});
  EXPECT_EQ(said.code, kError);
  EXPECT_THAT(said.error, HasSubstr("no/such/cases.db"));
}

}  // namespace
}  // namespace forall::cli
