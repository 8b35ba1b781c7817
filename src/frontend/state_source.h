// A StatePlan as C++ source and as JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "frontend/state_plan.h"

namespace forall::frontend {

struct StateSourceOptions {
  std::filesystem::path header;  // as the #include names it
  bool invariant = true;         // with a stub of FORALL_INVARIANT
};

// The source belongs above the tests, at global scope.
std::string state_source(const StatePlan& plan, const StateSourceOptions& options);

nlohmann::json state_json(const StatePlan& plan, const StateSourceOptions& options);

}  // namespace forall::frontend
