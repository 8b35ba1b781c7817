// All cases run in one process, at whose end the counts are written beside the objects. Cases that crash run in a child,
// which leaves none.
#include "native/line_hits.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "base/json.h"
#include "native/replay_program.h"
#include "native/test_program.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;

// Of g++-13 it is gcov-13, of c++ the usual one.
std::string gcov_of(const std::string& compiler) {
  std::string name = fs::path(compiler).filename().string();
  if (name.find("clang") != std::string::npos) {
    throw base::UserError(
        fmt::format("--line-hits needs g++ with its gcov, and the compiler is {}; give --compiler g++", compiler));
  }
  const auto at = name.rfind("g++");
  if (at == std::string::npos) return "gcov";
  name.replace(at, 3, "gcov");
  return (fs::path(compiler).parent_path() / name).string();
}

}  // namespace

std::string tracefile_of(const std::string& gcov_output) {
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> files;
  std::istringstream lines(gcov_output);
  try {
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      const auto unit = base::parse_json(line);
      const fs::path folder = unit.at("current_working_directory").get<std::string>();
      for (const auto& file : unit.at("files")) {
        auto& hits = files[(folder / file.at("file").get<std::string>()).lexically_normal().string()];
        for (const auto& each : file.at("lines"))  // a line comes once for each instance of its template
          hits[each.at("line_number").get<std::uint64_t>()] += each.at("count").get<std::uint64_t>();
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw base::UserError(fmt::format("gcov printed something else than its JSON: {}", error.what()));
  }
  std::string text;
  for (const auto& [file, hits] : files) {
    if (file.starts_with("/usr/")) continue;
    text += fmt::format("SF:{}\n", file);
    for (const auto& [line, count] : hits) text += fmt::format("DA:{},{}\n", line, count);
    text += "end_of_record\n";
  }
  return text;
}

std::string measure_lines(const NativeSetting& setting, const build::Layout& layout, const std::string& database,
                          const std::vector<std::string>& puts, const base::World& world) {
  const std::string gcov = gcov_of(setting.compiler);
  const fs::path program =
      replay_program(setting, layout, {"counting", "with --coverage", {"--coverage", "-O0"}}, world);
  TestRun run;
  for (const std::string& put : puts) run.tests.push_back(put + "/*");
  run.environment = {{"FORALL_DB", database}, {"FORALL_ALL_FAILURES", "1"}};
  const base::ProcessResult ran = run_tests(program, run, world).process;
  std::vector<std::string> command = {gcov, "--json-format", "--stdout"};
  std::vector<fs::path> made = {program};
  for (std::size_t i = 0; i < setting.sources.size(); ++i) {
    const std::string object = program.string() + "." + std::to_string(i);
    made.insert(made.end(), {object + ".gcda", object + ".gcno"});
    if (world.files.exists(object + ".gcda")) command.push_back(object + ".gcda");
  }
  if (command.size() == 3)
    throw base::UserError(fmt::format("{}\nthe test program did not come to its end", ran.output));
  const base::ProcessResult counted = world.processes.run({.command = command, .merge_output = false});
  for (const fs::path& file : made) world.files.remove(file);
  if (!counted.ok())
    throw base::UserError(fmt::format("{}\nthe counts cannot be read: {}",
                                      counted.started ? counted.error : counted.output, base::quote_command(command)));
  return tracefile_of(counted.output);
}

}  // namespace forall::native
