#include "build/build_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/digest.h"
#include "base/error.h"
#include "base/files.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Dependencies, AreTheFilesOfTheFirstRule) {
  EXPECT_THAT(parse_dependencies("a.o: a.cpp \\\n  b.h c.h\n\nb.h:\n\nc.h:\n"), ElementsAre("a.cpp", "b.h", "c.h"));
  EXPECT_THAT(parse_dependencies("target: \\\n\ta.o \\\n\tb.o\n\na.o:\n"), ElementsAre("a.o", "b.o"));
  EXPECT_THAT(parse_dependencies(""), IsEmpty());
}

TEST(Dependencies, NamesMayHaveSpacesDollarsAndColons) {
  EXPECT_THAT(parse_dependencies("a\\ b.o: my\\ list.h a$$b.h a\\#b.h c:d.h\n"),
              ElementsAre("my list.h", "a$b.h", "a#b.h", "c:d.h"));
}

TEST(BuildRecord, IsReadAsItWasWritten) {
  const BuildRecord record{"command", "output", {{"/a b/c.h", "12"}, {"/usr/include/d.h", "3@4"}}};
  EXPECT_EQ(build_record_from_text(to_text(record)), record);
}

TEST(BuildRecord, ThatIsDamagedIsNone) {
  const std::string text = to_text({"command", "output", {{"/a.h", "12"}}});
  EXPECT_FALSE(build_record_from_text(""));
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(build_record_from_text(text.substr(0, i)));
    std::string other = text;
    other[i] ^= 1;
    EXPECT_FALSE(build_record_from_text(other)) << i;
  }
}

class BuildCacheTest : public ::testing::Test {
 protected:
  BuildCacheTest() : folder_(fs::temp_directory_path() / ("forall-cache-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    write("source", "one");
  }
  ~BuildCacheTest() override { fs::remove_all(folder_); }

  // Written some time ago: what is changed while a tool reads it is not recorded.
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - std::chrono::seconds(++age_ + 10));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file systems' clocks are coarse
  }
  std::string read(const fs::path& file) { return base::system_files().read(file).value_or("none"); }

  // "Compiles" source into output; says whether it had to.
  bool provide(const std::string& command = "command") {
    BuildCache cache(folder_ / "build", stop_, base::system_files());
    bool made = false;
    cache.provide(
        output(), command,
        [&](const fs::path& file, const fs::path& makefile) {
          made = true;
          std::ofstream(file) << "compiled " << read(folder_ / "source");
          std::ofstream(makefile) << "x: " << (folder_ / "source").string() << "\n";
        },
        others_);
    EXPECT_EQ(read(output()), "compiled " + read(folder_ / "source"));
    return made;
  }
  fs::path output() const { return folder_ / "build" / "output"; }

  fs::path folder_;
  std::vector<fs::path> others_;
  std::atomic<bool> stop_{false};
  int age_ = 0;
};

TEST_F(BuildCacheTest, MakesAFileOnce) {
  EXPECT_TRUE(provide());
  EXPECT_FALSE(provide());
}

TEST_F(BuildCacheTest, MakesItAgainWhenAnInputOrTheCommandChanged) {
  provide();
  write("source", "two");
  EXPECT_TRUE(provide());
  EXPECT_FALSE(provide());
  EXPECT_TRUE(provide("another command"));
}

TEST_F(BuildCacheTest, AnInputThatWasOnlyTouchedIsTheSame) {
  provide();
  write("source", "one");
  EXPECT_FALSE(provide());
}

TEST_F(BuildCacheTest, MakesItAgainWhenTheOutputOrItsRecordIsDamaged) {
  provide();
  std::ofstream(output()) << "half";
  EXPECT_TRUE(provide());
  std::ofstream(output().string() + ".made") << "half";
  EXPECT_TRUE(provide());
  fs::remove(output());
  EXPECT_TRUE(provide());
  EXPECT_FALSE(provide());
}

TEST_F(BuildCacheTest, WhatChangedWhileItWasReadIsMadeAgain) {
  {
    BuildCache cache(folder_ / "build", stop_, base::system_files());
    cache.provide(output(), "command", [&](const fs::path& file, const fs::path& makefile) {
      std::ofstream(file) << "compiled one";
      std::ofstream(folder_ / "source") << "two";
      std::ofstream(makefile) << "x: " << (folder_ / "source").string() << "\n";
    });
  }
  EXPECT_TRUE(provide());
}

