#include "explore/verdict.h"

namespace forall::explore {

testcase::VerdictKind decide_verdict(const testcase::Result& result, bool exhausted) {
  using testcase::VerdictKind;
  if (result.failed > 0) return VerdictKind::Refuted;
  const bool proved = exhausted && !result.interrupted && result.paths > 0 && result.cut == 0 &&
                      result.undecided.empty() && result.ledger.empty();
  return proved ? VerdictKind::Proved : VerdictKind::Open;
}

}  // namespace forall::explore
