#include "frontend/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sample.h"

namespace forall::frontend {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

TEST(Parse, TheHeadersOfTheCompilerAreFound) {
  const Parsed parsed = parse_sample("#include <stddef.h>\n#include <string>\nstd::string text; size_t size;\n");
  EXPECT_TRUE(parsed.compiles);
  EXPECT_EQ(parsed.messages, "");
  EXPECT_NE(parsed.tree, nullptr);
}

TEST(Parse, FlagsAreTheUsers) {
  EXPECT_TRUE(parse_sample("int a = ANSWER;", {"-DANSWER=42"}).compiles);
  EXPECT_FALSE(parse_sample("int a = ANSWER;").compiles);
  EXPECT_FALSE(parse_sample("concept C = true;", {"-std=c++17"}).compiles);
}

TEST(Parse, MessagesAreThoseOfTheCompiler) {
  EXPECT_EQ(parse_sample("int a = b;\n").messages,
            "sample.cpp:1:9: error: use of undeclared identifier 'b'\n"
            "    1 | int a = b;\n"
            "      |         ^\n"
            "1 error generated.\n");
}

TEST(Parse, WarningsAreNoMessages) {
  const Parsed parsed = parse_sample("int f() {}\n", {"-Wall", "-Werror"});
  EXPECT_TRUE(parsed.compiles);
  EXPECT_EQ(parsed.messages, "");
}

TEST(Parse, WrongFlagsAreAMessage) {
  const Parsed parsed = parse_sample("int a;", {"-fno-such-flag"});
  EXPECT_FALSE(parsed.compiles);
  EXPECT_THAT(parsed.messages, StartsWith("clang++-19: error: unknown argument: '-fno-such-flag'"));
}

TEST(Parse, ACompilerThatIsNotThereIsNamed) {
  EXPECT_THAT([] { parse({.path = "sample.cpp", .compiler = "no-clang"}, "int a;"); },
              ThrowsMessage<base::UserError>(HasSubstr("no-clang")));
}

TEST(ParseFile, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT([] { parse_file({.path = "no/such.h", .compiler = "clang++-19"}); },
              ThrowsMessage<base::UserError>(HasSubstr("no/such.h: error: no such file")));
}

TEST(ParseFile, WhatDoesNotCompileIsAnErrorWithTheMessages) {
  const SampleHeader header("class A { int a }\n");
  EXPECT_THAT([&] { parse_file(header.source()); },
              ThrowsMessage<base::UserError>(AllOf(HasSubstr("sample.h:1:16: error: expected ';'"),
                                                   HasSubstr("sample.h: error: does not compile"))));
}

}  // namespace
}  // namespace forall::frontend
