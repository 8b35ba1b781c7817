// Generated files of GoogleTest as programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"
#include "build/toolchain.h"

namespace forall::cli {

// Compiles the source and links it with GoogleTest's main. `flags` are those of the user.
base::ProcessResult make_gtest_program(const build::Layout& layout, const std::string& compiler,
                                       const std::filesystem::path& source, const std::filesystem::path& program,
                                       const std::vector<std::string>& flags);

}  // namespace forall::cli
