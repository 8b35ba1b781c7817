// A running target: the process, the segment and the pipes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "base/deadline.h"
#include "testcase/records.h"

namespace forall::target {

struct RunRequest {
  std::uint32_t put = 0;  // index into puts()
  testcase::NamedValues values;
  std::uint32_t unfold = 0;
  std::uint32_t decisions = 0;
  double seconds = 0;
  bool leaks = false;           // search for leaks
  std::uint32_t length = 0;     // maximum elements of strings and containers
  std::uint32_t objects = 0;    // maximum objects that pointers point to, 0: no limit
  bool concrete = false;        // nothing is symbolic: no decisions, and no bound that cuts
  base::Deadline deadline;      // of the exploration: a run that reaches it is ended and does not count
  std::uint64_t stand_ins = 0;  // bit i: axioms stand in for the class with index i (testcase::DescribedClass)
};

// What happened to the process; the trace is in segment().
struct RunReport {
  bool died = false;  // the worker is gone (it crashed or was ended for taking too long)
  bool timed_out = false;
  int wait_status = 0;
  bool ended_early = false;  // by the deadline; the trace is incomplete
};

class Target {
 public:
  virtual ~Target() = default;
  virtual const std::vector<testcase::Put>& puts() const = 0;
  virtual const std::vector<testcase::Site>& sites() const = 0;
  virtual RunReport run(const RunRequest& request) = 0;
  virtual const abi::Header& segment() const = 0;
  // Source positions of return addresses (relative to the load address), innermost first. Slow: asks llvm-symbolizer.
  struct Frame {
    std::string function;
    std::string file;
    unsigned line = 0;
  };
  virtual std::vector<Frame> symbolize(const std::vector<std::uint64_t>& addresses) = 0;
};

// Starts the program. Throws base::UserError if it is not a target of this version of forall.
std::unique_ptr<Target> start_target(const std::filesystem::path& program);

}  // namespace forall::target
