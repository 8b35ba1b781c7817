// Explores one PUT with whoever works on the queue.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "explore/explore.h"
#include "scale/queue.h"
#include "target/target.h"

namespace forall::scale {

// What the explorations of a session have in common. Thread-safe.
struct Distribution {
  Queue& queue;
  std::string program;                         // SHA-256 of the target
  std::function<std::string()> program_bytes;  // of it
  std::string forall;
  std::string libraries;
  double lease = 30;
  bool again = false;
};

struct Explored {
  testcase::Result result;
  std::int64_t settled = 0;  // a plan that nobody goes on with: it is to be finished when the result is kept; 0: none
};

// As explore::explore_in_units, with the same result. An exploration that was killed, or whose time was over, goes on where it ended.
Explored explore_distributed(const Distribution& distribution, target::Target& target, const testcase::Put& put,
                             const explore::Options& options, const explore::Hooks& hooks);

// For who has time: a unit of any exploration of this program, if one is waiting. An error is that of the unit: the target is in a state
// that nobody knows.
bool help(const Distribution& distribution, target::Target& target, const std::atomic<bool>* stop);

// The test of the plan that the unit belongs to.
const testcase::Put& put_of(const Plan& plan, const target::Target& target);

}  // namespace forall::scale
