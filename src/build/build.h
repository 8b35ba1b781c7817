// Builds targets, and only what has changed since the last time.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"

namespace forall::build {

// A target that was built and stays as it is, whatever is built meanwhile in the same folder.
class BuiltTarget {
 public:
  BuiltTarget(std::filesystem::path program, std::vector<std::filesystem::path> dependencies, std::string libraries)
      : program_(std::move(program)), dependencies_(std::move(dependencies)), libraries_(std::move(libraries)) {}
  BuiltTarget(const BuiltTarget&) = delete;
  BuiltTarget& operator=(const BuiltTarget&) = delete;
  ~BuiltTarget();

  const std::filesystem::path& program() const { return program_; }
  // The user's sources and headers, absolute; without those of the system and of forall.
  const std::vector<std::filesystem::path>& dependencies() const { return dependencies_; }
  // A digest of everything linked in that was not compiled here: libraries, forall's runtime.
  const std::string& libraries() const { return libraries_; }

 private:
  std::filesystem::path program_;
  std::vector<std::filesystem::path> dependencies_;
  std::string libraries_;
};

struct BuildSetting {
  const Layout& layout;
  std::filesystem::path folder;  // of compiled files
  unsigned jobs = 1;             // compilers at the same time
  base::World world;
  const std::atomic<bool>& stop;
  std::optional<std::filesystem::path> precompiled;  // folder of precompiled headers
  std::function<void()> begins = {};                 // called once if a source has to be compiled, by any thread
};

// Compiles every file with the pass and links the target. Compiler warnings go to standard error. Throws
// base::UserError with the compiler's own messages.
std::unique_ptr<BuiltTarget> build_target(const BuildSetting& setting, const Sources& sources);

// What forall itself is: program, plugin and runtime.
std::string identity_of_forall(const Layout& layout, base::Files& files);
// What a target built elsewhere is linked to at run time: the libraries it loads.
std::string identity_of_libraries(const std::filesystem::path& program, const base::World& world);
// By their contents alone: the same on another machine with the same libraries.
std::string contents_of_libraries(const std::filesystem::path& program, const base::World& world);

}  // namespace forall::build
