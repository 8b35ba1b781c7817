#include "frontend/edits.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::frontend {
namespace {

constexpr const char* kTwelve = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";

base::MemoryFiles file_with(const std::string& text) {
  base::MemoryFiles files;
  files.contents["/project/a.cpp"] = text;
  return files;
}

std::string patch(const std::string& text, const std::vector<Edit>& edits) {
  base::MemoryFiles files = file_with(text);
  return patch_of(edits, "/project", files);
}

std::string applied(const std::string& text, const std::vector<Edit>& edits) {
  base::MemoryFiles files = file_with(text);
  apply_edits(edits, files);
  return files.contents["/project/a.cpp"];
}

TEST(Edits, AreAppliedByTheirPlacesBeforeAnyOfThem) {
  EXPECT_EQ(applied("int a = 1, b = 2;\n", {{"/project/a.cpp", 15, 1, "200"}, {"/project/a.cpp", 8, 1, ""}}),
            "int a = , b = 200;\n");
}

TEST(Edits, OfOneLineAreOneChange) {
  EXPECT_EQ(patch("int a = 1, b = 2;\nint c;\n", {{"/project/a.cpp", 15, 1, "20"}, {"/project/a.cpp", 8, 1, "10"}}),
            "--- a/a.cpp\n+++ b/a.cpp\n@@ -1,2 +1,2 @@\n"
            "-int a = 1, b = 2;\n+int a = 10, b = 20;\n int c;\n");
}

TEST(Edits, InsertedAndRemovedLinesHaveThreeLinesAround) {
  EXPECT_EQ(patch(kTwelve, {{"/project/a.cpp", 8, 0, "new\nlines\n"}}),
            "--- a/a.cpp\n+++ b/a.cpp\n@@ -2,6 +2,8 @@\n 2\n 3\n 4\n+new\n+lines\n 5\n 6\n 7\n");
  EXPECT_EQ(patch(kTwelve, {{"/project/a.cpp", 0, 4, ""}}),
            "--- a/a.cpp\n+++ b/a.cpp\n@@ -1,5 +1,3 @@\n-1\n-2\n 3\n 4\n 5\n");
}

TEST(Edits, FarFromEachOtherAreHunksOfTheirOwn) {
  EXPECT_EQ(patch(kTwelve, {{"/project/a.cpp", 0, 0, "0\n"}, {"/project/a.cpp", 24, 2, "twelve"}}),
            "--- a/a.cpp\n+++ b/a.cpp\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n"
            "@@ -9,4 +10,4 @@\n 9\n 10\n 11\n-12\n+twelve\n");
}

TEST(Edits, AtTheEndOfTheFile) {
  EXPECT_EQ(patch("a\n", {{"/project/a.cpp", 2, 0, "b\n"}}), "--- a/a.cpp\n+++ b/a.cpp\n@@ -1 +1,2 @@\n a\n+b\n");
  EXPECT_EQ(patch("a", {{"/project/a.cpp", 1, 0, "b"}}),
            "--- a/a.cpp\n+++ b/a.cpp\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+ab\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(patch("", {{"/project/a.cpp", 0, 0, "b\n"}}), "--- a/a.cpp\n+++ b/a.cpp\n@@ -0,0 +1 @@\n+b\n");
}

TEST(Edits, ThatChangeNothingAreNoPatch) {
  EXPECT_EQ(patch("a\n", {{"/project/a.cpp", 0, 1, "a"}}), "");
  EXPECT_EQ(patch("a\n", {}), "");
}

TEST(Edits, OfTheSamePlaceAreAnErrorAndNothingIsWritten) {
  base::MemoryFiles files = file_with("abc\n");
  files.contents["/project/b.cpp"] = "b\n";
  const std::vector<Edit> edits{
      {"/project/b.cpp", 0, 1, "c"}, {"/project/a.cpp", 0, 2, "x"}, {"/project/a.cpp", 1, 2, "y"}};
  EXPECT_THROW(apply_edits(edits, files), base::UserError);
  EXPECT_THROW(patch_of(edits, "/project", files), base::UserError);
  EXPECT_EQ(files.contents["/project/b.cpp"], "b\n");
}

TEST(Edits, OutsideOfTheirFileAreAnError) {
  EXPECT_THROW(applied("abc\n", {{"/project/a.cpp", 3, 2, ""}}), base::UserError);
  EXPECT_THROW(applied("abc\n", {{"/project/none.cpp", 0, 0, "x"}}), base::UserError);
}

}  // namespace
}  // namespace forall::frontend
