// Drives the runtime as instrumented code does, in this process.
#pragma once

#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "runtime/calls_abi.h"
#include "runtime/catalog.h"
#include "runtime/run.h"
#include "runtime/state.h"
#include "runtime/trace.h"
#include "segment.h"

namespace forall::runtime_tests {

using namespace runtime::call_declarations;
using runtime::u32;
using runtime::u64;
using runtime::u8;

// Two sites as the pass emits them.
extern abi::StaticSite branch_site;
extern abi::StaticSite check_site;

class Driver {
 public:
  static Driver& instance();

  // Runs the function as a PUT, with these input values.
  void run(const std::function<void()>& body, const std::map<std::string, u64>& presets = {});

  abi::Header& header() { return *header_; }
  abi::Node node(u32 id) { return records<abi::Node>(*header_, header_->nodes)[id]; }
  std::vector<abi::Decision> decisions() { return all<abi::Decision>(header_->decisions); }
  std::vector<abi::LedgerRecord> ledger() { return all<abi::LedgerRecord>(header_->ledger); }
  std::vector<abi::InputRecord> inputs() { return all<abi::InputRecord>(header_->inputs); }
  std::vector<abi::ObjectRecord> objects() { return all<abi::ObjectRecord>(header_->objects); }
  std::string text(u32 offset) { return text_at(*header_, offset); }
  const abi::Outcome& outcome() { return header_->outcome; }

  // The value of a node with other input values, computed from the inputs up.
  abi::Bits evaluate(u32 id, const std::map<std::string, u64>& inputs);

  std::vector<abi::CallRecord> calls() { return all<abi::CallRecord>(header_->calls); }
  std::vector<abi::OperandRecord> operands_of(const abi::CallRecord& call);

  u32 unfold = 0, decision_bound = 0, length = 6, object_bound = 0;
  u64 stand_ins = 0;

 private:
  Driver();
  template <typename Record>
  std::vector<Record> all(const abi::Table& table) {
    const Record* first = records<Record>(*header_, table);
    return {first, first + table.count};
  }
  abi::Header* header_;
};

// Makes the memory at `address` an input and returns the id of its value.
u32 input(void* address, std::size_t bytes, const char* name, u64 otherwise = 0);
// The id that a load of this memory returns.
u32 load(const void* address, u32 bytes);
void store(void* address, u32 bytes, u32 id, u64 value);

}  // namespace forall::runtime_tests
