#include "build/compiler_run.h"

namespace forall::build {

CompilerRun run_compiler(const std::vector<std::string>& command, base::Processes& processes,
                         const std::vector<std::pair<std::string, std::string>>& environment) {
  using End = CompilerRun::End;
  base::ProcessResult result = processes.run({.command = command, .environment = environment});
  const End end = !result.started    ? End::NotStarted
                  : result.timed_out ? End::Stopped
                  : result.ok()      ? End::Made
                                     : End::Failed;
  return {end, std::move(result.output)};
}

}  // namespace forall::build
