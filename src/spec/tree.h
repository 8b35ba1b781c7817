// ADT trees: what a term with variables becomes. At each condition that its variables decide the term has two
// continuations; a path through them has a condition and a normal form, and paths exclude each other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spec/conditions.h"
#include "spec/specification.h"

namespace forall::spec {

struct Path {
  enum class State { Feasible, Unsatisfiable, Open };
  State state = State::Feasible;
  std::vector<Fact> conditions;    // in the order of the decisions
  std::vector<Term> normal_forms;  // one for each root; none if the path is unsatisfiable
  bool within_integers = false;    // that it is feasible, or cut, relies on arithmetic without overflow
  std::vector<Term> assumed;       // no error, as the normal forms rely on it
  std::string reason;              // Open
};

struct TreeOptions {
  std::size_t paths = 1000;
  std::size_t decisions = 100;    // on one path
  std::uint64_t steps = 100'000;  // of rewriting, on one path
};

struct Tree {
  std::vector<Term> roots;
  std::vector<Path> paths;
  std::string bounded;  // why there may be more paths than these; empty: these are all
};

// The paths of terms over the same variables, ELSE before THEN. Unsatisfiable ones are cut where the condition arises.
Tree build_tree(const Specification& specification, Conditions& conditions, std::span<const Term> roots,
                const TreeOptions& options = {});

std::string conditions_text(const Specification& specification, std::span<const Fact> facts);
// Indented: a condition and below it what follows if it holds and if it does not.
std::string tree_text(const Specification& specification, const Tree& tree);

}  // namespace forall::spec
