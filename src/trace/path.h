// Reads the segment of a finished run into a Path over the expression pool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "base/deadline.h"
#include "expr/call.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "testcase/records.h"

namespace forall::trace {

struct Step {
  std::uint32_t site = 0;  // index into the target's sites
  abi::DecisionKind kind = abi::DecisionKind::Branch;
  expr::Expr subject;  // what was decided
  std::uint64_t value = 0;
  expr::Expr condition;  // subject == value
};

// A call that axioms stand in for, and where on the path it is.
struct Call : expr::Call {
  std::uint32_t site = 0;
  std::size_t step = 0;  // how many steps of the path come before it
};

// A value that the test observed.
struct Observation {
  std::string name;
  std::string type;
  abi::ScalarKind kind = abi::ScalarKind::Int;
  unsigned width = 0;
  abi::Bits value;
  expr::Expr expression;  // over the inputs; none if it does not depend on them
};

struct Path {
  std::vector<Step> steps;
  std::vector<Call> calls;
  std::size_t steps_to_outcome = 0;  // steps before the outcome was found; the run may have gone on
  std::vector<testcase::InputValue> inputs;
  std::vector<testcase::ObjectValue> objects;  // that were accessed, or that a pointer points to
  std::vector<Observation> observations;
  std::vector<abi::LedgerRecord> ledger;
  std::vector<std::string> ledger_details;
  std::vector<abi::CoverRecord> covered;
};

// Verifies as it reads, in every build: tables and indices in range, widths as the operator table says, each node's
// recorded value equal to the value computed from its operands, each simplified condition true under the run's inputs,
// each pointer null or into an object. Otherwise throws base::SoundnessError, which names the node. Only nodes that
// decisions and observations reach are read. Steps whose condition is trivially true after simplification, or was
// already decided earlier on the path, are left out.
//
// Keeps its tables between runs, so that reading a short path allocates little.
class PathReader {
 public:
  explicit PathReader(expr::Pool& pool) : pool_(pool), evaluate_(pool) {}
  // Throws base::OutOfTime when the deadline has passed.
  Path read(const abi::Header& segment, const base::Deadline& deadline = {});

 private:
  void check_inputs(const abi::Header& segment);
  void mark(const abi::Header& segment);
  void import_nodes(const abi::Header& segment, const base::Deadline& deadline);
  expr::Expr import_floating(const abi::Node& node);
  expr::Expr import_input(const abi::Header& segment, std::uint32_t index);
  void read_inputs(const abi::Header& segment, Path& path);
  void read_objects(const abi::Header& segment, Path& path);
  void read_steps(const abi::Header& segment, const base::Deadline& deadline, Path& path);
  void read_calls(const abi::Header& segment, Path& path);
  void read_observations(const abi::Header& segment, Path& path);

  expr::Pool& pool_;
  expr::Evaluator evaluate_;
  std::vector<std::uint8_t> marked_;       // per node: reached by a decision or an observation
  std::vector<expr::Expr> imported_;       // per marked node
  std::vector<std::uint64_t> keys_;        // of this run's inputs, sorted
  std::vector<std::size_t> steps_before_;  // per decision, and at the end: the number of steps
  std::vector<std::uint32_t> decided_;     // per expression: the last run (by number) whose path has it as a condition
  std::uint32_t run_ = 0;
  std::uint32_t last_marked_ = 0;
};

// Reads one path with a new PathReader.
Path read_path(const abi::Header& segment, expr::Pool& pool);

// The zero-terminated string at an offset of the segment's string table ("" when out of range).
std::string string_at(const abi::Header& segment, std::uint32_t offset);
template <typename Record>
const Record* table(const abi::Header& segment, const abi::Table& t) {
  return reinterpret_cast<const Record*>(reinterpret_cast<const char*>(&segment) + t.offset);
}

}  // namespace forall::trace
