#include "base/file_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace forall::base {
namespace {

namespace fs = std::filesystem;

bool never() { return false; }

class FileWatchTest : public testing::Test {
 protected:
  FileWatchTest() {
    std::string name = (fs::temp_directory_path() / "forall-watch-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    write("a.cpp");
    write("b.h");
  }
  ~FileWatchTest() override { fs::remove_all(folder); }

  void write(const char* name) const { std::ofstream(folder / name) << "text\n"; }

  fs::path folder;
};

TEST_F(FileWatchTest, SaysWhichFileWasWritten) {
  FileWatch watch({folder / "a.cpp", folder / "b.h"});
  write("b.h");
  EXPECT_EQ(watch.wait(never), std::vector<fs::path>{folder / "b.h"});
}

TEST_F(FileWatchTest, SeesAFileThatIsReplacedAgainAndAgain) {
  FileWatch watch({folder / "a.cpp"});
  for (int i = 0; i < 2; ++i) {
    write("a.cpp.new");
    fs::rename(folder / "a.cpp.new", folder / "a.cpp");
    EXPECT_EQ(watch.wait(never), std::vector<fs::path>{folder / "a.cpp"});
  }
}

TEST_F(FileWatchTest, SeesAFileThatComesBack) {
  FileWatch watch({folder / "a.cpp"});
  fs::remove(folder / "a.cpp");
  EXPECT_EQ(watch.wait(never).size(), 1U);
  write("a.cpp");
  EXPECT_EQ(watch.wait(never).size(), 1U);
}

TEST_F(FileWatchTest, TakesChangesTogether) {
  FileWatch watch({folder / "a.cpp", folder / "b.h"});
  write("a.cpp");
  write("b.h");
  EXPECT_EQ(watch.wait(never), (std::vector<fs::path>{folder / "a.cpp", folder / "b.h"}));
}

TEST_F(FileWatchTest, LeavesOtherFilesOfTheFolderAlone) {
  FileWatch watch({folder / "a.cpp"});
  write("b.h");
  write("a.cpp");
  EXPECT_EQ(watch.wait(never), std::vector<fs::path>{folder / "a.cpp"});
}

TEST_F(FileWatchTest, EndsWhenItIsOver) {
  FileWatch watch({folder / "a.cpp", folder / "no-such-folder" / "c.h"});
  EXPECT_TRUE(watch.wait([] { return true; }).empty());
}

TEST_F(FileWatchTest, WatchesFilesThatAreAddedWhileItWaits) {
  FileWatch watch({folder / "a.cpp"});
  std::vector<fs::path> changed;
  std::thread waiting([&] { changed = watch.wait(never); });
  watch.add({folder / "b.h"});
  write("b.h");
  waiting.join();
  EXPECT_EQ(changed, std::vector<fs::path>{folder / "b.h"});
}

}  // namespace
}  // namespace forall::base
