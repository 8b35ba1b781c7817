// Files as a reader of a message would name them.
#pragma once

#include <filesystem>
#include <string>

namespace forall::base {

// Without detours, relative to the current folder where that is shorter.
std::string near_path(const std::string& file);

// Relative to this folder instead, from now on: a build system runs programs somewhere in its build folder.
void show_paths_from(const std::filesystem::path& folder);

}  // namespace forall::base
