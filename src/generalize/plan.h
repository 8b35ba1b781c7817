// What of a closed test becomes a parameter, and what its expected values may be in terms of the parameters.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "frontend/read_flows.h"
#include "generalize/values.h"

namespace forall::generalize {

struct Parameter {
  std::string name;
  std::string type;
  Value original;
  std::string text;                    // of the original value, as C++ source
  std::vector<std::size_t> constants;  // of the test that it replaces
  std::size_t assertion = 0;           // in which all of them are; kSetUp: some are outside of assertions
};
inline constexpr std::size_t kSetUp = static_cast<std::size_t>(-1);

// Texts for constants that are expected values: one way in which an assertion may hold in general.
using Relation = std::map<std::size_t, std::string>;

struct TestPlan {
  std::vector<Parameter> parameters;
  std::vector<std::vector<Relation>> relations;  // of each assertion, the likeliest first; at least one
};

// Without parameters if nothing can be promoted.
TestPlan plan_test(const frontend::TestFlow& flow);

// The assertion that a range is in; kSetUp if in none.
std::size_t assertion_at(const frontend::TestFlow& flow, frontend::SourceRange range);

// Why a test without parameters has none, in one line.
std::string why_nothing(const frontend::TestFlow& flow);

}  // namespace forall::generalize
