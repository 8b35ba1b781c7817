// The layout of a project.
#pragma once

#include <filesystem>
#include <string>

namespace forall::frontend {

// Declarations that go into the file, as the .clang-format that holds for it wants them; as they are if there is none, or
// one that Clang cannot read.
std::string formatted(const std::string& text, const std::filesystem::path& file);

}  // namespace forall::frontend
