// When the calls of observers have values, over the terms of a probe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "infer/law.h"
#include "infer/subject.h"

namespace forall::infer {

// When an observer or an operation returns, over the terms of its own probe.
struct Returns {
  bool is_known = false;
  std::vector<Term> terms;
  Condition when;  // empty: always
};
// The same over the terms of another probe, where `renamed` are the arguments of the call; none if these lack a term.
std::optional<Condition> translated(const Returns& returns, const std::vector<Argument>& arguments,
                                    const std::vector<std::string>& renamed, long shift,
                                    const std::vector<Term>& terms);

// What must hold for the terms of the relation to have values; none if that cannot be said.
std::optional<Condition> needed_by(const Subject& subject, const std::vector<Returns>& observers,
                                   const std::vector<Term>& terms, const Relation& relation);

}  // namespace forall::infer
