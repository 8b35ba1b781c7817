// One `forall explore`: from sources to verdicts, closed tests and stored cases.
#pragma once

#include <atomic>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"
#include "session/events.h"
#include "session/settings.h"
#include "testcase/records.h"

namespace forall::session {

// A PUT without a result: something went wrong on the way to it.
struct FailedPut {
  std::string name;
  std::exception_ptr error;
};

struct SessionResult {
  std::vector<testcase::Result> results;     // in the order of the target's PUTs
  std::vector<FailedPut> failed;             // which are not among the results
  std::vector<std::filesystem::path> files;  // the closed tests written
  // What the target is made of, absolute: the user's sources and headers; of a target built before, the program too.
  std::vector<std::filesystem::path> dependencies;
  std::vector<std::string> gone;  // PUTs that are stored of these sources, and not in them any more
  double compile_seconds = 0;
  double confirm_seconds = 0;
};

// Throws base::UserError before anything is explored if the inputs, the output folder or the database will not do.
SessionResult explore_session(const Settings& options, const std::vector<std::string>& compiler_flags,
                              const std::atomic<bool>& stop, const Events::Listener& listener);

}  // namespace forall::session
