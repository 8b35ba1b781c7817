// One `forall explore`: from sources to verdicts, closed tests and stored cases.
#pragma once

#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"
#include "native/check_closed.h"
#include "program/code.h"
#include "report/report.h"
#include "session/events.h"
#include "session/settings.h"
#include "target/target.h"
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
  std::vector<native::UncompiledTests> uncompiled;  // those of them that an ordinary compiler rejects
  std::vector<std::string> gone;                    // PUTs that are stored of these sources, and not in them any more
  report::Times times;
};

// Throws a UserError that names the first source that is not there.
void check_inputs(const Settings& options, base::Files& files);

// Files of forall's own folder, such as `file`, are made again wherever they are missing, so git is told to leave them alone.
void ignore_own_folder(const std::filesystem::path& file, base::Files& files);

// What a session finds outside of itself. The command line hands in the real things, tests their own.
struct Outside {
  base::World world;
  build::Layout layout;
  std::function<std::unique_ptr<target::Target>(const std::filesystem::path& program)> start_target;
  std::function<std::unique_ptr<program::Code>(const std::filesystem::path& program)> read_code;
};

// Throws base::UserError before anything is explored if the inputs, the output folder or the database will not do.
SessionResult explore_session(const Outside& outside, const Settings& options,
                              const std::vector<std::string>& compiler_flags, const std::atomic<bool>& stop,
                              const Events::Listener& listener);

}  // namespace forall::session
