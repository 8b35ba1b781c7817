#pragma once

#include <string>
#include <string_view>
#include <vector>

// The fields of a line: a,"b,c",d. A quote that is never closed ends with the line.
std::vector<std::string> fields_of(std::string_view line);

std::string quoted(const std::string& field);
