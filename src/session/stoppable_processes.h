#pragma once

#include <atomic>

#include "base/process.h"

namespace forall::session {

// Processes that end with us: a compiler or a test that runs is killed when the flag is raised.
class StoppableProcesses : public base::Processes {
 public:
  StoppableProcesses(base::Processes& processes, const std::atomic<bool>& stop) : processes_(processes), stop_(stop) {}
  base::ProcessResult run(const base::ProcessRequest& request) override {
    base::ProcessRequest stoppable = request;
    stoppable.stops.push_back(&stop_);
    return processes_.run(stoppable);
  }

 private:
  base::Processes& processes_;
  const std::atomic<bool>& stop_;
};

}  // namespace forall::session
