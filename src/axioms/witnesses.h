// Runs of the real code that show what an exploration with axioms found.
//
// Where axioms stand in for a class, the case of a path says what they allow: whether the class can do it is another
// question. So each case is looked for in runs in which all code runs: first with its own inputs, then by a short
// exploration that begins with them. A run shows a case if it ends in the same way, and takes the same branches in the
// functions that were entered with axioms.
#pragma once

#include <string>

#include "explore/explore.h"
#include "target/target.h"
#include "testcase/records.h"

namespace forall::axioms {

// Of a PUT that was explored without axioms: reaching an undefined method does not refute it.
void forgive_missing_code(testcase::Result& result);

// The cases of the result, which was explored with axioms, become those of real runs. A passing one that no run shows
// is dropped, with a note. A failing one that no run shows is a weakness of the axioms, and in the ledger. A failure of
// a real run refutes the PUT, whatever the axioms say. Without code to run the cases stay as they are, with a note.
// Hooks::earlier are cases of earlier runs of the real code; those that do not follow their path any more are in
// Result::stale.
void find_witnesses(target::Target& target, testcase::Result& result, const explore::Options& options,
                    const explore::Hooks& hooks);

// Are its cases only what axioms allow, or its code not all there? Then they become no tests.
bool has_no_code_to_run(const testcase::Result& result);

}  // namespace forall::axioms
