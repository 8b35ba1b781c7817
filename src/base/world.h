// What lies outside of the program, as one thing to hand down: tests put their own in its place.
#pragma once

#include "base/clock.h"
#include "base/files.h"
#include "base/process.h"

namespace forall::base {

struct World {
  Files& files;
  Processes& processes;
  Clock& clock;
};

inline World system_world() { return {system_files(), system_processes(), system_clock()}; }

}  // namespace forall::base
