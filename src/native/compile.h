// Test programs, made by an ordinary compiler.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/world.h"

namespace forall::native {

struct ProgramSource {
  std::string compiler;
  std::vector<std::string> flags;      // the user's, and what else says how the sources are read
  std::vector<std::string> checks;     // of the run-time checks, for compiling and for linking
  std::vector<std::string> files;      // C++ and C sources
  std::vector<std::string> libraries;  // besides those among the flags and GoogleTest
  // Flags by which this compile of a file takes headers from their precompiled form; may be missing.
  std::function<std::vector<std::string>(const std::string& file, const std::vector<std::string>& compile)> precompiled;
};

struct Compiled {
  bool is_made = false;
  std::string output;                // of the compiler that was called last
  std::vector<std::string> command;  // that one
};

// An object for each source, beside the program, then the program. The objects are gone afterwards.
Compiled compile_program(const ProgramSource& source, const std::filesystem::path& program, const base::World& world);

}  // namespace forall::native
