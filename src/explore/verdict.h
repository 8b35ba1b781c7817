// The verdict of a PUT.
#pragma once

#include "testcase/records.h"

namespace forall::explore {

// refuted   some complete path failed
// proved    the tree is exhausted, at least one path is complete, every complete path passed, nothing is in the ledger
// open      everything else
testcase::VerdictKind decide_verdict(const testcase::Result& result, bool exhausted);

}  // namespace forall::explore
