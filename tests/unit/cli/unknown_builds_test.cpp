#include "cli/unknown_builds.h"

#include <gtest/gtest.h>

namespace forall::cli {
namespace {

TEST(UnknownBuilds, AreSaidOnceForEachSource) {
  UnknownBuilds unknown;
  EXPECT_EQ(unknown.text(), "");
  unknown.add("tests/b_test.cpp", "B.Only", "b.h: No such file");
  unknown.add("tests/a_test.cpp", "A.First", ".forall/build/../../tests/a_test.cpp:7:10: fatal error: no a.h");
  unknown.add("tests/a_test.cpp", "A.Second", "not said again");
  EXPECT_EQ(unknown.text(),
            "tests/a_test.cpp: error: how its tests are built is not known (A.First and 1 more), and alone it does not "
            "build:\n"
            "  tests/a_test.cpp:7:10: fatal error: no a.h\n"
            "tests/b_test.cpp: error: how its tests are built is not known (B.Only), and alone it does not build:\n"
            "  b.h: No such file\n"
            "Name all their sources and flags: forall replay tests/a_test.cpp tests/b_test.cpp SOURCE... -- FLAG...\n"
            "or explore them here once; in a CMake project, ctest replays them.\n");
}

}  // namespace
}  // namespace forall::cli
