#include "build/foreign_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace forall::build {
namespace {

using testing::ElementsAre;
using Arguments = std::vector<std::string>;

// A compiler that rejects some of its arguments, in clang's words, one a call.
class Choosy : public base::Processes {
 public:
  explicit Choosy(std::map<std::string, std::string> complaints) : complaints_(std::move(complaints)) {}
  base::ProcessResult run(const base::ProcessRequest& request) override {
    base::ProcessResult result;
    result.started = true;
    result.exit_code = 0;
    for (const auto& [argument, complaint] : complaints_) {
      if (std::find(request.command.begin(), request.command.end(), argument) == request.command.end()) continue;
      result.exit_code = 1;
      result.output = "clang++-19: error: " + complaint + "\n";
      break;
    }
    return result;
  }

 private:
  std::map<std::string, std::string> complaints_;  // by argument
};

Arguments instrumented(const Arguments& arguments, std::map<std::string, std::string> complaints) {
  Choosy compiler(std::move(complaints));
  Arguments result = instrumented_arguments(arguments, "clang++-19", compiler);
  result.resize(result.size() - 2);  // -w -U_FORTIFY_SOURCE
  return result;
}

TEST(ForeignFlags, LeavesOutWhatTheCompilerDoesNotKnow) {
  EXPECT_THAT(instrumented({"-fconcepts", "-fanalyzer", "-march=odd", "-mabi=odd", "-O2", "-c", "x.cpp"},
                           {{"-fconcepts", "unknown argument: '-fconcepts'"},
                            {"-fanalyzer", "unknown argument '-fanalyzer'; did you mean '-Xanalyzer'?"},
                            {"-march=odd", "unsupported argument 'odd' to option '-march='"},
                            {"-mabi=odd", "unsupported option '-mabi=odd' for target 'aarch64'"}}),
              ElementsAre("-O2", "-c", "x.cpp"));
}

TEST(ForeignFlags, KeepsWhatOtherErrorsAreAbout) {
  EXPECT_THAT(instrumented({"-c", "x.cpp"}, {{"x.cpp", "no such file or directory: 'x.cpp'"}}),
              ElementsAre("-c", "x.cpp"));
}

TEST(ForeignFlags, LeavesOutWhatDisturbsAnExploration) {
  EXPECT_THAT(instrumented({"-fsanitize=address", "--coverage", "-flto=auto", "-Werror=shadow", "-Wl,--gc-sections",
                            "-DNDEBUG", "-std=gnu++20", "-fno-rtti"},
                           {}),
              ElementsAre("-DNDEBUG", "-std=gnu++20", "-fno-rtti"));
}

TEST(ForeignFlags, FlagsOfASourceNameNoFiles) {
  EXPECT_THAT(source_flags({"-DA=\"b c\"", "-I/an include", "-isystem", "/usr/x", "-std=gnu++17", "-MD", "-MT", "x.o",
                            "-MF", "x.o.d", "-o", "x.o", "-c", "/src/x.cpp"}),
              ElementsAre("-DA=\"b c\"", "-I/an include", "-isystem", "/usr/x", "-std=gnu++17"));
}

TEST(ForeignFlags, LibrariesOfALinkAreThoseFromOutside) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_THAT(
      linked_libraries({"-O2", "x.o", "-o", "libx.so", "twins/lib/libown.a", "other/libother.a", "-lm",
                        "-Wl,-rpath,/opt", "/opt/libz.so.1", "-pthread"},
                       "twins"),
      ElementsAre((here / "other/libother.a").string(), "-lm", "-Wl,-rpath,/opt", "/opt/libz.so.1", "-pthread"));
}

}  // namespace
}  // namespace forall::build
