// `forall spec`: reads an algebraic specification, rewrites its terms, checks it and tests a class against it.
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "spec/check.h"
#include "spec/export.h"
#include "spec/format.h"
#include "spec/load.h"
#include "spec/rewrite.h"

namespace forall::cli {
namespace {

int format_main(const SpecOptions& options) {
  const auto text = base::system_files().read(options.file);
  if (!text) throw base::UserError(fmt::format("cannot read {}", options.file.string()));
  const std::string formatted = spec::format({options.file.string(), *text});
  if (formatted != *text) base::system_files().write(options.file, formatted);
  return kSuccess;
}

int reduce_main(const SpecOptions& options, const spec::Specification& specification) {
  const spec::Term term = spec::read_term(specification, {"TERM", options.reduce});
  const spec::Reduction reduction = spec::Rewriter(specification, {.steps = options.steps}).normalize(term);
  if (reduction.end != spec::Reduction::End::Normal)
    throw base::UserError(fmt::format(
        "no normal form: {}", reduction.end == spec::Reduction::End::Cycle
                                  ? "rewriting " + spec::to_text(*specification.terms, reduction.pending.back()) +
                                        " leads to the same term again"
                                  : fmt::format("rewriting did not end after {} steps (--steps)", options.steps)));
  fmt::print("{}\n", spec::to_text(*specification.terms, reduction.result));
  if (!reduction.problem.empty()) fmt::print(stderr, "forall: note: {}\n", reduction.problem);
  return kSuccess;
}

int print(const std::string& text) {
  fmt::print("{}", text);
  return kSuccess;
}

int report(const char* property, const spec::CheckAnswer& answer) {
  fmt::print("{:<13}{:<5}{}\n", property, spec::to_string(answer.verdict), answer.because);
  for (const std::string& line : answer.details) fmt::print("{:<18}{}\n", "", line);
  return answer.verdict == spec::Verdict::No ? kRefuted : kSuccess;
}

int check_main(const spec::Specification& specification) {
  const spec::Checks checks = spec::check_all(specification);
  return report("terminating", checks.terminating) | report("confluent", checks.confluent) |
         report("complete", checks.complete) | report("consistent", checks.consistent);
}

int spec_main(const SpecOptions& options) {
  if (options.format) return format_main(options);
  const spec::Specification specification =
      spec::load(base::system_files(), options.file, {.arguments = options.arguments});
  if (!options.reduce.empty()) return reduce_main(options, specification);
  if (options.maude) return print(spec::to_maude(specification));
  if (options.ari) return print(spec::to_ari(specification));
  return check_main(specification);
}

}  // namespace

Action add_spec(CLI::App& app) {
  const auto options = std::make_shared<SpecOptions>();
  add_spec_options(app, *options);
  return [options](const Invocation&) { return spec_main(*options); };
}

}  // namespace forall::cli
