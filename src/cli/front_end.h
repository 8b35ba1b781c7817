// What the commands that read a header and write a source have in common.
#pragma once

#include <filesystem>

#include "build/toolchain.h"
#include "cli/commands.h"
#include "frontend/functions.h"

namespace forall::cli {

// The front end that is installed with the program.
inline const frontend::Functions& front_end(const build::Layout& layout) {
  return frontend::load_functions(layout.plugin.parent_path() / "libforall_frontend.so");
}

frontend::Source source_of(const std::filesystem::path& header, const build::Layout& layout,
                           const Invocation& invocation);

// How the #include names the header: as the user did, or, in a file, as seen from that file.
std::filesystem::path included_as(const std::filesystem::path& header, const std::filesystem::path& out);

// Throws base::UserError if the file exists and is not to be overwritten.
void require_new(const std::filesystem::path& out, bool force);

}  // namespace forall::cli
