// How often lines were run, as gcov or llvm-cov measured it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace forall::report {

// By file (as near_path has it) and line.
using LineHits = std::map<std::string, std::map<unsigned, std::uint64_t>>;

// Reads an lcov tracefile: `SF:file`, `DA:line,count`, `end_of_record`. Counts of a line that comes again are added.
// Throws std::invalid_argument if it is none.
LineHits read_line_hits(std::string_view tracefile);

}  // namespace forall::report
