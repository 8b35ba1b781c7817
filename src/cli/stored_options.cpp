#include "cli/stored_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <limits>

#include "cli/in_range.h"

namespace forall::cli {
namespace {

void add_put_option(CLI::App& app, std::vector<std::string>& puts) {
  app.add_option("--put", puts, "Only PUTs whose Suite.Name matches this pattern; may be repeated")
      ->allow_extra_args(false)  // what follows is a file
      ->option_text("GLOB");
}

}  // namespace

void add_list_options(CLI::App& app, ListOptions& o) {
  add_read_options(app, o);
  app.add_option("--cases", o.put, "List the cases of this PUT instead")->option_text("PUT");
}

void add_show_options(CLI::App& app, ShowOptions& o) {
  app.add_option("CASE", o.what, "Number or Suite.Name/name of a case, or Suite.Name of a PUT for all its cases")
      ->required()
      ->option_text(" ");
  add_read_options(app, o);
}

void add_tree_options(CLI::App& app, TreeOptions& o) {
  app.add_option("PUT", o.put, "Suite.Name of the PUT")->required()->option_text(" ");
  add_read_options(app, o);
  app.add_flag("--dot", o.dot, "For Graphviz");
  app.add_option("--svg", o.svg, "A picture, drawn by Graphviz")->option_text("FILE");
}

void add_forget_options(CLI::App& app, ForgetOptions& o) {
  app.add_option("PUT", o.puts, "Suite.Name of a test that no longer exists")->required()->option_text("...");
  add_read_options(app, o.read);
  app.footer("Closed tests that were written stay where they are.");
}

void add_emit_options(CLI::App& app, EmitOptions& o) {
  add_read_options(app, o.stored.read);
  add_put_option(app, o.stored.puts);
  add_output_option(app, o.stored.out);
  add_format_option(app, o.format);
  add_mocks_option(app, o.mocks);
  add_cover_option(app, o.cover);
  add_all_failures_option(app, o.all_failures);
  add_max_lines_option(app, o.max_lines);
}

void add_replay_options(CLI::App& app, ReplayOptions& o) {
  add_read_options(app, o.read);
  add_put_option(app, o.puts);
  app.add_option("PUT", o.named, "Suite.Name of a PUT, or a pattern; a name of a file is a source to build with")
      ->option_text("...");
  app.add_option("--sanitize", o.sanitizers,
                 "Run all cases in a build with these sanitizers: address, undefined, leak, or several with commas")
      ->each([&o](const std::string&) { o.has_sanitizers = true; })
      ->option_text("LIST");
  app.add_option("--line-hits", o.line_hits,
                 "Run all cases in a build that counts how often each line runs, and write an lcov tracefile")
      ->option_text("FILE");
  app.add_option("--debug", o.debugged, "Build a program of this case alone, and print how to run it under a debugger")
      ->check(in_range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()))
      ->option_text("CASE");
  add_compiler_option(app, o.compiler, "The ordinary compiler to build with, c++ if CXX is not set");
  app.footer(
      "Sources and flags are those of the exploration; sources that are named, and flags after `--`, replace the "
      "recorded ones. The cases of forall-cases are recorded without.");
}

void add_report_options(CLI::App& app, ReportOptions& o) {
  const auto add = [&](const char* name, std::string& where, const char* help) {
    app.add_option(name, where, help)->option_text("FILE");
  };
  add_database_option(app, o.stored.read.database);
  add_put_option(app, o.stored.puts);
  add("--html", o.html, "A page for a browser, one file; in a folder, index.html");
  add("--data", o.data, "The data of that page as JSON");
  add("--junit", o.junit, "JUnit XML in GoogleTest's dialect: a test case for each PUT");
  add("--sarif", o.sarif, "SARIF 2.1.0: failures with their paths, for code scanning");
  add("--lcov", o.lcov, "Branch coverage as an lcov tracefile");
  add("--cobertura", o.cobertura, "Branch coverage as Cobertura XML");
  add("--markdown", o.markdown, "A summary in Markdown");
  add("--badge", o.badge, "A badge as JSON, for shields.io");
  app.add_flag("--github", o.github, "Failures as annotations of GitHub Actions, on standard output");
  app.add_option("--against", o.against, "What has changed since earlier results, the output of forall explore --json")
      ->option_text("FILE");
  app.add_option("--with", o.others,
                 "Show in the page what forall class, infer or spec found, the output of --json; may be repeated")
      ->allow_extra_args(false)
      ->option_text("FILE");
  app.add_option("--line-hits", o.line_hits,
                 "Show in the page how often each line was run, an lcov tracefile of the replayed cases")
      ->option_text("FILE");
  app.footer("A FILE that is - means standard output.\nExit codes: 0 written, 2 usage or environment error.");
}

void add_work_options(CLI::App& app, WorkOptions& o) {
  add_database_option(app, o.database);
  app.add_option("--jobs", o.jobs, "Units explored at the same time")
      ->check(in_range(1u, 256u))
      ->option_text(fmt::format("N={}", o.jobs));
  app.add_option("--wait", o.wait, "Seconds to stay when there is nothing to do, or no server yet")
      ->check(in_range(0.0, 1e6))
      ->option_text("N=0");
  app.add_option("--work", o.work, "Folder for the targets, which come from the database")
      ->option_text("FOLDER=" + o.work.string());
  app.add_flag("--quiet", o.quiet, "Say nothing");
  app.footer("Ctrl-C ends it at any time: others do the rest.");
}

}  // namespace forall::cli
