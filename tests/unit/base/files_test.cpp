#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.h"

namespace forall::base {
namespace {

namespace fs = std::filesystem;

class SystemFilesTest : public testing::Test {
 protected:
  SystemFilesTest() {
    std::string pattern = (fs::temp_directory_path() / "forall-files-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~SystemFilesTest() override { fs::remove_all(folder); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  fs::path folder;
};

TEST_F(SystemFilesTest, ReadsWhatWasWritten) {
  const std::string text("a\0b\n", 4);
  system_files().write(folder / "x", text);
  EXPECT_EQ(system_files().read(folder / "x"), text);
  system_files().write(folder / "x", "shorter");
  EXPECT_EQ(system_files().read(folder / "x"), "shorter");
}

TEST_F(SystemFilesTest, MissingFilesAndFoldersReadAsNothing) {
  EXPECT_EQ(system_files().read(folder / "none"), std::nullopt);
  EXPECT_EQ(system_files().read(folder), std::nullopt);
}

TEST_F(SystemFilesTest, WritingLeavesNoTemporaryFile) {
  system_files().write(folder / "x", "1");
  system_files().write(folder / "x", "2");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(SystemFilesTest, AFailedWriteNamesThePathAndLeavesNothing) {
  system_files().create_directories(folder / "taken" / "inner");
  try {
    system_files().write(folder / "taken", "text");  // a rename over a folder fails
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr((folder / "taken").string()));
  }
  EXPECT_EQ(entries(), 1u);
  EXPECT_TRUE(system_files().exists(folder / "taken" / "inner"));
}

TEST_F(SystemFilesTest, WritingIntoAMissingFolderIsAnError) {
  EXPECT_THROW(system_files().write(folder / "none" / "x", "text"), UserError);
}

TEST_F(SystemFilesTest, AnExistingFileKeepsItsPermissions) {
  system_files().write(folder / "x", "1");
  fs::permissions(folder / "x", fs::perms::owner_all);
  system_files().write(folder / "x", "2");
  EXPECT_EQ(fs::status(folder / "x").permissions(), fs::perms::owner_all);
}

TEST_F(SystemFilesTest, AFileInTheWayOfAFolderIsAnError) {
  system_files().write(folder / "x", "1");
  EXPECT_THROW(system_files().create_directories(folder / "x"), UserError);
  EXPECT_THROW(system_files().create_directories(folder / "x" / "y"), UserError);
}

TEST_F(SystemFilesTest, RemovesFilesAndForgivesMissingOnes) {
  system_files().write(folder / "x", "1");
  system_files().remove(folder / "x");
  system_files().remove(folder / "x");
  EXPECT_FALSE(system_files().exists(folder / "x"));
}

TEST(MemoryFilesTest, BehavesLikeTheDisk) {
  MemoryFiles files;
  EXPECT_EQ(files.read("a/b"), std::nullopt);
  files.create_directories("a");
  files.write("a/b", "text");
  EXPECT_TRUE(files.exists("a"));
  EXPECT_EQ(files.read("a/b"), "text");
  EXPECT_THROW(files.create_directories("a/b"), UserError);
  files.remove("a/b");
  EXPECT_FALSE(files.exists("a/b"));
}

}  // namespace
}  // namespace forall::base
