// How far the explorations of a queue are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace forall::scale {

struct Counts {
  std::uint64_t units = 0, done = 0, claimed = 0;  // of these
  std::uint64_t paths = 0, failed = 0, runs = 0, queries = 0;
};

struct PlanStatus {
  std::string put;
  std::string state;         // "open", "closing", "done"
  bool is_explored = false;  // the process that makes its result is there
  double seconds = 0;        // since it began, or that it took
  double seconds_left = 0;   // at least, if all go on as before; 0: not known
  Counts counts;
};

struct WorkerStatus {
  std::string name;
  bool is_there = false;
  double seconds_ago = 0;  // that it was seen
  std::uint64_t units = 0, twice = 0, paths = 0;
  double seconds = 0;                          // at work on these
  std::uint64_t units_now = 0, paths_now = 0;  // that it works on, and what it found in them
};

struct Status {
  std::vector<PlanStatus> plans;
  std::vector<WorkerStatus> workers;
  double paths_per_second = 0;  // of the last minute
};

std::string text_of(const Status& status);
std::string json_of(const Status& status);

}  // namespace forall::scale
