// What watches a native run, and which predicted errors it shows.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::native {

enum class Watch {
  Checks,      // the run-time checks of the compiler; every case is first run so
  Memory,      // AddressSanitizer
  Values,      // Valgrind: uses of uninitialised values
  Characters,  // functions that take the library's place
  Pairs,       // AddressSanitizer's checks of differences of pointers
  Clang,       // the run-time checks of clang
  Algorithms,  // assertions about orders and ranges that the library has not (library_checks)
};

// Those besides the first, in the order in which they are asked.
inline constexpr Watch kOtherWatches[] = {Watch::Memory, Watch::Values, Watch::Characters,
                                          Watch::Pairs,  Watch::Clang,  Watch::Algorithms};

// Is it worth to run a case once more under it, which the first run did not confirm?
bool is_watched_by(Watch watch, const testcase::Case& predicted);
// Has the first run no check for what is predicted, so that its not finding it says nothing?
bool is_only_seen_by(Watch watch, const testcase::Case& predicted);

// Flags for compiling and linking; `include` is the folder of forall's headers.
std::vector<std::string> checks_of(Watch watch, const std::filesystem::path& include);
const char* program_suffix(Watch watch);  // tells the programs of a file apart

// The program that runs the test program, with its options, and the test program's environment.
std::vector<std::string> checker_of(Watch watch);
std::vector<std::pair<std::string, std::string>> environment_of(Watch watch);

}  // namespace forall::native
