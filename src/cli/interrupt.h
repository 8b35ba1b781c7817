// Ctrl-C: the first one asks the work to stop and keep what it has, the second one ends the program.
#pragma once

#include <atomic>

#include "base/process.h"

namespace forall::cli {

// Processes that end with us: a compiler or a test in work is killed when the flag is raised.
class StoppableProcesses : public base::Processes {
 public:
  StoppableProcesses(base::Processes& processes, const std::atomic<bool>& stop) : processes_(processes), stop_(stop) {}
  base::ProcessResult run(const base::ProcessRequest& request) override;

 private:
  base::Processes& processes_;
  const std::atomic<bool>& stop_;
};

// Installs the handler (SIGINT, SIGTERM) and gives the flag it raises.
const std::atomic<bool>& stop_on_interrupt();

// The exit code that shells give to a program that a signal ended (130, 143) once the handler has seen one, else 0.
int code_of_interrupt();

}  // namespace forall::cli
