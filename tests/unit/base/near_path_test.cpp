#include "base/near_path.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace forall::base {
namespace {

TEST(NearPath, IsRelativeToTheCurrentFolderWhereThatIsShorter) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(near_path((here / "src/a.h").string()), "src/a.h");
  EXPECT_EQ(near_path((here / "build/../src/a.h").string()), "src/a.h");
  EXPECT_EQ(near_path("/x.h"), "/x.h");
  EXPECT_EQ(near_path("./a.cpp"), "./a.cpp");
  EXPECT_EQ(near_path(".forall/build/../../a.cpp"), "a.cpp");
}

TEST(NearPath, IsRelativeToTheFolderThatABuildSystemNames) {
  const std::filesystem::path here = std::filesystem::current_path();
  show_paths_from(here.parent_path());
  const std::string file = near_path((here / "a.h").string()), relative = near_path("a.h");
  show_paths_from("");
  const std::string expected = (here.filename() / "a.h").string();
  EXPECT_EQ(file, expected);
  EXPECT_EQ(relative, expected);
}

}  // namespace
}  // namespace forall::base
