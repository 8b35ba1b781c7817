// The comment of a closed test: one line that says when it is the case.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

class CaseComments {
 public:
  // Of the cases that stand in one file.
  explicit CaseComments(const std::vector<testcase::Case>& cases);

  // At most so many characters. Empty if no condition says anything.
  std::string of(const testcase::Case& c, std::size_t most) const;

 private:
  std::unordered_map<std::string, std::size_t> uses_;  // condition -> cases that have it
  std::size_t cases_;
};

}  // namespace forall::emit
