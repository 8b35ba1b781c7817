// The ledger of a PUT: everything that keeps it from being proved, one line per reason and place.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "testcase/records.h"

namespace forall::verdict {

class Ledger {
 public:
  Ledger(const testcase::Put& put, const std::vector<testcase::Site>& sites) : put_(put), sites_(sites) {}

  // An approximation of the runtime in a run.
  void add_approximation(const abi::LedgerRecord& record, const std::string& detail);
  // A run that a bound cut.
  void add_cut(const testcase::Outcome& outcome, std::uint32_t unfold, std::uint32_t decisions);
  // Inputs beyond a limit ("strings of more than 6 elements") would take a different path at `site`.
  // `input`: what is longer or more, if it is known. `least`: from this length on; 0 if it is just beyond the limit.
  void add_bound(abi::LedgerKind limit, const std::string& beyond, std::uint32_t site, const std::string& input = {},
                 std::uint64_t least = 0);
  void add_undecided(std::uint32_t site, const std::string& reason);
  // `site` is where the run left its predicted path, or abi::kNoSite.
  void add_nondeterminism(std::uint32_t site, const std::string& text);
  // The whole exploration ended early.
  void add_run_bound(std::uint64_t runs, std::uint64_t pending);
  void add_failure_bound(std::uint64_t failures, std::uint64_t pending);
  void add_case_bound(std::uint64_t cases, std::uint64_t bytes, std::uint64_t pending);
  void add_time_bound(double seconds, std::uint64_t pending);
  void add_interruption(std::uint64_t pending);
  void add_vacuity();
  // A failure that the axioms exclude by more instances than were made.
  void add_instances_cut(const testcase::Outcome& outcome);
  // A failure that other results of friendly mocks avoid.
  void add_avoidable(const testcase::Outcome& outcome);
  void add_contradiction(const testcase::Contradiction& found);
  // A line of another ledger of the same PUT.
  void add(const testcase::LedgerLine& line);

  bool empty() const { return lines_.empty(); }
  bool has(abi::LedgerKind kind) const;
  // Is every line about a symbolic approximation or a limit of the search? A run without symbols has no such lines.
  bool is_about_symbols() const;
  // Takes the lines of the other one instead of its own.
  void become(const Ledger& other);
  const std::vector<testcase::LedgerLine>& lines() const { return lines_; }

 private:
  struct Place {
    std::string file;
    unsigned line = 0;
  };
  Place place(std::uint32_t site) const;
  bool is_member_of_object(const std::string& input) const;
  void add(abi::LedgerKind kind, std::string text, Place place);

  const testcase::Put& put_;
  const std::vector<testcase::Site>& sites_;
  std::vector<testcase::LedgerLine> lines_;
  std::map<std::tuple<abi::LedgerKind, std::string, unsigned, std::string>, std::size_t>
      index_;  // kind, file, line, text
  // The same approximation comes back on most runs; this finds its line without formatting its text again.
  std::map<std::tuple<abi::LedgerKind, std::uint32_t, std::string>, std::size_t> approximations_;
};

}  // namespace forall::verdict
