// Mutants of a class: its header with one small mistake in the class each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"

namespace forall::infer {

// The header with the files that it includes in quotes put in their place, each once. What cannot be read stays included.
std::string flattened(base::Files& files, const std::filesystem::path& header);

struct Mutant {
  std::string change;  // "line 12: '<' becomes '<='"
  std::string text;    // of the whole header
};
// At most `most`, spread over the body of the class; none if the text does not define it. Some may not compile.
std::vector<Mutant> make_mutants(const std::string& header, const std::string& class_name, std::size_t most);

}  // namespace forall::infer
