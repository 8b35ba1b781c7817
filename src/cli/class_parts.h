// Parts of `forall class` that stand by themselves.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "class_tests/source.h"

namespace forall::cli {

// The name of a class as that of a file or folder.
std::string file_name(std::string class_name);

// The control-flow graph of the class, as the extension of the file says. Throws base::UserError if Graphviz cannot draw it.
void write_graph(const class_tests::Subject& subject, const std::filesystem::path& file);

// How many tests failed, from the output of a GoogleTest program; at least 1 if it ended early.
std::size_t failed_tests(const std::string& output);

}  // namespace forall::cli
