#include "base/file_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace forall::base {
namespace {

namespace fs = std::filesystem;

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
  std::atomic<bool> stop{false};
};

TEST_F(FileWatchTest, SaysWhichFileWasWritten) {
  FileWatch watch({folder / "a.cpp", folder / "b.h"});
  write("b.h");
  EXPECT_EQ(watch.wait(stop), std::vector<fs::path>{folder / "b.h"});
}

TEST_F(FileWatchTest, SeesAFileThatIsReplacedAgainAndAgain) {
  FileWatch watch({folder / "a.cpp"});
  for (int i = 0; i < 2; ++i) {
    write("a.cpp.new");
    fs::rename(folder / "a.cpp.new", folder / "a.cpp");
    EXPECT_EQ(watch.wait(stop), std::vector<fs::path>{folder / "a.cpp"});
  }
}

TEST_F(FileWatchTest, SeesAFileThatComesBack) {
  FileWatch watch({folder / "a.cpp"});
  fs::remove(folder / "a.cpp");
  EXPECT_EQ(watch.wait(stop).size(), 1U);
  write("a.cpp");
  EXPECT_EQ(watch.wait(stop).size(), 1U);
}

TEST_F(FileWatchTest, TakesChangesTogether) {
  FileWatch watch({folder / "a.cpp", folder / "b.h"});
  write("a.cpp");
  write("b.h");
  EXPECT_EQ(watch.wait(stop), (std::vector<fs::path>{folder / "a.cpp", folder / "b.h"}));
}

TEST_F(FileWatchTest, LeavesOtherFilesOfTheFolderAlone) {
  FileWatch watch({folder / "a.cpp"});
  write("b.h");
  write("a.cpp");
  EXPECT_EQ(watch.wait(stop), std::vector<fs::path>{folder / "a.cpp"});
}

TEST_F(FileWatchTest, EndsWhenItIsStopped) {
  FileWatch watch({folder / "a.cpp", folder / "no-such-folder" / "c.h"});
  std::thread stopper([&] { stop = true; });
  EXPECT_TRUE(watch.wait(stop).empty());
  stopper.join();
}

}  // namespace
}  // namespace forall::base
