// The inputs of a case as C++ statements.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "testcase/records.h"

namespace forall::emit {

struct Rebuilt {
  std::vector<std::string> statements;  // that declare a variable for each parameter, and what these need
  std::vector<std::string> arguments;   // of the call, one for each parameter
};

// `variables` are the names of the parameters in the source; `taken` are names that other variables must not have.
Rebuilt rebuild(const testcase::Put& put, const testcase::Case& c, const std::vector<std::string>& variables,
                std::set<std::string> taken, MockForm mocks = MockForm::Gmock);

}  // namespace forall::emit
