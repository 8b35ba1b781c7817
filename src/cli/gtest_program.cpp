// Two thirds of what a compiler does with such a file is reading GoogleTest and the standard library, so these are
// precompiled.
#include "cli/gtest_program.h"

#include <atomic>

#include "base/world.h"
#include "build/precompiled_header.h"

namespace forall::cli {

base::ProcessResult make_gtest_program(const build::Layout& layout, const std::string& compiler,
                                       const std::filesystem::path& source, const std::filesystem::path& program,
                                       const std::vector<std::string>& flags) {
  static const std::atomic<bool> never = false;
  std::vector<std::string> compile = {compiler, "-std=c++20", "-pthread"};
  std::vector<std::string> command = compile;
  command.insert(command.end(), {source.string(), "-o", program.string()});  // before the user's libraries
  for (const std::string& flag : build::native_flags(layout, {{}, flags})) {
    compile.push_back(flag);
    command.push_back(flag);
  }
  build::PrecompiledHeader header(build::precompiled_headers(), layout.include, base::system_world(), never,
                                  build::kGoogleTestHeader);
  for (const std::string& flag : header.flags_for(source, compile)) command.push_back(flag);
  command.insert(command.end(), {"-lgtest", "-lgtest_main"});
  return base::system_processes().run({.command = command});
}

}  // namespace forall::cli
