#include "cli/spec_explore.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/world.h"
#include "build/precompiled_header.h"
#include "build/toolchain.h"
#include "cli/interrupt.h"
#include "program/code.h"
#include "session/session.h"
#include "spec/explored.h"
#include "target/target.h"
#include "testcase/value.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostCases = 2000;  // of one length in the database; of more, only those that fail

spec::Term literal_of(spec::Terms& terms, spec::Sort sort, const testcase::Value& value) {
  if (sort == spec::kBoolean) return terms.truth(value.bits.lo != 0);
  if (sort == spec::kCharacter) return terms.character(static_cast<char>(value.bits.lo));
  if (sort == spec::kInteger) return terms.integer(static_cast<std::int32_t>(value.bits.lo));
  std::string text;
  for (const testcase::Value& part : value.parts) text += static_cast<char>(part.bits.lo);
  return terms.text(text);
}

// The values of a case, as literals for the variables of its sequence.
spec::Substitution literals_of(const spec::Specification& specification, const spec::Shape& shape,
                               const testcase::Values& values) {
  spec::Terms& terms = *specification.terms;
  spec::Substitution result;
  for (const spec::Slot& slot : spec::slots_of(specification, shape)) {
    for (const testcase::Argument& argument : values.arguments) {
      if (argument.parameter->name == slot.parameter)
        result[slot.variable] = literal_of(terms, terms[slot.variable].sort, argument.value.parts.at(slot.element));
    }
  }
  return result;
}

const testcase::Case* failing_case(const testcase::Result& result) {
  const auto found = std::find_if(result.cases.begin(), result.cases.end(),
                                  [](const testcase::Case& c) { return testcase::refutes(c.outcome.kind); });
  return found == result.cases.end() ? nullptr : &*found;
}

class SequenceExplorer {
 public:
  SequenceExplorer(const SpecOptions& options, const spec::Specification& specification, const Invocation& invocation)
      : options_(options), specification_(specification), invocation_(invocation), layout_(build::find_layout()) {}

  Exploration run() {
    begin_ = base::system_clock().now();
    write();
    for (std::size_t length = 0; length < shapes_.size() && result_.shortest.empty() && !stop_; ++length) {
      if (!shapes_[length].empty()) explore(length);
    }
    for (const ExploredLength& each : result_.lengths) {
      if (each.verdict == testcase::VerdictKind::Open) result_.is_shortest = false;
    }
    result_.is_all_proved = result_.shortest.empty() && result_.is_shortest && !stop_;
    return std::move(result_);
  }

 private:
  void write() {
    for (std::size_t length = 0; length <= *options_.explore; ++length)
      shapes_.push_back(spec::shapes_of_length(specification_, length));
    const fs::path folder = fs::path(session::kOwnFolder) / "spec";
    source_ = folder / (specification_.file.stem().string() + "_sequences.cpp");
    base::system_files().create_directories(folder);
    base::system_files().write(source_, sequences_source(options_, specification_, shapes_, invocation_));
  }

  void explore(std::size_t length) {
    session::SessionResult session = explore_put(length, true);
    if (session.failed.empty() && session.results.size() == 1 && are_many_cases(session.results.front()))
      session = explore_put(length, false);
    for (const session::FailedPut& failed : session.failed) std::rethrow_exception(failed.error);
    ExploredLength now{.length = length, .sequences = shapes_[length].size(), .why = "it was not explored"};
    if (session.results.size() == 1) {
      const testcase::Result& result = session.results.front();
      now.verdict = result.verdict;
      now.why = result.ledger.empty() ? "it was not explored to its end" : result.ledger.front().text;
      now.paths = result.paths;
      now.seconds = result.seconds;
    }
    print(now);
    result_.lengths.push_back(std::move(now));
    if (result_.lengths.back().verdict == testcase::VerdictKind::Refuted) show(length, session.results.front());
  }

  // Exploring ended because of the number of cases: they need not all be kept.
  static bool are_many_cases(const testcase::Result& result) {
    return result.verdict == testcase::VerdictKind::Open &&
           std::any_of(result.ledger.begin(), result.ledger.end(),
                       [](const testcase::LedgerLine& line) { return line.kind == testcase::LedgerKind::CaseBound; });
  }

  session::SessionResult explore_put(std::size_t length, bool keeps_passed) const {
    session::Settings settings;
    settings.inputs = {source_.string()};
    settings.puts = {spec::suite_of_sequences(specification_) + "." + spec::put_of_length(length)};
    settings.database = options_.database;
    settings.precompiled = build::precompiled_headers();
    settings.emit = std::nullopt;
    settings.confirm = false;  // the failure is run natively by the test program of the cases
    settings.engine.failures = 1;
    settings.engine.seconds = options_.seconds;
    settings.engine.runs = 100'000'000;
    settings.engine.cases = kMostCases;
    settings.engine.passed = keeps_passed;
    const session::Outside outside{base::system_world(), layout_, target::start_target, program::read_code};
    return session::explore_session(outside, settings, invocation_.compiler_flags, stop_, [](const session::Event&) {});
  }

  void show(std::size_t length, const testcase::Result& refuted) {
    const testcase::Case* found = failing_case(refuted);
    if (!found) throw base::SoundnessError(fmt::format("{} is refuted, but by no case", refuted.put.name));
    const testcase::Values values = testcase::values_of(refuted.put, *found);
    const spec::Shape& shape = shapes_[length].at(values.arguments.at(0).value.bits.lo);
    const spec::Substitution literals = literals_of(specification_, shape, values);
    result_.shortest =
        spec::to_text(*specification_.terms, spec::substitute(*specification_.terms, shape.term, literals));
    result_.message = found->outcome.message;
    result_.seconds = base::system_clock().now() - begin_;
    const auto cases = spec::cases_of_values(specification_, shape, literals);
    if (!cases.empty()) result_.failed = run_cases(options_, specification_, cases, invocation_);
  }

  void print(const ExploredLength& now) const {
    if (options_.json) return;
    fmt::print("length {:<2} {:>5} sequence{}  {:<7}  {} path{}, {:.1f} s\n", now.length, now.sequences,
               now.sequences == 1 ? " " : "s", testcase::to_string(now.verdict), now.paths, now.paths == 1 ? "" : "s",
               now.seconds);
    if (now.verdict == testcase::VerdictKind::Open) fmt::print("  {}\n", now.why);
    std::fflush(stdout);
  }

  const SpecOptions& options_;
  const spec::Specification& specification_;
  const Invocation& invocation_;
  const build::Layout layout_;
  const std::atomic<bool>& stop_ = stop_on_interrupt();
  double begin_ = 0;
  fs::path source_;
  std::vector<std::vector<spec::Shape>> shapes_;  // by length
  Exploration result_;
};

}  // namespace

Exploration explore_sequences(const SpecOptions& options, const spec::Specification& specification,
                              const Invocation& invocation) {
  return SequenceExplorer(options, specification, invocation).run();
}

}  // namespace forall::cli
