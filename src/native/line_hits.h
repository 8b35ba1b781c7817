// How often the stored cases run each line.
#pragma once

#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"
#include "native/native_tests.h"

namespace forall::native {

// Builds the sources of these PUTs as an ordinary test program that counts, runs their stored cases, and returns what gcov
// says of it as records of an lcov tracefile. Throws base::UserError if that cannot be done.
std::string measure_lines(const NativeSetting& setting, const build::Layout& layout, const std::string& database,
                          const std::vector<std::string>& puts, const base::World& world);

// The output of `gcov --json-format --stdout`, an object on each line, as such records.
std::string tracefile_of(const std::string& gcov_output);

}  // namespace forall::native
