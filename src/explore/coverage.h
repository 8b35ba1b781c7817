// Which branch directions of the source the runs of a PUT have executed.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "abi/segment.h"
#include "testcase/records.h"

namespace forall::explore {

class Coverage {
 public:
  explicit Coverage(const std::vector<testcase::Site>& sites)
      : sites_(sites), seen_{std::vector<bool>(sites.size()), {}} {}

  // Adds the records of a run; returns the branch directions that count, sorted and without duplicates.
  std::vector<testcase::BranchDirection> add(std::span<const abi::CoverRecord> records);

  bool is_covered(std::uint64_t branch, unsigned direction) const {
    return seen_.covered.count({branch, direction}) != 0;
  }
  // Would deciding otherwise at this site, where a run decided, execute something new? What that run executed is known.
  bool promises_news(std::uint32_t site) const;

  std::uint64_t covered() const { return seen_.covered.size(); }
  // All directions of the branches in all functions that some run has reached, by file and line.
  std::vector<testcase::Branch> branches() const;

  struct Hash {
    std::size_t operator()(const testcase::BranchDirection& d) const;
  };
  struct Seen {
    std::vector<bool> reached;  // sites
    std::unordered_set<testcase::BranchDirection, Hash> covered;
  };
  const Seen& seen() const { return seen_; }
  // Adds what runs of another process of the same target have seen.
  void add(const Seen& others);

 private:
  bool counts(const testcase::Site& site) const;

  const std::vector<testcase::Site>& sites_;
  Seen seen_;
};

}  // namespace forall::explore
