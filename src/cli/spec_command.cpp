// `forall spec`: reads an algebraic specification, rewrites its terms, checks it and tests a class against it.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/spec_driver.h"
#include "cli/spec_explore.h"
#include "cli/spec_interactive.h"
#include "spec/check.h"
#include "spec/export.h"
#include "spec/format.h"
#include "spec/generate.h"
#include "spec/load.h"
#include "spec/rewrite.h"
#include "spec/tree.h"

namespace forall::cli {
namespace {

std::string read(const std::filesystem::path& file) {
  const auto text = base::system_files().read(file);
  if (!text) throw base::UserError(fmt::format("cannot read {}", file.string()));
  return *text;
}

int format_main(const SpecOptions& options) {
  const std::string text = read(options.file);
  const std::string formatted = spec::format({options.file.string(), text});
  if (formatted != text) base::system_files().write(options.file, formatted);
  return kSuccess;
}

spec::Term normal_form(const SpecOptions& options, const spec::Specification& specification, spec::Term term) {
  const spec::Terms& terms = *specification.terms;
  const spec::Reduction reduction = spec::Rewriter(specification, {.steps = options.steps}).normalize(term);
  if (reduction.end == spec::Reduction::End::Cycle)
    throw base::UserError(fmt::format("{} has no normal form: rewriting {} leads to the same term again",
                                      spec::to_text(terms, term), spec::to_text(terms, reduction.pending.back())));
  if (reduction.end == spec::Reduction::End::Steps)
    throw base::UserError(fmt::format("rewriting {} did not end after {} steps; --steps allows more",
                                      spec::to_text(terms, term), options.steps));
  if (!reduction.problem.empty()) fmt::print(stderr, "forall: note: {}\n", reduction.problem);
  return reduction.result;
}

int print(const std::string& text) {
  fmt::print("{}", text);
  return kSuccess;
}

// What the last line of --json has.
struct Results {
  std::vector<std::pair<const char*, spec::CheckAnswer>> checks;
  std::size_t cases = 0;
  std::vector<FailedCase> failed;
  std::vector<std::string> normal_forms;
  std::optional<Exploration> exploration;
};

nlohmann::ordered_json json_of(const Exploration& exploration) {
  nlohmann::ordered_json json;
  json["lengths"] = nlohmann::ordered_json::array();
  for (const ExploredLength& each : exploration.lengths)
    json["lengths"].push_back({{"length", each.length},
                               {"sequences", each.sequences},
                               {"verdict", testcase::to_string(each.verdict)},
                               {"why", each.verdict == testcase::VerdictKind::Open ? each.why : ""},
                               {"paths", each.paths},
                               {"seconds", each.seconds}});
  if (exploration.shortest.empty()) {
    json["shortest"] = nullptr;
  } else {
    json["shortest"] = {{"sequence", exploration.shortest},
                        {"message", exploration.message},
                        {"is_proved_shortest", exploration.is_shortest},
                        {"seconds", exploration.seconds}};
  }
  return json;
}

std::string json_of(const SpecOptions& options, const Results& results) {
  nlohmann::ordered_json json;
  json["specification"] = options.file.string();
  if (!options.class_name.empty()) json["class"] = options.class_name;
  json["checks"] = nlohmann::ordered_json::object();
  for (const auto& [property, answer] : results.checks)
    json["checks"][property] = {
        {"answer", spec::to_string(answer.verdict)}, {"because", answer.because}, {"details", answer.details}};
  json["cases"] = results.cases;
  json["failed"] = nlohmann::ordered_json::array();
  for (const FailedCase& failed : results.failed)
    json["failed"].push_back({{"case", failed.text}, {"message", failed.message}});
  json["normal_forms"] = results.normal_forms;
  if (results.exploration) json["explored"] = json_of(*results.exploration);
  return base::json_text(json);
}

void check(const SpecOptions& options, const spec::Specification& specification, Results& results) {
  const spec::Checks checks = spec::check_all(specification);
  results.checks = {{"terminating", checks.terminating},
                    {"confluent", checks.confluent},
                    {"complete", checks.complete},
                    {"consistent", checks.consistent}};
  if (options.json) return;
  for (const auto& [property, answer] : results.checks) {
    fmt::print("{:<13}{:<5}{}\n", property, spec::to_string(answer.verdict), answer.because);
    for (const std::string& line : answer.details) fmt::print("{:<18}{}\n", "", line);
  }
}

// The cases that the options ask for; systematic ones if they ask for none.
std::vector<spec::Case> collect_cases(const SpecOptions& options, const spec::Specification& specification) {
  std::vector<spec::Case> all;
  spec::Conditions conditions(specification);
  const auto add = [&](const spec::Cases& made) {
    all.insert(all.end(), made.cases.begin(), made.cases.end());
    for (const std::string& reason : made.bounded)
      fmt::print(stderr, "forall: note: there may be more cases: {}\n", reason);
    if (made.unsatisfiable > 0 && !options.json)
      fmt::print("{} unsatisfiable path{} cut\n", made.unsatisfiable, made.unsatisfiable == 1 ? "" : "s");
  };
  if (!options.cases.empty()) {
    const std::string text = read(options.cases);
    all = spec::read_cases(specification, {options.cases.string(), text});
  }
  for (const std::string& term : options.from)
    add(spec::cases_of_term(specification, conditions, spec::read_term(specification, {"TERM", term})));
  if (options.random.count > 0) add(spec::random_cases(specification, options.random));
  if (options.systematic > 0 || (options.cases.empty() && options.from.empty() && options.random.count == 0))
    add(spec::systematic_cases(specification, conditions,
                               {.length = options.systematic == 0 ? 3 : options.systematic}));
  return all;
}

int trees_main(const SpecOptions& options, const spec::Specification& specification) {
  spec::Conditions conditions(specification);
  for (const std::string& text : options.trees) {
    const spec::Term roots[] = {spec::read_term(specification, {"TERM", text})};
    fmt::print("{}", spec::tree_text(specification, spec::build_tree(specification, conditions, roots)));
  }
  return kSuccess;
}

int verdict_of(const SpecOptions& options, const Results& results) {
  bool open = false;
  for (const auto& [property, answer] : results.checks) {
    if (answer.verdict == spec::Verdict::No) return kRefuted;
    open = open || answer.verdict == spec::Verdict::Open;
  }
  if (!results.failed.empty()) return kRefuted;
  open = open || (results.exploration && !results.exploration->is_all_proved);
  return open && options.strict ? kOpen : kSuccess;
}

void print(const Exploration& exploration) {
  if (exploration.shortest.empty()) {
    if (exploration.is_all_proved) {
      fmt::print("all sequences of up to {} operations do what the axioms say, with any arguments\n",
                 exploration.lengths.back().length);
    } else {
      fmt::print("no sequence was found that fails, but not all are proved\n");
    }
    return;
  }
  fmt::print("{} fails, found after {:.1f} s\n", exploration.shortest, exploration.seconds);
  fmt::print("{}\n", exploration.is_shortest ? "no shorter sequence does: all are proved"
                                             : "a shorter one may do so: not all are proved");
}

void explore_class(const SpecOptions& options, const spec::Specification& specification, const Invocation& invocation,
                   Results& results) {
  results.exploration = explore_sequences(options, specification, invocation);
  if (!options.json) print(*results.exploration);
  results.failed = results.exploration->failed;
  results.cases = results.failed.size();
  if (!options.json) {
    for (const FailedCase& failed : results.failed) fmt::print("failed {}\n{}", failed.text, failed.message);
  }
  if (results.failed.empty() && !results.exploration->shortest.empty())
    results.failed.push_back({results.exploration->shortest, results.exploration->message});
}

int spec_main(const SpecOptions& options, const Invocation& invocation) {
  if (options.format) return format_main(options);
  const spec::Specification specification =
      spec::load(base::system_files(), options.file, {.arguments = options.arguments});
  if (options.maude) return print(spec::to_maude(specification));
  if (options.ari) return print(spec::to_ari(specification));
  if (!options.trees.empty()) return trees_main(options, specification);
  if (!options.interactive.empty()) return interactive_main(options, specification);
  if (options.as_puts) return print(puts_of(options, specification, invocation));
  Results results;
  for (const std::string& text : options.reduce) {
    const spec::Term term = spec::read_term(specification, {"TERM", text});
    results.normal_forms.push_back(spec::to_text(*specification.terms, normal_form(options, specification, term)));
    if (!options.json) fmt::print("{}\n", results.normal_forms.back());
  }
  const bool wants_cases = !options.class_name.empty() || !options.write_cases.empty();
  if (options.reduce.empty()) {
    check(options, specification, results);
    if (options.explore) {
      explore_class(options, specification, invocation, results);
    } else if (wants_cases) {
      const auto cases = collect_cases(options, specification);
      results.cases = cases.size();
      if (!options.write_cases.empty())
        base::system_files().write(options.write_cases, spec::cases_text(specification, cases));
      if (!options.class_name.empty()) results.failed = run_cases(options, specification, cases, invocation);
      if (!options.json) {
        for (const FailedCase& failed : results.failed) fmt::print("failed {}\n{}", failed.text, failed.message);
        fmt::print("{} case{}{}\n", cases.size(), cases.size() == 1 ? "" : "s",
                   options.class_name.empty() ? "" : fmt::format(", {} failed", results.failed.size()));
      }
    }
  }
  if (options.json) fmt::print("{}\n", json_of(options, results));
  return verdict_of(options, results);
}

}  // namespace

Action add_spec(CLI::App& app) {
  const auto options = std::make_shared<SpecOptions>();
  add_spec_options(app, *options);
  return [options](const Invocation& invocation) { return spec_main(*options, invocation); };
}

}  // namespace forall::cli
