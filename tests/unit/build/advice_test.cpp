#include "build/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::build {
namespace {

using ::testing::HasSubstr;

TEST(Advice, NamesTheCommandThatWritesAMockForEachHeader) {
  base::MemoryFiles files;
  const std::string output =
      "put.h:1:1: error: static assertion failed due to requirement '!kNeedsMock<io::IFile>': forall: nothing says\n"
      "./io/file.h:7:15: note: unimplemented pure virtual method 'read' in 'io::IFile'\n"
      "put.h:1:1: error: static assertion failed due to requirement '!kNeedsMock<IClock>': forall: nothing says\n";
  const std::string text = advice(output, "copy_test.cpp", files);
  EXPECT_NE(text.find("forall mock io::IFile --in io/file.h --out file_mock.h"), std::string::npos) << text;
  EXPECT_NE(text.find("forall mock IClock --in copy_test.cpp --out copy_test_mock.h"), std::string::npos) << text;
  EXPECT_EQ(advice("p_test.cpp:1:1: error: expected ';'\n", "p_test.cpp", files), "");
}

TEST(Advice, FindsAHeaderWhereProjectsHaveTheirs) {
  base::MemoryFiles files;
  const std::string missing = "t.cpp:1:10: fatal error: 'time/duration.h' file not found\n";
  EXPECT_THAT(advice(missing, "t.cpp", files), HasSubstr("-- -IFOLDER"));
  files.write("src/time/duration.h", "");
  EXPECT_THAT(advice(missing, "t.cpp", files), HasSubstr("-- -Isrc"));
}

TEST(Advice, SaysWhatAMistakeInARegistrationMeans) {
  base::MemoryFiles files;
  const auto of = [&](const std::string& error, const std::string& line) {
    return advice("t.cpp:3:1: error: " + error + "\n    3 | " + line + "\n      | ^\n", "t.cpp", files);
  };
  EXPECT_THAT(of("a type specifier is required for all declarations", "FORALL(S, T);"),
              HasSubstr("#include <forall/forall.h>"));
  EXPECT_EQ(of("a type specifier is required for all declarations", "f(S, T);"), "");
  EXPECT_THAT(of("redefinition of 'Suite_A_B_Forall'", "FORALL(Suite, A_B);"), HasSubstr("two tests are called Suite"));
  EXPECT_THAT(of("use of undeclared identifier 'S_n'", "FORALL(S, n::Holds);"),
              HasSubstr("FORALL(S, Holds, n::Holds)"));
  EXPECT_EQ(of("use of undeclared identifier 'Holds'", "FORALL(S, Holds);"), "");
  EXPECT_THAT(of("variable 'S_T_ForallFunction4' with type 'const auto' has incompatible initializer of type "
                 "'<overloaded function type>'",
                 "FORALL(S, T);"),
              HasSubstr("there are several functions T"));
  EXPECT_THAT(of("class template specialization of 'StateNames' not in a namespace enclosing 'internal'",
                 "FORALL_STATE(S, x);"),
              HasSubstr("outside of all namespaces"));
}

}  // namespace
}  // namespace forall::build
