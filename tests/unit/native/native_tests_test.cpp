#include "native/native_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::native {
namespace {

testcase::Put put_named(const std::string& suite, const std::string& name) {
  testcase::Put put;
  put.suite = suite;
  put.name = name;
  put.file = "tests/triangle_test.cpp";
  return put;
}

TEST(Native, TheTestFileIsNamedAfterThePut) {
  EXPECT_EQ(test_file("out", put_named("TriangleTest", "Classify"), emit::Format::Gtest),
            "out/TriangleTest_Classify_test.cpp");
}

TEST(Native, ANameThatIsNoIdentifierStaysInItsFolder) {
  EXPECT_EQ(test_file("out", put_named("../../etc", "a b"), emit::Format::Gtest), "out/______etc_a_b_test.cpp");
}

TEST(Native, TheSourceIsIncludedRelativeToTheTestFile) {
  base::MemoryFiles files;
  const NativeSetting setting{"out/deep", "build", "c++", {}, {}};
  const auto path = write_tests(setting, put_named("TriangleTest", "Classify"), {}, files);
  EXPECT_THAT(files.contents.at(path), testing::HasSubstr("#include \"../../tests/triangle_test.cpp\""));
}

TEST(Native, NoFileHasTheTestsOfTwoPuts) {
  base::MemoryFiles files;
  const testcase::Put first = put_named("A_B", "C"), second = put_named("A", "B_C"), other = put_named("A", "B");
  EXPECT_NO_THROW(check_tests("out", {&first, &other}, emit::Format::Gtest, files));
  EXPECT_THROW(check_tests("out", {&first, &other, &second}, emit::Format::Gtest, files), base::UserError);
  write_tests({"out", "build", "c++", {}, {}}, first, {}, files);
  EXPECT_NO_THROW(check_tests("out", {&first}, emit::Format::Gtest, files));
  EXPECT_THROW(check_tests("out", {&second}, emit::Format::Gtest, files), base::UserError);
}

}  // namespace
}  // namespace forall::native
