// Reads the segment a run left behind into a Path over the expression pool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "expr/pool.h"
#include "testcase/records.h"

namespace forall::trace {

struct Step {
  std::uint32_t site = 0;  // index into the target's sites
  abi::DecisionKind kind = abi::DecisionKind::Branch;
  expr::Expr subject;      // what was decided
  std::uint64_t value = 0;
  expr::Expr condition;    // subject == value
};

struct Path {
  std::vector<Step> steps;
  std::vector<testcase::InputValue> inputs;
  std::vector<testcase::ObservedValue> observations;
  std::vector<abi::LedgerRecord> ledger;
  std::vector<std::string> ledger_details;
  std::vector<abi::CoverRecord> covered;
};

// Verifies as it reads: indices in range, widths as the operator table says, each node's recorded value equal to the value
// computed from its operands. Throws base::SoundnessError naming the node where not. Steps whose condition is trivially true
// after simplification are left out.
Path read_path(const abi::Header& segment, expr::Pool& pool);

// The zero-terminated string at an offset of the segment's string table ("" when out of range).
std::string string_at(const abi::Header& segment, std::uint32_t offset);
template <typename Record>
const Record* table(const abi::Header& segment, const abi::Table& t) {
  return reinterpret_cast<const Record*>(reinterpret_cast<const char*>(&segment) + t.offset);
}

}  // namespace forall::trace
