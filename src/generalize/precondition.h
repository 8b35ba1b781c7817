// A short condition over the parameters that separates the cases that pass from those that do not.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "generalize/values.h"

namespace forall::generalize {

struct Condition {
  std::string text;  // C++ source: "index < 1"
  std::function<bool(const Values&)> holds;
  // What it says of parameters whose original values make it more than a condition.
  std::string same_as[2];  // both parameters are equal
  std::string pinned;      // this one has its original value
};

struct Precondition {
  std::vector<Condition> conditions;  // all of them hold
  bool keeps_all = false;             // every case that passes fulfils it
  std::size_t kept = 0;               // cases that pass and fulfil it
  int cost = 0;                       // the smaller, the likelier it is the reason and not a coincidence
  // "a >= 0 && b == 0"
  std::string text() const;
};

struct Separation {
  Values original;                               // a case that must be kept
  std::map<std::string, std::string> originals;  // the source text of these values
  std::vector<Values> passing;
  std::vector<Values> failing;
  std::map<std::string, std::set<long double>> hints;  // numbers that the code compares a parameter with
};

// At most three conditions, which exclude all failing cases. Short ones with plain numbers come first: with few cases, a long
// one that keeps them all is mostly a coincidence. None if there is no such condition.
std::optional<Precondition> find_precondition(const Separation& cases);

}  // namespace forall::generalize
