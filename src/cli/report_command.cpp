// forall report: stored results as a page for a browser, and in the formats that CI reads.
#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "cli/application.h"
#include "cli/before.h"
#include "cli/commands.h"
#include "cli/page.h"
#include "cli/stored.h"
#include "report/ci.h"
#include "report/compare.h"
#include "report/page.h"
#include "store/store.h"
#include "store/text.h"

namespace forall::cli {
namespace {

// Every PUT that was chosen, those without code to run among them.
struct Loaded {
  std::vector<testcase::Result> results;
  std::vector<std::string> explored_at;
};

// `may_be_empty`: there is something else to report.
Loaded load(const StoredOptions& options, bool may_be_empty) {
  Loaded loaded;
  std::unique_ptr<store::Store> store;
  try {
    store = store::open_existing(place_of_cases(options.read.database));
  } catch (const store::NoCases&) {
    if (!may_be_empty) throw;
    return loaded;
  }
  for (const auto& put : store->list()) {
    const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), put.name.c_str(), 0) == 0; };
    if (!options.puts.empty() && std::none_of(options.puts.begin(), options.puts.end(), matches)) continue;
    if (auto result = store->load(put.name)) {
      loaded.results.push_back(std::move(*result));
      loaded.explored_at.push_back(put.explored_at);
    }
  }
  if (loaded.results.empty() && !may_be_empty) {
    throw base::UserError(fmt::format("{} holds no PUT{}; run forall explore first",
                                      store::without_passwords(options.read.database),
                                      options.puts.empty() ? "" : " that matches --put"));
  }
  return loaded;
}

// "-" is standard output. A folder gets the file `usual`.
void write(const std::string& where, const char* usual, const std::string& text) {
  if (where == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  std::filesystem::path file = where;
  if (where.ends_with('/') || std::filesystem::is_directory(file)) file /= usual;
  if (file.has_parent_path()) base::system_files().create_directories(file.parent_path());
  base::system_files().write(file, text);
  fmt::print(stderr, "{}\n", file.string());
}

std::vector<report::OtherResult> read_others(const std::vector<std::string>& files) {
  std::vector<report::OtherResult> others;
  for (const std::string& file : files) {
    auto text = base::system_files().read(file);
    if (!text) {
      throw base::UserError(
          fmt::format("{}: error: no such file; write it with forall class, infer or spec, and --json", file));
    }
    others.push_back({file, std::move(*text)});
  }
  return others;
}

report::LineHits read_hits(const std::filesystem::path& file) {
  if (file.empty()) return {};
  const auto text = base::system_files().read(file);
  if (!text)
    throw base::UserError(fmt::format("{}: error: no such file; forall replay --line-hits writes one", file.string()));
  try {
    return report::read_line_hits(*text);
  } catch (const std::invalid_argument& error) {
    throw base::UserError(fmt::format("{}: error: not a tracefile of lcov: {}", file.string(), error.what()));
  }
}

int report_main(const ReportOptions& options) {
  const std::vector<const std::string*> outputs = {&options.html,     &options.data, &options.junit,
                                                   &options.sarif,    &options.lcov, &options.cobertura,
                                                   &options.markdown, &options.badge};
  const auto is_given = [](const std::string* output) { return !output->empty(); };
  if (!options.github && std::none_of(outputs.begin(), outputs.end(), is_given)) {
    throw base::UserError("nothing to write; give --html FILE, or a format for CI (forall report --help)");
  }
  const auto to_stdout =
      std::count_if(outputs.begin(), outputs.end(), [](const auto* output) { return *output == "-"; });
  if (to_stdout + (options.github ? 1 : 0) > 1)
    throw base::UserError("only one report can go to standard output; give the others a file");

  const bool is_page = !options.html.empty() || !options.data.empty();
  if ((!options.others.empty() || !options.line_hits.empty()) && !is_page)
    throw base::UserError("--with and --line-hits are for the page: give --html FILE as well");
  const Loaded loaded = load(options.stored, !options.others.empty());
  const auto& results = loaded.results;
  std::optional<report::Comparison> comparison;
  if (!options.against.empty()) comparison = compare_with(options.against, read_earlier(options.against), results);
  if (is_page) {
    std::string against = options.against.string();
    if (!comparison) {
      if (auto since = since_before(options.stored.read.database, results)) {
        comparison = std::move(since->comparison);
        against = since->name;
      }
    }
    const std::string json = page_data(results, loaded.explored_at, comparison ? &*comparison : nullptr, against,
                                       read_others(options.others), read_hits(options.line_hits));
    if (!options.html.empty()) write(options.html, "index.html", report::html_page(json));
    if (!options.data.empty()) write(options.data, "report.json", json + "\n");
  }
  const std::string here = std::filesystem::current_path().string();
  using Writer = std::string (*)(const std::vector<testcase::Result>&, const std::string&);
  struct Format {
    const std::string& where;
    const char* usual;
    Writer text;
  };
  const Format formats[] = {{options.junit, "junit.xml", report::junit_xml},
                            {options.sarif, "forall.sarif", report::sarif_json},
                            {options.lcov, "lcov.info", report::lcov_text},
                            {options.cobertura, "cobertura.xml", report::cobertura_xml},
                            {options.markdown, "forall.md", report::markdown_text},
                            {options.badge, "badge.json", report::badge_json}};
  for (const Format& format : formats) {
    if (!format.where.empty()) write(format.where, format.usual, format.text(results, here));
  }
  if (options.github) fmt::print("{}", report::github_annotations(results, here));
  return kSuccess;
}

}  // namespace

Action add_report(CLI::App& app) {
  const auto options = std::make_shared<ReportOptions>();
  add_report_options(app, *options);
  return [options](const Invocation&) { return report_main(*options); };
}

}  // namespace forall::cli
