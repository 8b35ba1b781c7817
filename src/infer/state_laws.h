// What holds in every state, whatever was called: bounds of observers, relations between them, and what one says of another.
//
//   1. A probe without an operation observes an object: its observers without arguments; or one with arguments, which are
//      any, beside those.
//   2. Candidates that hold in all samples are checked by the solver on each path. A counterexample is a new sample.
//   3. Where the description of objects keeps them small, numbers are smaller than those of other objects. So a relation of
//      observers without arguments must hold after each operation, too.
//   4. What follows from other laws is left out.
#pragma once

#include <string>
#include <vector>

#include "infer/behaviour.h"
#include "infer/search.h"

namespace forall::infer {

// Laws about the results of an observer or about states, and the terms of their probe.
struct ObserverLaws {
  std::string call;  // "contains(key)"; empty: of states
  std::vector<Term> terms;
  std::vector<Law> laws;
};

// `all` are the behaviours of all probes, among them those of the operations.
std::vector<Law> find_state_laws(Behaviour& state, std::vector<Behaviour>& all, const std::vector<ObserverLaws>& known,
                                 const SearchSetting& setting);

}  // namespace forall::infer
