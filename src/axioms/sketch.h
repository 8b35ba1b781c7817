// The axiom that is missing, as far as its form is known: the result of an observer after another call.
#pragma once

#include "axioms/axiom_set.h"
#include "testcase/records.h"

namespace forall::axioms {

testcase::MissingAxiom sketch_of(const Call& observer, const Call& before);

}  // namespace forall::axioms
