// Axioms as formulas for all values (solve/quantified.h), where the instances that an exploration makes are not enough.
// Nothing is proved by them: they find contradictions between axioms, and failures that axioms exclude.
#pragma once

#include <optional>

#include "axioms/axiom_set.h"
#include "base/deadline.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::axioms {

// Do the axioms exclude the path, whose expressions are those of the pool?
bool is_impossible(const trace::Path& path, const expr::Pool& pool, const AxiomSet& axioms,
                   const base::Interrupt* interrupt = nullptr);

// PUTs whose axioms contradict each other for calls that they make themselves; each of them takes part in it.
std::optional<testcase::Contradiction> find_contradiction(const AxiomSet& axioms,
                                                          const base::Interrupt* interrupt = nullptr);

}  // namespace forall::axioms
