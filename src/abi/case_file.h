// The cases of a PUT as a file, for the native program that runs them: numbers of 64 bits and texts, in the order of
// this machine's bytes. The library that reads it (src/confirm) is of the same installation as the program that writes
// it.
//
//   magic
//   text of the PUT's full name
//   number of parameters, a text for each name
//   number of cases, and for each:
//     outcome (ForallStoredOutcome), text of the file where it failed, line
//     number of inputs, and for each:  text of its name, low, high, width, kind, is_choice, text of its target
//     number of objects, and for each:  text of its name, text of its type
//     number of observations, and for each the same as for an input
//
// A text is its length, its bytes, and a zero byte.
#pragma once

#include <cstdint>

namespace forall::abi {

inline constexpr std::uint64_t kCaseFileMagic = 0x1053'5341'4346'4c41;

// The environment variable that names the file. The n-th of its cases is the test Suite.Function/n.
inline constexpr const char* kCaseFileVariable = "FORALL_CASES";

}  // namespace forall::abi
