// The part of `forall spec` that reads the header of a class, builds its driver and runs it.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "spec/load.h"
#include "spec/shapes.h"
#include "spec/specification.h"

namespace forall::cli {

struct FailedCase {
  std::string text;     // of the case
  std::string message;  // what the test program said: the states of both objects
};

// All throw base::UserError: no such class, an operation without a method, a program that does not compile.
std::vector<FailedCase> run_cases(const SpecOptions& options, const spec::Specification& specification,
                                  const std::vector<spec::Case>& cases, const Invocation& invocation);
std::string puts_of(const SpecOptions& options, const spec::Specification& specification, const Invocation& invocation);
std::string sequences_source(const SpecOptions& options, const spec::Specification& specification,
                             const std::vector<std::vector<spec::Shape>>& shapes, const Invocation& invocation);

}  // namespace forall::cli
