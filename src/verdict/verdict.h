// The verdict of a PUT follows from the facts of its result: stages of the work add facts, and ask again.
#pragma once

#include "testcase/records.h"

namespace forall::verdict {

// refuted   some complete path failed; natively confirmed, if a native run differs from what was predicted
// proved    the tree is exhausted, at least one path is complete, every complete path passed, nothing is in the ledger
// open      everything else, and whatever closed tests say that do not compile
testcase::VerdictKind decide(const testcase::Result& result);

}  // namespace forall::verdict
