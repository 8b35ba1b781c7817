// The commands that only read the database: list, show, tree.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "base/process.h"
#include "base/suggest.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/stored_options.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "report/text.h"
#include "report/tree.h"
#include "store/store.h"

namespace forall::cli {
namespace {

constexpr int kListVersion = 1;  // of the JSON of `forall list`

testcase::Result load_put(store::Store& store, const std::string& name) {
  auto result = store.load(name);
  if (result) return std::move(*result);
  std::string known;
  std::vector<std::string> names;
  for (const auto& put : store.list()) {
    known += "\n  " + put.name;
    names.push_back(put.name);
  }
  const std::string meant = base::suggestion(name, names);
  if (known.empty()) throw base::UserError(fmt::format("no PUT named {} in the database; it is empty", name));
  throw base::UserError(fmt::format("no PUT named {} in the database{}:{}", name,
                                    meant.empty() ? "; there are" : meant + " There are", known));
}

// The cases of one PUT, without what they are made of: fast for ten thousand.
int list_cases(const ReadOptions& options, const std::string& put) {
  const auto store = store::open_existing(place_of_cases(options.database));
  const auto cases = store->case_names(put);
  if (cases.empty() && !store->find_put(put)) load_put(*store, put);  // says what there is
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& c : cases)
      all.push_back({c.id, c.name, testcase::to_string(c.outcome),
                     c.file.empty() ? nlohmann::json() : nlohmann::json(c.file), c.line});
    fmt::print("{}\n",
               base::json_text(nlohmann::json{{"version", kListVersion}, {"put", put}, {"cases", std::move(all)}}));
    return kSuccess;
  }
  for (const auto& c : cases) {
    fmt::print("{:>6}  {:<9}  {}{}\n", c.id, testcase::to_string(c.outcome), c.name,
               c.file.empty() ? "" : fmt::format("  {}:{}", c.file, c.line));
  }
  return kSuccess;
}

int list_main(const ReadOptions& options) {
  const auto puts = store::open_existing(place_of_cases(options.database))->list();
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& put : puts) {
      all.push_back({{"name", put.name},
                     {"verdict", testcase::to_string(put.verdict)},
                     {"paths", put.paths},
                     {"cases", put.cases},
                     {"failed", put.failed},
                     {"axioms", put.axioms},
                     {"file", put.file},
                     {"line", put.line},
                     {"complete", put.complete},
                     {"explored_at", put.explored_at}});
    }
    fmt::print("{}\n", base::json_text(nlohmann::json{{"version", kListVersion}, {"puts", all}}));
    return kSuccess;
  }
  std::size_t width = 4;
  for (const auto& put : puts) width = std::max(width, report::display_width(put.name));
  fmt::print("{:<{}}  {:<8} {:>6} {:>6} {:>7}  {}\n", "PUT", width, "verdict", "paths", "cases", "failing", "where");
  for (const auto& put : puts) {
    const std::string assuming = put.axioms == 0 || put.verdict != testcase::VerdictKind::Proved
                                     ? ""
                                     : fmt::format("  (assuming {})", report::counted(put.axioms, "axiom"));
    fmt::print("{}  {:<8} {:>6} {:>6} {:>7}  {}{}{}{}\n", report::pad_right(put.name, width),
               testcase::to_string(put.verdict), put.paths, put.cases, put.failed, put.file,
               put.line == 0 ? "" : fmt::format(":{}", put.line), assuming, put.complete ? "" : "  (interrupted)");
  }
  return kSuccess;
}

testcase::Case case_of(testcase::Result& result, const std::string& name) {
  const auto found =
      std::find_if(result.cases.begin(), result.cases.end(), [&](const auto& each) { return each.name == name; });
  if (found != result.cases.end()) return std::move(*found);
  std::vector<std::string> names;
  for (const auto& each : result.cases) names.push_back(each.name);
  const std::string meant = base::suggestion(name, names);
  throw base::UserError(fmt::format("{} has no case {}{}; forall list --cases {} has all", result.put.full_name(), name,
                                    meant, result.put.full_name()));
}

