// Ctrl-C: the first one asks the work to stop and keep what it has, the second one ends the program.
#pragma once

#include <atomic>

namespace forall::cli {

// Installs the handler (SIGINT, SIGTERM) and returns the flag it sets.
const std::atomic<bool>& stop_on_interrupt();

// The exit code that shells give to a program that a signal ended (130, 143) once the handler has seen one, else 0.
int code_of_interrupt();

}  // namespace forall::cli
