// PUTs for the tests of who uses whose axioms.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testcase/records.h"

namespace forall::axioms::testing_support {

inline testcase::Put put(const std::string& suite, const std::string& name, std::vector<std::string> uses = {}) {
  testcase::Put result;
  result.suite = suite;
  result.name = name;
  result.file = "test.cpp";
  result.line = 7;
  result.uses = std::move(uses);
  return result;
}

// One that describes the class of that number.
inline testcase::Put axiom(const std::string& suite, const std::string& name, unsigned described,
                           std::vector<std::string> uses = {}) {
  testcase::Put result = put(suite, name, std::move(uses));
  result.describes = {{"Class" + std::to_string(described), described}};
  return result;
}

}  // namespace forall::axioms::testing_support
