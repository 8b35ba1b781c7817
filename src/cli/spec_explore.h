// `forall spec --explore`: all sequences up to a length, for all values of their arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/spec_driver.h"
#include "spec/specification.h"
#include "testcase/records.h"

namespace forall::cli {

struct ExploredLength {
  std::size_t length = 0, sequences = 0;
  testcase::VerdictKind verdict = testcase::VerdictKind::Open;
  std::string why;  // Open
  std::uint64_t paths = 0;
  double seconds = 0;  // of exploring, without compiling
};

struct Exploration {
  std::vector<ExploredLength> lengths;  // up to the first with a failure
  std::string shortest;                 // a sequence with values that shows a failure; empty: there is none
  std::string message;                  // of its check
  double seconds = 0;                   // until it was found, all work included
  std::vector<FailedCase> failed;       // the cases of it that fail natively
  bool is_shortest = true;              // all shorter sequences are proved
  bool is_all_proved = false;           // all sequences are
};

// Length by length, until one has a sequence that fails. Prints each, unless --json is given.
Exploration explore_sequences(const SpecOptions& options, const spec::Specification& specification,
                              const Invocation& invocation);

}  // namespace forall::cli
