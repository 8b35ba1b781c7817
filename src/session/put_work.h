// What is done for one PUT: keep its verdict, or explore it, write and confirm its closed tests, and store it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "explore/units.h"
#include "program/code.h"
#include "scale/distributed.h"
#include "session/active_time.h"
#include "session/axiom_use.h"
#include "session/budget.h"
#include "session/closed_tests.h"
#include "store/store.h"
#include "testcase/records.h"

namespace forall::session {

// Thread-safe: PUTs are worked on side by side, each with a target of its own. Who has none helps (crew.h).
class PutWork {
 public:
  struct Surroundings {
    ClosedTests::Surroundings tests;
    store::Store& store;
    const program::Code& code;
    std::filesystem::path program;
    std::string program_state;  // when its code was read
    Axioms& axioms;
    explore::Helpers& helpers;
    Budget& budget;
    const scale::Distribution* distribution;  // null: PUTs are explored by this process alone
  };
  explicit PutWork(const Surroundings& around)
      : around_(around), tests_(around.tests), exploring_(around.tests.world.clock) {}

  testcase::Result operator()(target::Target& target, const testcase::Put& put);

  const ClosedTests& tests() const { return tests_; }
  double explore_seconds() const { return exploring_.seconds(); }

 private:
  // The result of the last exploration, if that had the same fingerprint.
  std::optional<testcase::Result> keep(const testcase::Put& put, const std::string& fingerprint);
  // Those of the database, and those that were committed as text.
  std::optional<testcase::Result> earlier_cases(const std::string& put);
  void write_committed_cases(const testcase::Result& result);
  std::string whole_fingerprint(const std::string& fingerprint, const testcase::Result& result) const;
  bool has_tests(const testcase::Result& result) const;
  testcase::Result explore_anew(target::Target& target, const testcase::Put& put, const std::string& fingerprint);
  testcase::Result explore(target::Target& target, const testcase::Put& put, const explore::Options& options,
                           const explore::Hooks& hooks);
  testcase::Result explore_distributed(target::Target& target, const testcase::Put& put,
                                       const explore::Options& options, const explore::Hooks& hooks);
  void finish_plan(const testcase::Put& put);
  testcase::Result explore_with(const AxiomUse& use, target::Target& target, const testcase::Put& put,
                                const explore::Options& options, const explore::Hooks& hooks);
  void explain_short_time(testcase::Result& result, double seconds) const;

  const Surroundings around_;
  ClosedTests tests_;
  ActiveTime exploring_;
  std::mutex store_mutex_;
  std::mutex settled_mutex_;
  std::map<std::string, std::int64_t> settled_;  // plans of PUTs whose results are not stored yet
};

}  // namespace forall::session
