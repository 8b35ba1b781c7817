#include "build/preamble.h"

#include <gtest/gtest.h>

namespace forall::build {
namespace {

class PreambleTest : public ::testing::Test {
 protected:
  Preamble preamble(const std::string& source) {
    files_.contents["/p/a_test.cpp"] = source;
    return Preamble("/p/a_test.cpp", {"/p/include"}, files_);
  }
  bool reaches(const std::string& source) { return preamble(source).reaches_header(); }
  // Is mine.h, with this text, independent of headers with these names?
  bool is_free(const std::string& mine) {
    files_.contents["/p/mine.h"] = mine;
    const Preamble found = preamble("#include \"mine.h\"\n#include <forall/forall.h>\n");
    return found.reaches_header() && found.has_other_headers() &&
           found.is_independent_of(HeaderNames(HeaderNames::list_of(
               {"#ifndef GUARD\n#define GUARD\nint used; /* comment */ \"literal\" R\"x(raw)x\" 1'000'000u\n"},
               "#define TEST(a) a\n#define __cpp_lib_any 1\n#define assert(x) x\n#define __GNUC__ 12\n",
               "#define __GNUC__ 12\n")));
  }

  base::MemoryFiles files_;
};

TEST_F(PreambleTest, IsCommentsAndStandardHeaders) {
  EXPECT_TRUE(reaches("#include <forall/forall.h>\n"));
  EXPECT_TRUE(reaches("#include \"forall/forall.h\"\n"));
  EXPECT_TRUE(reaches("// a comment\n/* another\n one */ #  include <forall/forall.h>  // ours\nint x;"));
  EXPECT_TRUE(
      reaches("#include <gtest/gtest.h>\n#include <vector>\n#include <stdint.h>\n"
              "#include <forall/forall.h>"));
  EXPECT_FALSE(preamble("#include <vector>\n#include <forall/forall.h>").has_other_headers());
}

TEST_F(PreambleTest, EndsAtAnythingThatMayChangeWhatFollows) {
  EXPECT_FALSE(reaches(""));
  EXPECT_FALSE(reaches("int x;\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#define NDEBUG\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include <boost/any.hpp>\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include \"missing.h\"\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include <missing.h>\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#ifdef X\n#include <forall/forall.h>\n#endif\n"));
  EXPECT_FALSE(reaches("#pragma pack(1)\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("/* #include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include <vector> /* begins\n#include <forall/forall.h>\n*/"));
  EXPECT_FALSE(reaches("// goes on \\\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("// goes on \\\r\n#include <forall/forall.h>\r\n"));
  EXPECT_FALSE(reaches("#include <vector>  // goes on \\ \n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include <settings>\n#include <forall/forall.h>\n"));
  EXPECT_FALSE(reaches("#include <vector>\n"));
  EXPECT_FALSE(reaches("#include HEADER\n#include <forall/forall.h>\n"));
}

TEST_F(PreambleTest, FollowsHeadersOfTheProject) {
  files_.contents["/p/mine.h"] = "#pragma once\n#include \"sub/other.h\"\n#include <in_folder.h>\n";
  files_.contents["/p/sub/other.h"] = "#include <vector>\n#include \"../mine.h\"\n";
  files_.contents["/p/include/in_folder.h"] = "";
  EXPECT_TRUE(reaches("#include \"mine.h\"\n#include <forall/forall.h>\n"));
  files_.contents["/p/sub/other.h"] = "#include <boost/any.hpp>\n";
  EXPECT_FALSE(reaches("#include \"mine.h\"\n#include <forall/forall.h>\n"));
}

TEST_F(PreambleTest, DoesNotGuessWhichOfTwoHeadersIsMeant) {
  files_.contents["/p/mine.h"] = "";
  files_.contents["/p/include/mine.h"] = "";
  EXPECT_FALSE(reaches("#include \"mine.h\"\n#include <forall/forall.h>\n"));
  files_.contents["/p/include/vector"] = "#include <boost/any.hpp>\n";
  EXPECT_FALSE(reaches("#include <vector>\n#include <forall/forall.h>\n"));
}

TEST_F(PreambleTest, AnotherForallBesideTheSourceIsNotOurs) {
  files_.contents["/p/forall/forall.h"] = "int x;\n";
  EXPECT_FALSE(reaches("#include \"forall/forall.h\"\n"));
}

TEST_F(PreambleTest, OrdinaryHeadersAreIndependent) {
  EXPECT_TRUE(is_free("#pragma once\n#include <vector>\nint f(int x);\n"));
  EXPECT_TRUE(
      is_free("#ifndef MINE_H_\n#define MINE_H_\n#if __GNUC__ > 4 && !defined(NDEBUG)\nint f();\n#endif\n#endif\n"));
  EXPECT_TRUE(is_free("#include <cassert>\ninline void f(int x) { assert(x != INT_MAX); }\n"));
  EXPECT_TRUE(is_free("// TEST\n/* TEST */ const char* a = \"TEST\"; const char* b = R\"(\" TEST)\"; char c = 'T';\n"));
  EXPECT_TRUE(
      is_free("#pragma GCC diagnostic push\n#define literal 1\n#define raw 1\n#define u 1\n#define comment 1\n"));
}

TEST_F(PreambleTest, ThoseThatChangeWhatFollowsAreNot) {
  EXPECT_FALSE(is_free("#define used other\n"));
  EXPECT_FALSE(is_free("#define used(x) x\n"));
  EXPECT_FALSE(is_free("#undef GUARD\n"));
  EXPECT_FALSE(is_free("#define \\\n  used 1\n"));
  EXPECT_FALSE(is_free("%:define used 1\n"));
  EXPECT_FALSE(is_free("#pragma pack(1)\n"));
  EXPECT_FALSE(is_free("#import <x>\n"));
}

TEST_F(PreambleTest, NorThoseThatWouldSeeOtherMacros) {
  EXPECT_FALSE(is_free("enum Kind { TEST, PRODUCTION };\n"));
  EXPECT_FALSE(is_free("#ifdef __cpp_lib_any\nint f();\n#endif\n"));
  EXPECT_FALSE(is_free("#if defined(TEST)\nint f();\n#endif\n"));
}

}  // namespace
}  // namespace forall::build
