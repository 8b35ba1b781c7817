// `forall explore --ui`: the report as a page that is served while exploring (docs/report.md).
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace forall::cli {

// Explores, and then waits for what the page asks for, until an interrupt or the page ends it. Returns the exit code of the
// last exploration.
int explore_live(const ExploreOptions& options, const std::vector<std::string>& flags);

}  // namespace forall::cli
