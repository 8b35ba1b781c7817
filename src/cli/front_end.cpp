#include "cli/front_end.h"

#include <fmt/core.h>

#include "base/error.h"
#include "base/files.h"

namespace forall::cli {

namespace fs = std::filesystem;

frontend::Source source_of(const fs::path& header, const build::Layout& layout, const Invocation& invocation) {
  return {header, build::target_compiler(), build::native_flags(layout, {{}, invocation.compiler_flags})};
}

fs::path included_as(const fs::path& header, const fs::path& out) {
  if (out.empty() || header.is_absolute()) return header;
  return fs::absolute(header).lexically_normal().lexically_relative(fs::absolute(out).lexically_normal().parent_path());
}

void require_new(const fs::path& out, bool force) {
  if (!out.empty() && !force && base::system_files().exists(out))
    throw base::UserError(fmt::format("{} exists; --force overwrites it", out.string()));
}

}  // namespace forall::cli
