// Finds forall's own parts (plugin, runtime, header) and drives the compilers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"

namespace forall::cli {

// The parts lie beside the program: <prefix>/bin/forall, <prefix>/lib/..., <prefix>/include/forall. A build tree has
// the same shape as an installation.
struct Layout {
  std::filesystem::path plugin;
  std::filesystem::path runtime;
  std::filesystem::path main;
  std::filesystem::path models;
  std::filesystem::path ignore_list;
  std::filesystem::path include;
};
// Throws base::UserError that names what is missing.
Layout find_layout();

// The instrumenting compiler, and the flags it needs for compiling and for linking.
std::string target_compiler();
std::vector<std::string> target_compile_flags(const Layout& layout);
std::vector<std::string> target_link_flags(const Layout& layout);

// What a target is built from.
struct Sources {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> flags;  // the user's, behind `--`
};

// Compiles every file with the pass and links the target. `jobs` compilers run at once. Compiler warnings go to
// standard error. Throws base::UserError with the compiler's own messages.
std::filesystem::path build_target(const Layout& layout, const Sources& sources, const std::filesystem::path& directory,
                                   unsigned jobs, base::Processes& processes);

// The flags of an ordinary compile of the same sources.
std::vector<std::string> native_flags(const Layout& layout, const Sources& sources);

}  // namespace forall::cli
