// A target without a process: a test is a lambda over symbolic values that writes a real segment as it runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "abi/input_origin.h"
#include "expr/bits.h"
#include "target/segment_memory.h"
#include "target/target.h"

namespace forall::explore::testing {

struct Value {
  std::uint32_t node = 0;
  unsigned width = 0;
  std::uint64_t value = 0;
};

// What the body of a scripted test can do. Sites are small numbers; site n is at test.cpp:100+n.
class Script {
 public:
  Script(target::SegmentMemory& memory, const testcase::NamedValues& values) : memory_(memory), values_(values) {}

  Value input(const std::string& name, unsigned width, std::uint64_t otherwise = 0,
              abi::InputOrigin origin = abi::InputOrigin::Parameter);
  Value constant(std::uint64_t value, unsigned width);
  Value binary(abi::Op op, Value a, Value b);
  Value less(Value a, Value b) { return binary(abi::Op::Ult, a, b); }
  Value less(Value a, std::uint64_t b) { return less(a, constant(b, a.width)); }
  Value equal(Value a, std::uint64_t b) { return binary(abi::Op::Eq, a, constant(b, a.width)); }
  Value add(Value a, Value b) { return binary(abi::Op::Add, a, b); }

  bool branch(std::uint32_t site, Value condition, abi::DecisionKind kind = abi::DecisionKind::Branch);
  std::uint64_t decide(std::uint32_t site, Value value);
  void assume(std::uint32_t site, Value condition);
  // A limit of the inputs; what is beyond it is in the record of its site.
  void bound(std::uint32_t site, Value condition, const std::string& beyond,
             abi::LedgerKind limit = abi::LedgerKind::LengthBound);
  void observe(const std::string& name, Value value);
  void approximate(abi::LedgerKind kind, std::uint32_t site, const std::string& detail);

  // A call that axioms stand in for: a function of `in`, of which the first is a state, if any is. What comes out of it
  // are inputs: the next state, the result (of no width: none), and whether it throws.
  struct Outcome {
    Value state, result, exception;
  };
  Outcome stand_in(const std::string& method, const std::vector<Value>& states, const std::vector<Value>& arguments,
                   unsigned result_width);

  // Each ends the run.
  [[noreturn]] void fail(unsigned line, const std::string& message = "expected", const std::string& file = "test.cpp");
  [[noreturn]] void end(abi::OutcomeKind kind, abi::Fault fault, std::uint32_t site);
  [[noreturn]] void die(int wait_status, bool timed_out = false);

  void set_bounds(std::uint32_t unfold, std::uint32_t decisions) {
    unfold_ = unfold;
    max_decisions_ = decisions;
  }
  // From now on nothing is symbolic.
  void set_concrete() { is_concrete_ = true; }
  bool is_concrete() const { return is_concrete_; }
  // The decisions of this run as text, and how it ended unless it passed; to compare paths.
  const std::string& path() const { return path_; }

 private:
  friend class ScriptedTarget;
  struct Ended {};
  template <typename Record>
  Record& append(abi::Table& table);
  std::uint32_t text(const std::string& s);
  void note(std::uint32_t site, std::uint32_t node, std::uint64_t value, abi::DecisionKind kind);

  target::SegmentMemory& memory_;
  const testcase::NamedValues& values_;
  std::uint32_t unfold_ = 0, max_decisions_ = 0;
  bool is_concrete_ = false;
  std::map<std::uint32_t, std::uint32_t> decided_;
  std::string path_;
  target::RunReport report_;
};

using Body = std::function<void(Script&)>;

class ScriptedTarget : public target::Target {
 public:
  explicit ScriptedTarget(Body body, std::uint32_t site_count = 16);

  const std::vector<testcase::Put>& puts() const override { return puts_; }
  const std::vector<testcase::Site>& sites() const override { return sites_; }
  target::RunReport run(const target::RunRequest& request) override;
  const abi::Header& segment() const override { return memory_.header(); }
  std::vector<Frame> symbolize(const std::vector<std::uint64_t>& addresses) override;

  testcase::Put& put() { return puts_[0]; }
  // One more test.
  testcase::Put& add_put(const std::string& suite, const std::string& name, Body body);
  std::vector<testcase::Site>& mutable_sites() { return sites_; }
  abi::Header& mutable_segment() { return memory_.header(); }
  std::vector<std::string> paths;  // of all runs, in order
  bool runs_concretely = false;    // else such runs are cut
  std::vector<Frame> frames;       // what symbolize says

 private:
  target::SegmentMemory memory_;
  std::vector<Body> bodies_;
  std::vector<testcase::Put> puts_;
  std::vector<testcase::Site> sites_;
};

}  // namespace forall::explore::testing
