// What laws are made of: terms, relations between them, and the law itself.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "infer/subject.h"

namespace forall::infer {

// A value that a probe observes.
struct Term {
  enum class Time { Argument, Before, After, Result };
  Time time = Time::Argument;
  std::string call;  // "count()", "get(other)"; of an argument, its name
  Sort sort = Sort::Number;
  bool is_own = true;                // Argument: of the operation, not of an observer
  std::size_t observer = 0;          // Before, After: into Subject::observers
  std::vector<std::string> of = {};  // Before, After: the arguments of the call
  long shift = 0;                    // Before: of its last argument, "get(other - 1)" has -1
  // As the probe observed it.
  bool is_signed = true;
  unsigned width = 0;  // 0: never observed

  bool is_of_constant() const { return !of.empty() && (of.front() == "0" || of.front() == "1"); }
  bool is_before() const { return time == Time::Argument || time == Time::Before; }
  // Unique in a probe.
  std::string name() const;
};

enum class Rel { Eq, Ne, Lt, Le, Gt, Ge };
Rel negation(Rel rel);

// `left rel right + plus + offset`, where terms are indices into those of a probe. What is kNone is not there.
struct Relation {
  static constexpr int kNone = -1;
  int left = kNone;
  Rel rel = Rel::Eq;
  int right = kNone;
  int plus = kNone;
  bool is_difference = false;  // `right - plus`
  std::int64_t offset = 0;
  friend auto operator<=>(const Relation&, const Relation&) = default;
};
inline Relation negated(Relation relation) {
  relation.rel = negation(relation.rel);
  return relation;
}

// A conjunction of disjunctions.
using Clause = std::vector<Relation>;
using Condition = std::vector<Clause>;

struct Law {
  Condition condition;            // what the law assumes
  std::vector<Relation> guard;    // the part of it that tells this law from others of the operation
  std::vector<Relation> effects;  //
  std::string throws;             // the exception type; then there are no effects
  bool is_pure = false;           // it changes nothing
};

}  // namespace forall::infer
