// What a FORALL_STATE says of each member, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/class_model.h"

namespace forall::frontend {

enum class Listing {
  Member,      // an input by itself
  Array,       // array_of(member, count)
  Count,       // the second part of an array_of
  LeftOut,     // not listed: its value is always the same
  Impossible,  // not listed, and C++ has no way to list it: the user has to decide
};
const char* to_string(Listing listing);

struct PlannedMember {
  Member member;
  Listing listing = Listing::Member;
  std::string count;  // of an Array
  std::string note;   // a sentence for a comment in the source; may be empty
};

// What the user has to write for a class.
enum class Remedy {
  Nothing,   // an aggregate
  State,     //
  Subtypes,  // abstract: only objects of derived classes exist
  // No member can be listed, or the class has to be constructed and has no default constructor.
  Constructor,  // it has one whose parameters can be inputs
  Factory,      // it has none
};
const char* to_string(Remedy remedy);

struct StatePlan {
  ClassModel model;  // its members are in `members`
  Remedy remedy = Remedy::State;
  std::string name;   // what the macros call the class: its alias, if it has one
  std::string alias;  // for a class template, else empty
  std::vector<PlannedMember> members;
  // Those whose parameters can be inputs, the one with the most parameters first.
  std::vector<Constructor> constructors;
  std::vector<std::string> hints;  // conditions that an invariant may have, guessed from names
};

StatePlan plan_state(ClassModel model);

}  // namespace forall::frontend
