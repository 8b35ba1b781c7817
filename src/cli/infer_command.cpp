// `forall infer`: laws of a class, from its code.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "base/world.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "infer/infer.h"
#include "program/code.h"
#include "target/target.h"

namespace forall::cli {
namespace {

using infer::Inference;
using infer::JudgedLaw;

std::string json_of(const std::string& class_name, const Inference& inference) {
  nlohmann::ordered_json json;
  json["class"] = class_name;
  json["laws"] = nlohmann::ordered_json::array();
  for (const JudgedLaw& each : inference.laws)
    json["laws"].push_back({{"name", each.law.name},
                            {"method", each.law.method},
                            {"text", each.law.text},
                            {"verdict", testcase::to_string(each.verdict)},
                            {"why", each.why},
                            {"killed_mutants", each.killed_mutants}});
  json["mutants"] = inference.mutants;
  json["paths"] = inference.paths;
  json["seconds"] = inference.seconds;
  json["refuted"] = inference.refuted;
  json["incomplete"] = inference.incomplete;
  json["verbose"] = inference.verbose;
  json["undetermined"] = inference.undetermined;
  return base::json_text(json);
}

void print_list(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::print("\n{}\n", title);
  for (const std::string& line : lines) fmt::print("  {}\n", line);
}

void print(const Inference& inference) {
  for (const JudgedLaw& each : inference.laws) {
    const std::string killed =
        inference.mutants == 0 ? "" : fmt::format("  kills {} of {}", each.killed_mutants, inference.mutants);
    fmt::print("{:<8}{:<40}{}\n        {}\n", testcase::to_string(each.verdict), each.law.name, killed, each.law.text);
    if (each.verdict == testcase::VerdictKind::Open) fmt::print("        open: {}\n", each.why);
  }
  print_list("incomplete: the observers cannot tell these states apart, and the results differ", inference.incomplete);
  print_list("too verbose: these observers show what nothing else explains", inference.verbose);
  print_list("undetermined: no equation says what these are", inference.undetermined);
  print_list("notes", inference.notes);
  fmt::print("\n{} laws from {} paths, {} candidates refuted", inference.laws.size(), inference.paths,
             inference.refuted);
  if (!inference.file.empty()) fmt::print("; {}", inference.file.string());
  fmt::print("\n");
}

int infer_main(InferOptions options, const Invocation& invocation) {
  constexpr std::array kSources = {".cpp", ".cc", ".cxx", ".C"};
  if (!options.out.empty() && std::find(kSources.begin(), kSources.end(), options.out.extension()) == kSources.end()) {
    throw base::UserError("the laws are tests: --out must name a C++ source, such as " +
                          options.out.filename().replace_extension(".cpp").string() + ", not " + options.out.string());
  }
  const std::atomic<bool>& stop = stop_on_interrupt();
  const session::Outside outside{base::system_world(), build::find_layout(), target::start_target, program::read_code};
  const Inference inference = infer::infer_laws(outside, options, invocation.compiler_flags, stop);
  if (stop) return code_of_interrupt();
  if (options.json) {
    fmt::print("{}\n", json_of(options.class_name, inference));
  } else {
    print(inference);
  }
  const bool is_open = std::any_of(inference.laws.begin(), inference.laws.end(),
                                   [](const JudgedLaw& law) { return law.verdict == testcase::VerdictKind::Open; });
  return is_open && options.strict ? kOpen : kSuccess;
}

}  // namespace

Action add_infer(CLI::App& app) {
  const auto options = std::make_shared<InferOptions>();
  add_infer_options(app, *options);
  return [options](const Invocation& invocation) { return infer_main(*options, invocation); };
}

}  // namespace forall::cli
