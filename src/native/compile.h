// Test programs, made by an ordinary compiler.
#pragma once

#include <atomic>
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

// What to say of a program that was not made: what the compiler said, or which command it was that said nothing.
std::string complaint_of(const Compiled& compiled);
// The line that matters of what a compiler or linker said.
std::string first_complaint(const std::string& text);

// The compiler and its flags for a C++ source, without those of precompiled headers and files.
std::vector<std::string> compile_prefix(const ProgramSource& source);

// An object for each source, beside the program, then the program. The objects are gone afterwards.
Compiled compile_program(const ProgramSource& source, const std::filesystem::path& program, const base::World& world);

// The same, but what was made before of the same sources by the same commands is taken from the folder. The program is
// a name of its own for the file: it stays what it is until the caller removes it.
struct KeptProgram {
  Compiled compiled;
  std::filesystem::path program;  // if it was made
};
KeptProgram keep_program(const ProgramSource& source, const std::filesystem::path& folder,
                         const std::atomic<bool>& stop, const base::World& world);

}  // namespace forall::native
