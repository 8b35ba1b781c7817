// One stored case as a program for a debugger.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "native/native_tests.h"
#include "testcase/records.h"

namespace forall::native {

struct DebugProgram {
  std::filesystem::path program;       // absolute
  std::vector<std::string> arguments;  // by which it runs this case alone, and stops where an assertion fails
  std::filesystem::path test;          // the source of the closed test
};

// Compiles the closed test of the case with debug information and the run-time checks of the compiler. It lies in the build folder of the
// setting, and stays there. Throws base::UserError with the compiler's output; if the case has no closed test, too.
DebugProgram debug_program(const NativeSetting& setting, const testcase::Put& put, const testcase::Case& stored,
                           const base::World& world);

}  // namespace forall::native
