#include "build/precompiled_header.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace forall::build {
namespace {

namespace fs = std::filesystem;

TEST(IncludeName, IsWhatSourcesWrite) {
  const fs::path own = "/opt/forall/include";
  EXPECT_EQ(include_name("/opt/forall/include/forall/forall.h", own), "forall/forall.h");
  EXPECT_EQ(include_name("/usr/include/gtest/internal/gtest-port.h", own), "gtest/internal/gtest-port.h");
  EXPECT_EQ(include_name("/usr/include/c++/12/vector", own), "vector");
  EXPECT_EQ(include_name("/usr/lib/gcc/aarch64-linux-gnu/12/../../../../include/c++/12/bits/move.h", own),
            "bits/move.h");
  EXPECT_EQ(include_name("/usr/include/aarch64-linux-gnu/c++/12/bits/os_defines.h", own), "bits/os_defines.h");
  EXPECT_EQ(include_name("/usr/include/x86_64-linux-gnu/sys/types.h", own), "sys/types.h");
  EXPECT_EQ(include_name("/usr/lib/llvm-19/lib/clang/19/include/stddef.h", own), "stddef.h");
}

// A compiler that reads one header besides forall.h and writes what compilers write.
class FakeCompiler : public base::Processes {
 public:
  explicit FakeCompiler(fs::path header) : header_(std::move(header)) {}
  base::ProcessResult run(const base::ProcessRequest& request) override {
    requests.push_back(request.command);
    base::ProcessResult result;
    result.started = true;
    result.exit_code = fails ? 1 : 0;
    if (fails) return result;
    const auto value = [&](const char* flag) {
      const auto at = std::find(request.command.begin(), request.command.end(), flag);
      return *(at + 1);
    };
    std::ofstream(value("-o")) << "precompiled";
    std::ofstream(value("-MF")) << "header: " << header_.string() << "\n";
    return result;
  }
  std::vector<std::vector<std::string>> requests;
  bool fails = false;

 private:
  fs::path header_;
};

class PrecompiledHeaderTest : public ::testing::Test {
 protected:
  PrecompiledHeaderTest() {
    char name[] = "/tmp/forall-header-XXXXXX";
    root_ = ::mkdtemp(name);
    fs::create_directories(root_ / "include" / "forall");
    fs::create_directories(root_ / "theirs");
    std::ofstream(root_ / "include" / "forall" / "forall.h") << "int x;\n";
    std::ofstream(root_ / "a_test.cpp") << "#include <forall/forall.h>\n";
    // Nothing is recorded of a file that may have changed while it was read.
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(root_ / "include" / "forall" / "forall.h", old);
  }
  ~PrecompiledHeaderTest() override { fs::remove_all(root_); }

  std::vector<std::string> flags(const std::vector<std::string>& more = {}) {
    PrecompiledHeader header(root_ / "cache", root_ / "include",
                             {base::system_files(), compiler_, base::system_clock()}, stop_);
    std::vector<std::string> compile{name_, "-std=c++20"};
    compile.insert(compile.end(), more.begin(), more.end());
    return header.flags_for(root_ / "a_test.cpp", compile);
  }

  fs::path root_;
  std::atomic<bool> stop_{false};
  FakeCompiler compiler_{fs::path()};
  std::string name_ = "c++";
};

TEST_F(PrecompiledHeaderTest, IsIncludedFirst) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  const std::vector<std::string> given = flags();
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0], "-include");
  EXPECT_TRUE(fs::exists(given[1]));
  EXPECT_TRUE(fs::exists(given[1] + ".gch"));
}

TEST_F(PrecompiledHeaderTest, DiffersByFlagsButNotByFolders) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  const std::vector<std::string> given = flags();
  EXPECT_EQ(flags({"-I" + (root_ / "theirs").string(), "-isystem", root_.string(), "-lz"}), given);
  const std::vector<std::string> other = flags({"-DX=1"});
  EXPECT_EQ(other.size(), 2u);
  EXPECT_NE(other, given);
}

TEST_F(PrecompiledHeaderTest, IsTheSameForAllWarningsThatAreNoErrors) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  const std::vector<std::string> given = flags();
  EXPECT_EQ(flags({"-w"}), given);
  EXPECT_EQ(flags({"-Wall", "-Wextra", "-Wno-error=shadow", "-Wno-deprecated-declarations"}), given);
  EXPECT_NE(flags({"-Werror=shadow"}), given);
  EXPECT_NE(flags({"-Wno-deprecated"}), given) << "it undefines __DEPRECATED";
  const std::vector<std::string> errors = flags({"-Wall", "-Werror"});
  EXPECT_NE(errors, given);
  EXPECT_NE(errors, flags({"-Wextra", "-Werror"}));
}

