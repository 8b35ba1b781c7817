#include "native/replay_program.h"

#include <fmt/format.h>

#include "base/error.h"
#include "native/compile.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;

// In the build tree beside the runtime; installed in the folder above it.
fs::path replay_library(const build::Layout& layout, base::Files& files) {
  const fs::path folder = layout.runtime.parent_path();
  for (const fs::path& file : {folder / "libforall_replay.so", folder.parent_path() / "libforall_replay.so"}) {
    if (files.exists(file)) return file;
  }
  throw base::UserError(
      fmt::format("forall's replay library is not in {}: build or install all of forall", folder.string()));
}

}  // namespace

fs::path replay_program(const NativeSetting& setting, const build::Layout& layout, const ReplayBuild& build,
                        const base::World& world) {
  const fs::path library = replay_library(layout, world.files);
  ProgramSource source{setting.compiler,
                       setting.flags,
                       build.checks,
                       {},
                       {library.string(), "-Wl,-rpath," + library.parent_path().string()}};
  source.flags.emplace_back("-DFORALL_REPLAY=1");
  for (const fs::path& file : setting.sources) source.files.push_back(file.string());
  world.files.create_directories(setting.build);
  fs::path program = fs::absolute(setting.build / build.name);
  const Compiled compiled = compile_program(source, program, world);
  if (compiled.is_made) return program;
  throw base::UserError(fmt::format("{}\nthe tests do not compile {}: {}", compiled.output, build.how,
                                    base::quote_command(compiled.command)));
}

}  // namespace forall::native
