// One exploration as `forall explore` and `forall watch` do it.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/options.h"
#include "session/events.h"

namespace forall::cli {

struct ExploreRun {
  int exit_code = 0;
  std::vector<std::filesystem::path> dependencies;  // files whose change can change the results
};

// Explores, reports on standard output. With options.build_folder the inputs are names that the build knows.
// `also` hears the events that are reported, if it is given.
ExploreRun explore_once(const ExploreOptions& options, const std::vector<std::string>& flags,
                        const std::atomic<bool>& stop, const session::Events::Listener& also = {});

}  // namespace forall::cli
