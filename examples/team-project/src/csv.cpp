#include "csv.h"

namespace {

// Reads a field that begins with a quote; returns where it ends.
std::size_t read_quoted(std::string_view line, std::size_t at, std::string& field) {
  ++at;
#ifdef PLANTED_BUGS
  while (line[at] != '"') field += line[at++];
#else
  while (at < line.size() && line[at] != '"') field += line[at++];
  if (at == line.size()) return at;
#endif
  return at + 1;
}

}  // namespace

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ',') {
      fields.emplace_back();
      ++at;
    } else if (line[at] == '"') {
      at = read_quoted(line, at, fields.back());
    } else {
      fields.back() += line[at++];
    }
  }
  return fields;
}

std::string quoted(const std::string& field) { return '"' + field + '"'; }
