// What may be an error. Axioms speak about values: a variable in the place of such a term says less than it seems to.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "spec/specification.h"

namespace forall::spec {

class Failing {
 public:
  explicit Failing(const Specification& specification);

  // With some values for its variables the term may be an error. False is exact.
  bool may_fail(Term term);

 private:
  const Terms& terms_;
  std::vector<bool> operations_;                   // by index: an axiom of the operation may lead to an error
  std::unordered_map<std::uint32_t, bool> known_;  // by term: terms share most of what they are made of
};

}  // namespace forall::spec