TEST_F(BuildCacheTest, WhatChangedWhileItWasReadIsMadeAgainThoughItsTimeWasSetBack) {
  {
    BuildCache cache(folder_ / "build", stop_, base::system_files());
    cache.provide(output(), "command", [&](const fs::path& file, const fs::path& makefile) {
      std::ofstream(file) << "compiled one";
      write("source", "two");
      std::ofstream(makefile) << "x: " << (folder_ / "source").string() << "\n";
    });
  }
  EXPECT_TRUE(provide());
}

TEST_F(BuildCacheTest, FilesThatTheToolDoesNotNameCount) {
  others_ = {folder_ / "flags"};
  write("flags", "-DLIMIT=10");
  provide();
  EXPECT_FALSE(provide());
  write("flags", "-DLIMIT=100");
  EXPECT_TRUE(provide());
  fs::remove(folder_ / "flags");
  EXPECT_TRUE(provide());
  EXPECT_TRUE(provide()) << "one that is not there is not known";
}

TEST_F(BuildCacheTest, SourcesThatAskForFilesAreAlwaysMadeAgain) {
  for (const char* text : {"#if __has_include(\"config.h\")", "asm(\".incbin \\\"table\\\"\");"}) {
    write("source", text);
    provide();
    EXPECT_TRUE(provide()) << text;
  }
}

TEST_F(BuildCacheTest, FilesOfFlagsAreThoseThatFlagsAndSuchFilesName) {
  write("inner", "-O2");
  write("flags", "-DX\n@" + (folder_ / "inner").string());
  EXPECT_THAT(files_of_flags(
                  {"-c", "@" + (folder_ / "flags").string(), "--config=/a.cfg", "--config", "/b.cfg", "-Wl,@/c", "x@y"},
                  base::system_files()),
              ElementsAre(folder_ / "flags", "/a.cfg", "/b.cfg", "/c", folder_ / "inner"));
}

TEST(SystemPaths, AreThoseOfPackages) {
  for (const char* path : {"/usr/include/stdio.h", "/usr/lib/gcc/x/../../../include/c++/12/vector", "/usr/lib/libc.a"})
    EXPECT_TRUE(is_system_path(path)) << path;
  for (const char* path :
       {"/usr/local/include/a.h", "/usr/src/a.h", "/usr/include/../src/a.h", "/lib64/a.so", "/opt/a"})
    EXPECT_FALSE(is_system_path(path)) << path;
}

TEST_F(BuildCacheTest, AFailureLeavesNothingBehind) {
  {
    BuildCache cache(folder_ / "build", stop_, base::system_files());
    EXPECT_THROW(cache.provide(output(), "command",
                               [&](const fs::path& file, const fs::path&) {
                                 std::ofstream(file) << "half";
                                 throw base::UserError("does not compile");
                               }),
                 base::UserError);
  }
  EXPECT_FALSE(fs::exists(output()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "build"), {}), 1) << "the lock alone";
}

TEST_F(BuildCacheTest, AHeldFileStaysWhatItIsAndGoesWithItsProcess) {
  provide();
  fs::path held;
  {
    BuildCache cache(folder_ / "build", stop_, base::system_files());
    held = cache.hold(output());
  }
  write("source", "two");
  provide();
  EXPECT_EQ(read(held), "compiled one");
  BuildCache::release(held);
  EXPECT_FALSE(fs::exists(held));
  const fs::path of_the_dead = folder_ / "build" / ".held-999999999-0";
  std::ofstream(of_the_dead) << "old";
  provide();
  EXPECT_FALSE(fs::exists(of_the_dead));
}

TEST_F(BuildCacheTest, WaitingForAnotherBuildEndsWithTheInterrupt) {
  BuildCache first(folder_ / "build", stop_, base::system_files());
  const std::atomic<bool> stopped{true};
  EXPECT_THROW(BuildCache(folder_ / "build", stopped, base::system_files()), base::UserError);
}

}  // namespace
}  // namespace forall::build
