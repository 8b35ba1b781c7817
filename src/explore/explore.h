// Explores one PUT of a target: run, read the trace, flip a decision, solve, run again, until the tree is exhausted or
// a bound cuts.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "expr/pool.h"
#include "solve/chain.h"
#include "target/target.h"
#include "testcase/records.h"

namespace forall::trace {
struct Path;
}

namespace forall::explore {

enum class Strategy { DepthFirst, BreadthFirst, Coverage };

// Bounds of an exploration; a PUT's own .WithBounds wins over these.
struct Options {
  Strategy strategy = Strategy::DepthFirst;
  std::uint32_t unfold = 128;       // decisions of one site on one path
  std::uint32_t decisions = 10000;  // decisions on one path
  std::uint32_t runs = 100000;      // runs of the test
  // Of one search, if parts of it can be searched elsewhere. Where the number of runs is limited, what is found after it
  // does not count: two searches can share in the runs only if each ends.
  std::uint32_t flips_of_part = 16384;
  std::uint32_t failures = 0;    // different ones, then the exploration ends; 0: no limit
  std::uint32_t cases = 50000;   // found, then the exploration ends; 0: no limit
  std::uint32_t megabytes = 64;  // of these cases, about; 0: no limit
  bool passed = true;            // cases that pass are kept; else only those that fail
  std::uint32_t length = 6;      // elements of a string or container whose length is an input
  std::uint32_t objects = 0;     // objects that the pointers of a run point to; 0: no limit
  double seconds = 60;           // exploration of one PUT
  double run_seconds = 2;        // one run; longer is an endless loop
  bool leaks = true;             // memory that cannot be reached at the end of a run is an outcome
  solve::ChainOptions solver;
  solve::Effort effort{.conflicts = 200000, .seconds = 10};
};

struct Progress {
  std::uint64_t paths = 0, failed = 0, pending = 0, runs = 0;
  double seconds = 0;
  std::uint64_t covered = 0, queries = 0;  // directions of branches, questions to the solver
  double seconds_left = 0;                 // until the exploration is ended
};

// Cases of an earlier exploration: they are run first. Those that no longer follow their path are in
// Result::stale.
using EarlierCases = std::vector<testcase::Case>;

struct Hooks {
  std::function<void(const Progress&)> progress;     // at most about ten times a second
  std::function<void(const testcase::Case&)> found;  // each case as it is found, so that an interrupt loses nothing
  // Each complete path as it is found, over the expressions of the exploration.
  std::function<void(const trace::Path&, const testcase::Outcome&)> path;
  // Which cases of the result will be shown or written: they get friendlier values on the same path.
  std::function<std::vector<std::size_t>(const testcase::Result&)> shown;
  const EarlierCases* earlier = nullptr;
  const std::atomic<bool>* stop = nullptr;       // checked between runs
  const std::atomic<bool>* interrupt = nullptr;  // Ctrl-C: also ends the current run or query
};

class StandIns;  // stand_ins.h
class Helpers;   // units.h

// With stand-ins the code of some classes does not run. They are made for the expressions of this exploration.
using MakeStandIns = std::function<std::unique_ptr<StandIns>(expr::Pool& pool, base::Clock& clock)>;
testcase::Result explore(target::Target& target, const testcase::Put& put, const Options& options, const Hooks& hooks,
                         const MakeStandIns& make_stand_ins = nullptr);

// The same in units (unit.h), some of which helpers explore at the same time, if there are any. With which helpers, and how many, makes
// no difference to the result. What has an order of its own, a breadth-first search or an audit, is explored as a whole.
testcase::Result explore_in_units(target::Target& target, const testcase::Put& put, const Options& options,
                                  const Hooks& hooks, Helpers* helpers);

}  // namespace forall::explore
