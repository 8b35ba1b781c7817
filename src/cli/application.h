// The command line: finds the subcommand, turns errors into one message and an exit code.
#pragma once

#include <exception>
#include <string>

namespace forall::cli {

// Exit codes, the same for every command.
inline constexpr int kSuccess = 0;  // all proved or passed
inline constexpr int kRefuted = 1;  // something is refuted
inline constexpr int kError = 2;    // usage or environment
inline constexpr int kOpen = 3;     // open only, with --strict; or proved with axioms that are stale

int run(int argc, char** argv);
// The message to the user for an exception that ended something.
std::string error_text(const std::exception_ptr& thrown);

}  // namespace forall::cli
