#include "build/compile_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/error.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

// A project of CMake as its generators leave it, with a library below the test.
class CompileCommandsTest : public testing::Test {
 protected:
  CompileCommandsTest() {
    std::string name = (fs::temp_directory_path() / "forall-build-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    add("CMakeFiles/test_list.dir/test.cpp.o", "test.cpp", "-I../include -DTEXT=\\\"a\\ b\\\" -Wall -O2 -std=gnu++17");
    add("lib/CMakeFiles/list.dir/list.cpp.o", "list.cpp", "-DLIST -isystem other -fno-rtti -std=c++20");
    add("CMakeFiles/other.dir/other.cpp.o", "other.cpp", "-DOTHER");
    add("CMakeFiles/gtest.dir/gtest-all.cc.o", "gtest-all.cc", "");
  }
  ~CompileCommandsTest() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& contents) const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << contents;
  }
  void add(const std::string& object, const std::string& source, const std::string& flags) {
    std::string command;
    for (const char c : "g++ " + flags + " -MD -MF x.d -o " + object + " -c /project/" + source) {
      if (c == '"' || c == '\\') command += '\\';
      command += c;
    }
    text += text.empty() ? "[" : ",";
    text += R"({"directory": ")" + folder.string() + R"(", "file": "/project/)" + source + R"(", "command": ")" +
            command + "\"}";
  }
  Sources read(const std::vector<std::string>& names) {
    write("compile_commands.json", text + "]");
    return sources_of(folder, names, base::system_world());
  }
  std::string complaint(const std::vector<std::string>& names) {
    try {
      read(names);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder;
  std::string text;
};

TEST_F(CompileCommandsTest, TakesWhatSaysWhatASourceMeans) {
  const Sources sources = read({"test_list"});
  EXPECT_THAT(sources.files, ElementsAre("/project/test.cpp"));
  const std::string include = (folder.parent_path() / "include").string();
  EXPECT_THAT(sources.flags, ElementsAre("-I" + include, "-DTEXT=\"a b\"", "-std=gnu++17"));
}

TEST_F(CompileCommandsTest, FindsTheSourceByItsName) {
  EXPECT_THAT(read({"/project/list.cpp"}).files, ElementsAre("/project/list.cpp"));
}

TEST_F(CompileCommandsTest, FollowsTheLibrariesOfAMakefile) {
  write("CMakeFiles/test_list.dir/link.txt",
        "/usr/bin/c++ CMakeFiles/test_list.dir/test.cpp.o -o test_list lib/liblist.a /opt/x/libz.so "
        "/usr/lib/libgtest.a\n");
  write("lib/CMakeFiles/list.dir/link.txt",
        "/usr/bin/ar qc liblist.a CMakeFiles/list.dir/list.cpp.o\nranlib liblist.a\n");
  const Sources sources = read({"test_list"});
  EXPECT_THAT(sources.files, ElementsAre("/project/test.cpp", "/project/list.cpp"));
  EXPECT_THAT(sources.flags, IsSupersetOf({"-DLIST", "-fno-rtti", "-L/opt/x", "-l:libz.so"}));
  EXPECT_THAT(sources.flags, Not(Contains("-l:libgtest.a")));
}

TEST_F(CompileCommandsTest, FollowsTheLibrariesOfNinja) {
  write("build.ninja",
        "rule make\n  command = true\n"
        "build CMakeFiles/test_list.dir/test.cpp.o: make\nbuild lib/CMakeFiles/list.dir/list.cpp.o: make\n"
        "build lib/liblist.a: make lib/CMakeFiles/list.dir/list.cpp.o\n"
        "build test_list: make CMakeFiles/test_list.dir/test.cpp.o | lib/liblist.a\n");
  EXPECT_THAT(read({"test_list"}).files, ElementsAre("/project/test.cpp", "/project/list.cpp"));
}

TEST_F(CompileCommandsTest, LeavesOutWhatOnlyReplays) {
  add("CMakeFiles/replays.dir/replays.cpp.o", "replays.cpp", "-DFORALL_REPLAY -DFORALL_DATABASE=x.db -DOWN");
  write("CMakeFiles/replays.dir/link.txt",
        "c++ CMakeFiles/replays.dir/replays.cpp.o -o replays /opt/libforall_replay.so\n");
  EXPECT_THAT(read({"replays"}).flags, ElementsAre("-DOWN"));
}

TEST_F(CompileCommandsTest, RefusesDefinitionsThatContradict) {
  add("CMakeFiles/test_list.dir/more.cpp.o", "more.cpp", "-DTEXT=1");
  EXPECT_THAT(complaint({"test_list"}), HasSubstr("/project/more.cpp: error: it is compiled with -DTEXT=1"));
}

TEST_F(CompileCommandsTest, NamesTheTargetsThatThereAre) {
  EXPECT_THAT(complaint({"test_lists"}), HasSubstr("called test_lists; its targets: gtest, list, other, test_list"));
}

TEST_F(CompileCommandsTest, SaysWhatIsMissing) {
  EXPECT_THROW(sources_of(folder / "none", {"test_list"}, base::system_world()), base::UserError);
  text = "[{\"directory\": 1}";
  EXPECT_THAT(complaint({"test_list"}), HasSubstr("it is not a list of compile commands"));
}

TEST(SplitCommandTest, FollowsTheShell) {
  EXPECT_THAT(split_command(R"(a  'b "c' "d \" \e" f\ g "")"), ElementsAre("a", "b \"c", "d \" \\e", "f g", ""));
}

}  // namespace
}  // namespace forall::build
