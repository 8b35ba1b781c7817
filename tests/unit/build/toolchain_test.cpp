#include "build/toolchain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;

class ToolchainTest : public testing::Test {
 protected:
  void SetUp() override {
    prefix_ = fs::temp_directory_path() / ("forall-toolchain-" + std::to_string(::getpid()));
    fs::remove_all(prefix_);
  }
  void TearDown() override { fs::remove_all(prefix_); }

  void put(const fs::path& part) {
    fs::create_directories((prefix_ / part).parent_path());
    std::ofstream(prefix_ / part) << "x";
  }
  void put_everything_in(const fs::path& lib) {
    put("include/forall/forall.h");
    for (const char* name : {"libforall_pass.so", "libforall_source.so", "libforall_rt.a", "libforall_main.a",
                             "libforall_models.a", "libforall_confirm.a", "forall_ignorelist.txt"}) {
      put(lib / name);
    }
  }
  std::string complaint(Need need) const {
    try {
      layout_below(prefix_, need);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path prefix_;
};

TEST_F(ToolchainTest, FindsThePartsOfABuildTreeAndOfAnInstallation) {
  put_everything_in("lib/forall");
  EXPECT_EQ(layout_below(prefix_, Need::Everything).models, prefix_ / "lib/forall/libforall_models.a");
  put_everything_in("lib");
  EXPECT_EQ(layout_below(prefix_, Need::Everything).models, prefix_ / "lib/libforall_models.a");
}

TEST_F(ToolchainTest, NamesEachPartThatIsMissing) {
  for (const char* part :
       {"lib/libforall_pass.so", "lib/libforall_source.so", "lib/libforall_rt.a", "lib/libforall_main.a",
        "lib/libforall_models.a", "lib/forall_ignorelist.txt", "include/forall/forall.h"}) {
    put_everything_in("lib");
    fs::remove(prefix_ / part);
    EXPECT_NE(complaint(Need::Everything).find((prefix_ / part).string()), std::string::npos) << part;
  }
}

TEST_F(ToolchainTest, ModelsAreCompiledBeforeTheyAreThere) {
  put_everything_in("lib");
  for (const char* part : {"lib/libforall_models.a", "lib/libforall_main.a", "lib/libforall_rt.a"}) {
    fs::remove(prefix_ / part);
  }
  EXPECT_EQ(complaint(Need::Compiling), "");
  fs::remove(prefix_ / "lib/libforall_pass.so");
  EXPECT_NE(complaint(Need::Compiling).find("libforall_pass.so"), std::string::npos);
}

}  // namespace
}  // namespace forall::build
