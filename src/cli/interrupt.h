// Ctrl-C: the first one asks the work to stop and keep what it has, the second one ends the program.
#pragma once

#include <atomic>

namespace forall::cli {

// Installs the handler (SIGINT, SIGTERM) and gives the flag it raises.
const std::atomic<bool>& stop_on_interrupt();

}  // namespace forall::cli
