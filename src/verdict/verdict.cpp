#include "verdict/verdict.h"

#include <algorithm>

namespace forall::verdict {

namespace {

using testcase::Case;

bool has_case(const testcase::Result& result, bool (*is_meant)(const Case&)) {
  return std::any_of(result.cases.begin(), result.cases.end(), is_meant);
}

bool differs(const Case& c) { return c.native == Case::Native::Differs; }

bool is_confirmed_failure(const Case& c) {
  return c.native == Case::Native::Confirmed && testcase::refutes(c.outcome.kind);
}

bool is_refuted(const testcase::Result& result) {
  if (!result.do_tests_compile) return false;
  if (has_case(result, differs)) return has_case(result, is_confirmed_failure);
  // A run that was not exact may have failed for that reason, and no run of the code can tell.
  return result.failed > 0 && !(result.is_unwitnessed && !result.ledger.empty());
}

}  // namespace

testcase::VerdictKind decide(const testcase::Result& result) {
  using testcase::VerdictKind;
  if (is_refuted(result)) return VerdictKind::Refuted;
  const bool is_proved = result.failed == 0 && result.is_exhausted && !result.interrupted && result.paths > 0 &&
                         result.cut == 0 && result.undecided.empty() && result.ledger.empty();
  return is_proved ? VerdictKind::Proved : VerdictKind::Open;
}

}  // namespace forall::verdict
