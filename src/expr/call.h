// A call of a method whose code does not run, as a value: what it depends on, and what came out of it. The method is an
// unknown function: calls with equal inputs have equal outcomes. Paths have calls with values of the run, clauses about
// such methods calls with variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "expr/pool.h"

namespace forall::expr {

struct Call {
  struct Part {
    abi::OperandRole role = abi::OperandRole::Argument;
    abi::ScalarKind kind = abi::ScalarKind::Int;
    Expr value;
    std::string name;        // of the parameter and its part, "" for the result
    std::uint32_t most = 0;  // Exception: the greatest number that it can be
  };
  std::string method;
  std::string short_name;
  std::uint32_t flags = 0;  // abi::StandInFlags
  std::vector<Part> in;
  std::vector<Part> out;
  bool is_comparable = true;  // no part of it is unlike everything else
};

}  // namespace forall::expr
