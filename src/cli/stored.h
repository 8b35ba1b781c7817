// Shared by the commands that make native tests of stored cases: which cases, and how their tests are built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"
#include "cli/commands.h"
#include "cli/stored_options.h"
#include "native/native_tests.h"
#include "testcase/records.h"

namespace forall::cli {

// The results of the PUTs that the options choose; none is the user's error.
std::vector<testcase::Result> load_chosen(const StoredOptions& options);

// Sources and flags are those of the exploration, unless sources were given, or flags after `--`. Cases as text do not say how
// they were built: then it is the file of the PUT alone.
native::NativeSetting setting_for(const StoredOptions& options, const testcase::Put& put, const Invocation& invocation,
                                  const build::Layout& layout);

}  // namespace forall::cli
