// All stored cases in a build with sanitizers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"
#include "native/native_tests.h"

namespace forall::native {

// "address,undefined" as a list. Throws base::UserError for what cannot be asked for.
std::vector<std::string> parse_sanitizers(const std::string& text);

// What one case showed.
struct SanitizedCase {
  std::string put;   // Suite.Function
  std::string name;  // of the case
  bool has_failed = false;
  std::string place;    // of a finding: "list.h:12"
  std::string finding;  // of a sanitizer, empty if there is none
  std::string change;   // "recorded: ...; now: ...", empty if the outcome is the recorded one
};
// Reads what a test program printed that ran its cases in processes of their own.
std::vector<SanitizedCase> read_sanitized(const std::string& output);

// Builds the sources of these PUTs as an ordinary test program with sanitizers and runs their stored cases. Throws
// base::UserError if that cannot be done.
std::vector<SanitizedCase> run_sanitized(const NativeSetting& setting, const build::Layout& layout,
                                         const std::string& database, const std::vector<std::string>& puts,
                                         const std::vector<std::string>& sanitizers, const base::World& world);

}  // namespace forall::native
