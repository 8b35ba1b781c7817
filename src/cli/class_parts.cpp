#include "cli/class_parts.h"

#include <fmt/format.h>

#include <cctype>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "base/process.h"
#include "class_tests/report.h"

namespace forall::cli {

std::string file_name(std::string class_name) {
  for (char& each : class_name) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0) each = '_';
  }
  return class_name;
}

void write_graph(const class_tests::Subject& subject, const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".json") {
    base::system_files().write(file, base::json_text(class_tests::graph_json(subject)) + "\n");
    return;
  }
  const std::filesystem::path dot = std::filesystem::path(file).replace_extension(".dot");
  base::system_files().write(dot, class_tests::graph_dot(subject));
  if (extension != ".svg") return;
  const base::ProcessResult drawn =
      base::system_processes().run({.command = {"dot", "-Tsvg", dot.string(), "-o", file.string()}});
  if (!drawn.ok())
    throw base::UserError(
        fmt::format("Graphviz's dot cannot draw {}; the graph itself is in {}", file.string(), dot.string()));
}

std::size_t failed_tests(const std::string& output) {
  std::size_t count = 0;
  for (std::size_t at = output.find("[  FAILED  ] "); at != std::string::npos;
       at = output.find("[  FAILED  ] ", at + 1)) {
    if (output.find(" ms)", at) < output.find('\n', at)) ++count;
  }
  if (count == 0 && output.find("[  PASSED  ] ") == std::string::npos) return 1;
  return count;
}

}  // namespace forall::cli
