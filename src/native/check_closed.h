// Do written closed tests compile? Their cases were run by value, so this is about the text alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "native/native_tests.h"

namespace forall::native {

struct WrittenTests {
  std::string put;               // full name
  std::filesystem::path file;    // of its closed tests
  std::filesystem::path source;  // that has the PUT
};
struct UncompiledTests {
  std::string put;
  std::filesystem::path file;
  std::string output;  // of the compiler
};

// Reads all files of one source in one run of the compiler. Only if that fails, each by itself: parts that the user
// keeps in two of them may not go together. Returns those that do not compile.
std::vector<UncompiledTests> check_closed(const NativeSetting& setting, const std::vector<WrittenTests>& tests,
                                          const base::World& world);

}  // namespace forall::native
