// The verdict of a PUT is a function of the facts in its result: each stage that adds facts decides again.
#pragma once

#include "testcase/records.h"

namespace forall::verdict {

// refuted   some complete path failed; natively confirmed, if any native run differs from its prediction
// proved    the tree is exhausted, at least one path is complete, every complete path passed, nothing is in the ledger
// open      everything else, and always if the closed tests do not compile
testcase::VerdictKind decide(const testcase::Result& result);

}  // namespace forall::verdict
