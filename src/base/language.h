// C and C++ sources in one build: which flags belong to which.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace forall::base {

// By the ending of its name, as compilers see it: .c is C.
bool is_c_source(const std::filesystem::path& source);

// The flags for this source: without the standards of the other language, and with the language itself where a C++
// compiler would take it for C++.
std::vector<std::string> flags_for(const std::filesystem::path& source, const std::vector<std::string>& flags);

}  // namespace forall::base
