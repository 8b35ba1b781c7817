// The user's own test program, built with the replay library: its tests are the stored cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"
#include "native/native_tests.h"

namespace forall::native {

struct ReplayBuild {
  std::string name;                 // of the program
  std::string how;                  // "with sanitizers"
  std::vector<std::string> checks;  // flags, for compiling and for linking
};

// An absolute path. Throws base::UserError if the sources do not compile so.
std::filesystem::path replay_program(const NativeSetting& setting, const build::Layout& layout,
                                     const ReplayBuild& build, const base::World& world);

}  // namespace forall::native
