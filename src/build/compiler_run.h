// One call of a compiler or linker, of any of ours.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/process.h"

namespace forall::build {

struct CompilerRun {
  enum class End {
    Made,
    Failed,      // its messages are the output; none if a signal ended it
    NotStarted,  // the output says why
    Stopped,     // by us
  };
  End end = End::Failed;
  std::string output;
};

CompilerRun run_compiler(const std::vector<std::string>& command, base::Processes& processes,
                         const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace forall::build
