// One path through the tree of a term, step by step: somebody picks the axiom and the place.
#pragma once

#include <string>
#include <vector>

#include "spec/conditions.h"
#include "spec/load.h"
#include "spec/specification.h"

namespace forall::spec {

class Interactive {
 public:
  Interactive(const Specification& specification, Term original);

  // What can be done next: an axiom at a place, or a condition that is assumed to hold or not.
  struct Choice {
    std::string text;
    Term result;
    std::vector<Fact> facts;  // none or one
  };
  const std::vector<Choice>& choices() const { return choices_; }

  // Returns what was done or why it cannot be: a line.
  std::string pick(std::size_t number);  // from 1
  std::string undo();

  Term original() const { return steps_.front().term; }
  Term now() const { return steps_.back().term; }
  std::string history() const;     // a line for each term, with what led to it
  std::string conditions() const;  // that are assumed, empty if there are none
  // The case of the path, with values for its variables; none before the term is a normal form.
  std::vector<Case> finished();

 private:
  struct Step {
    Term term;
    std::string by;
  };

  void find_choices();

  const Specification& specification_;
  Conditions solver_;
  std::vector<Step> steps_;
  std::vector<std::vector<Fact>> facts_;  // after each step
  std::vector<Choice> choices_;
};

}  // namespace forall::spec
