// What the build of a project knows: the sources of a test target and the flags they are compiled with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"

namespace forall::build {

// The words of a command, by the rules of a shell for quotes and backslashes.
std::vector<std::string> split_command(const std::string& command);

// Reads <folder>/compile_commands.json. A name is that of a target of CMake (its own sources, and those of the
// project's libraries that it links, where the build is one of Ninja or Make) or a source file in the list. The flags
// are those of all chosen sources together, without what only concerns output, warnings and optimisation; libraries
// from outside the project come as -L and -l. Throws base::UserError.
Sources sources_of(const std::filesystem::path& folder, const std::vector<std::string>& names,
                   const base::World& world);

}  // namespace forall::build
