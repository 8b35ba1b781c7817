// The claims of a suite's PUTs about the classes they describe (FORALL_AXIOMS), as formulas.
//
// A PUT that describes a class is explored with nothing known about the class: each call of one of its methods is an
// unknown function of the state of its object and the arguments. A path on which the PUT fails then says which calls
// with which outcomes contradict it, and its negation is an axiom, for all values of all variables:
//
//   not (call_1 and ... and call_n and the conditions of the path up to the failure)
//
// This holds for expected exceptions and for .Pure() as well, since a PUT fails without the one and unless the states
// at its end are those at its beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "target/target.h"
#include "testcase/records.h"

namespace forall::axioms {

class AxiomSet;

struct LearnedAxioms {
  std::shared_ptr<const AxiomSet> axioms;
  // PUTs that yield no axiom, or only part of one, and why: "reads memory of an object: Key::size", ...
  struct Gap {
    std::string put;
    std::string why;
  };
  std::vector<Gap> gaps;
  // Found where the axioms are explored under each other.
  std::vector<testcase::Contradiction> contradictions;
};

// `puts` describe classes (Put::describes). Throws base::UserError for one that does not.
LearnedAxioms learn_axioms(target::Target& target, const std::vector<testcase::Put>& puts,
                           const explore::Options& options, const explore::Hooks& hooks);

}  // namespace forall::axioms