// Clang would refuse one whose headers have a new time, as after an installation in the same place.
TEST_F(PrecompiledHeaderTest, OfClangHasNoTimes) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  const fs::path clang = root_ / "clang-19", link = root_ / "other-name";
  std::ofstream(clang) << "a compiler";
  fs::create_symlink(clang, link);
  for (const fs::path& name : {clang, link}) {
    name_ = name.string();
    flags({"-DNAME=" + name.filename().string()});
    ASSERT_FALSE(compiler_.requests.empty());
    const std::vector<std::string>& made = compiler_.requests.back();
    EXPECT_NE(std::find(made.begin(), made.end(), "-fno-pch-timestamp"), made.end()) << name;
  }
}

TEST_F(PrecompiledHeaderTest, IsNotUsedWhereAnotherHeaderWouldBeFound) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  fs::create_directories(root_ / "theirs" / "forall");
  std::ofstream(root_ / "theirs" / "forall" / "forall.h") << "int y;\n";
  EXPECT_TRUE(flags({"-I", (root_ / "theirs").string()}).empty());
}

TEST_F(PrecompiledHeaderTest, IsNotUsedWithFlagsThatReadFiles) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  EXPECT_TRUE(flags({"-include", "mine.h"}).empty());
  EXPECT_TRUE(flags({"@options"}).empty());
  EXPECT_TRUE(flags({"-Wp,-include,mine.h"}).empty());
  EXPECT_TRUE(compiler_.requests.empty());
}

TEST_F(PrecompiledHeaderTest, IsNotUsedIfItCannotBeMade) {
  compiler_.fails = true;
  EXPECT_TRUE(flags().empty());
  EXPECT_EQ(compiler_.requests.size(), 1u);
}

TEST_F(PrecompiledHeaderTest, IsNotUsedBySourcesThatBeginOtherwise) {
  std::ofstream(root_ / "a_test.cpp") << "#define A\n#include <forall/forall.h>\n";
  EXPECT_TRUE(flags().empty());
}

TEST_F(PrecompiledHeaderTest, IsThatOfGoogleTestForSourcesThatBeginWithIt) {
  compiler_ = FakeCompiler(root_ / "gtest.h");
  std::ofstream(root_ / "a_test.cpp") << "#include <set>\n#include <gtest/gtest.h>\n";
  EXPECT_TRUE(flags().empty());
  PrecompiledHeader header(root_ / "cache", root_ / "include", {base::system_files(), compiler_, base::system_clock()},
                           stop_, kGoogleTestHeader);
  const std::vector<std::string> given = header.flags_for(root_ / "a_test.cpp", {name_, "-std=c++20"});
  ASSERT_EQ(given.size(), 2u);
  EXPECT_TRUE(fs::path(given[1]).filename().string().starts_with("gtest-"));
  EXPECT_TRUE(fs::exists(given[1] + ".gch"));
}

TEST_F(PrecompiledHeaderTest, FlagsBeyondTheFirstSixAreMadeForAtTheThirdUse) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(flags({"-DN=" + std::to_string(i)}).empty());
  EXPECT_EQ(compiler_.requests.size(), 6u);
  EXPECT_TRUE(flags({"-DN=6"}).empty());
  EXPECT_TRUE(flags({"-DN=7"}).empty());
  EXPECT_TRUE(flags({"-DN=6"}).empty());
  EXPECT_EQ(compiler_.requests.size(), 6u);
  EXPECT_FALSE(flags({"-DN=6"}).empty());
  EXPECT_FALSE(flags({"-DN=6"}).empty());
  EXPECT_EQ(compiler_.requests.size(), 7u);
}

TEST_F(PrecompiledHeaderTest, OnlySixteenAreKept) {
  compiler_ = FakeCompiler(root_ / "include" / "forall" / "forall.h");
  for (int i = 0; i < 20; ++i) {
    for (int use = 0; use < 2; ++use) flags({"-DN=" + std::to_string(i)});
    EXPECT_FALSE(flags({"-DN=" + std::to_string(i)}).empty());
  }
  const auto is_precompiled = [](const auto& entry) { return entry.path().extension() == ".gch"; };
  EXPECT_LE(std::count_if(fs::directory_iterator(root_ / "cache"), fs::directory_iterator(), is_precompiled), 17);
}

}  // namespace
}  // namespace forall::build
