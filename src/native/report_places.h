// Reports of AddressSanitizer with all their places. GCC's finds none for code that several files may define (templates,
// inline functions) in a program of several files, and says where in the program it is:
//
//   before:  #0 0x5561c in Ring<int>::pop(int&, unsigned long) (/tmp/program+0x23706)
//   after:   #0 0x5561c in Ring<int>::pop(int&, unsigned long) /home/a/ring.h:10:43
#pragma once

#include <filesystem>
#include <string>

#include "base/process.h"

namespace forall::native {

// Asks llvm-symbolizer; what it does not know stays as it is. Inlined code has a frame for each function.
std::string with_places(std::string output, const std::filesystem::path& program, base::Processes& processes);

}  // namespace forall::native