int show_main(const ReadOptions& options, const std::string& what) {
  const auto store = store::open_existing(place_of_cases(options.database));
  std::vector<testcase::Case> cases;
  std::optional<testcase::Put> put;
  testcase::Result result;  // of the whole PUT, if requested
  if (!what.empty() && what.size() < 19 && what.find_first_not_of("0123456789") == std::string::npos) {
    auto found = store->find_case(std::stoll(what));
    if (!found)
      throw base::UserError(fmt::format("no case {} in {}; forall list --cases Suite.Name has their numbers", what,
                                        place_of_cases(options.database)));
    put = store->find_put(found->put);
    cases.push_back(std::move(*found));
  } else if (const auto slash = what.find('/'); slash != std::string::npos) {
    testcase::Result all = load_put(*store, what.substr(0, slash));
    cases.push_back(case_of(all, what.substr(slash + 1)));
    put = all.put;
  } else {
    result = load_put(*store, what);
    cases = std::move(result.cases);
    put = result.put;
  }
  const testcase::Put* types = put ? &*put : nullptr;
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& c : cases) all.push_back(base::parse_json(report::case_json(c, types)));
    nlohmann::json stale = nlohmann::json::array();
    for (const auto& c : result.stale) stale.push_back({{"name", c.name}, {"reason", c.reason}});
    nlohmann::json shown = {{"cases", all}, {"stale", stale}};
    shown.update(base::parse_json(report::axioms_json(result)));
    fmt::print("{}\n", base::json_text(shown));
  } else {
    for (const auto& c : cases) fmt::print("{}", report::case_text(c, terminal_style(), types));
    fmt::print("{}", report::ledger_text(result, terminal_style()));
    fmt::print("{}", report::axioms_text(result, terminal_style()));
    fmt::print("{}", report::stale_text(result, terminal_style()));
  }
  return kSuccess;
}

// Graphviz draws it.
void write_svg(const std::filesystem::path& file, const testcase::Result& result) {
  const std::filesystem::path source = file.string() + ".dot";
  base::system_files().write(source, report::tree_dot(result));
  const auto drawn = base::system_processes().run({.command = {"dot", "-Tsvg", "-o", file.string(), source.string()}});
  base::system_files().remove(source);
  if (!drawn.started)
    throw base::UserError("--svg needs Graphviz: install the package graphviz, or use --dot and draw it elsewhere");
  if (!drawn.ok()) throw base::UserError(fmt::format("dot could not draw {}: {}", file.string(), drawn.output));
}

int tree_main(const TreeOptions& options) {
  const auto store = store::open_existing(place_of_cases(options.database));
  const testcase::Result result = load_put(*store, options.put);
  if (!options.svg.empty()) {
    write_svg(options.svg, result);
  } else if (options.dot) {
    fmt::print("{}", report::tree_dot(result));
  } else if (options.json) {
    fmt::print("{}\n", report::tree_json(result));
  } else {
    fmt::print("{}", report::tree_text(result, terminal_style()));
  }
  return kSuccess;
}

}  // namespace

Action add_list(CLI::App& app) {
  const auto options = std::make_shared<ListOptions>();
  add_list_options(app, *options);
  return [options](const Invocation&) {
    return options->put.empty() ? list_main(*options) : list_cases(*options, options->put);
  };
}

Action add_show(CLI::App& app) {
  const auto options = std::make_shared<ShowOptions>();
  add_show_options(app, *options);
  return [options](const Invocation&) { return show_main(*options, options->what); };
}

Action add_tree(CLI::App& app) {
  const auto options = std::make_shared<TreeOptions>();
  add_tree_options(app, *options);
  return [options](const Invocation&) { return tree_main(*options); };
}

}  // namespace forall::cli
