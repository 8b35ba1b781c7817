// Command lines that a build system wrote for another compiler, most often g++.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"

namespace forall::build {

// Without what an instrumented program must not have, and what says nothing about its meaning: sanitizers, coverage,
// link-time optimisation, stripping, warnings that are errors.
std::vector<std::string> without_other_tools(const std::vector<std::string>& arguments);

// What the target's compiler is to be called with instead: also without what it does not know.
std::vector<std::string> instrumented_arguments(const std::vector<std::string>& arguments, const std::string& compiler,
                                                base::Processes& processes);

// The part of a compile that says how a source is read and translated: neither files nor what to do with them.
std::vector<std::string> source_flags(const std::vector<std::string>& arguments);

// The libraries of a link, with absolute paths, except archives below `own`.
std::vector<std::string> linked_libraries(const std::vector<std::string>& arguments, const std::filesystem::path& own);

}  // namespace forall::build
