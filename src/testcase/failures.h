// Failing cases by cause: what a user sees as one finding.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::testcase {

// What two cases have in common that fail in the same way, at the same place, reached from the same line of the PUT.
struct Failure {
  OutcomeKind kind = OutcomeKind::None;
  Fault fault = Fault::None;
  std::string exception_type;
  std::string file;
  unsigned line = 0;
  unsigned call_line = 0;
  friend auto operator<=>(const Failure&, const Failure&) = default;
};
Failure failure_of(const Outcome& outcome);

// Fewer inputs (elements of containers are inputs), then fewer objects, then smaller numbers. Of two cases with different
// inputs one is simpler, whatever the order in which they were found, and whatever is known of their paths.
bool is_simpler(const Case& x, const Case& y);

// The failing cases by cause, as indices: the simplest case of each, then the others in their order. Causes are in the order
// in which their first case comes.
std::vector<std::vector<std::size_t>> failure_groups(const std::vector<Case>& cases);

}  // namespace forall::testcase
