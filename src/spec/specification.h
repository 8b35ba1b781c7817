// A specification with meaning: signature, rules, and the terms they are made of.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "spec/signature.h"
#include "spec/source.h"
#include "spec/term.h"

namespace forall::spec {

// An axiom, used from left to right. Its variables stand for values: terms that have been rewritten and are no error.
struct Rule {
  std::string label;  // as the source has it, or its number
  Op op;              // at the root of the left side
  Term left, right;
  Sort owner;  // the class whose specification has it
  Position where;
};

// How the class under test is used: C++ for an operation, with `self` for the object and its parameters by name.
struct Mapping {
  std::string operation;  // or "class", "error", "include"
  std::string target;
};

// What the specification of a class says about its use.
struct ClassUse {
  std::vector<std::string> exports;
  std::vector<Mapping> mappings;
  std::map<std::string, Sort> parameters;
  std::filesystem::path file;
};

struct Specification {
  std::string name;                      // of the class, without arguments
  Sort sort;                             // of the class
  std::unique_ptr<Signature> signature;  // has a stable address, which terms refer to
  std::unique_ptr<Terms> terms;
  std::vector<Rule> rules;                  // imported ones first
  std::map<std::string, Sort> variables;    // those that axioms declare
  std::map<std::string, Sort> class_names;  // the class and those that it imports
  std::map<Sort, ClassUse> uses;            // of the class and those that it imports
  std::filesystem::path file;
};

}  // namespace forall::spec
