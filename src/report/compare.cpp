// Lines move between two versions, so a failure is known by what happens and in which function; of several that are alike
// in this, as many are new as there are more than before.
#include "report/compare.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "base/json.h"
#include "report/text.h"
#include "testcase/failures.h"

namespace forall::report {

namespace {

using nlohmann::json;
using testcase::Result;
using testcase::VerdictKind;

struct Failure {
  std::string key;
  std::string text;
};

Failure finding_of(const testcase::Outcome& outcome) {
  const std::string what = outcome.kind == testcase::OutcomeKind::Failed ? "assertion failed" : outcome_text(outcome);
  const std::string where = place(outcome.file, outcome.line);
  return {what + '\n' + std::filesystem::path(outcome.file).filename().string() + '\n' + outcome.function,
          where.empty() ? what : what + " at " + where};
}

testcase::Outcome outcome_from(const json& from) {
  testcase::Outcome outcome;
  outcome.kind = testcase::parse_outcome(from.at("kind")).value_or(testcase::OutcomeKind::None);
  outcome.fault = testcase::parse_fault(from.value("fault", "")).value_or(testcase::Fault::None);
  outcome.exception_type = from.value("exception_type", "");
  outcome.file = from.value("file", "");
  outcome.line = from.value("line", 0u);
  outcome.function = from.value("function", "");
  return outcome;
}

std::vector<Failure> failures_of(const Result& result) {
  std::vector<Failure> findings;
  for (const auto& group : testcase::failure_groups(result.cases))
    findings.push_back(finding_of(result.cases[group.front()].outcome));
  return findings;
}

// Those of `all` that have no counterpart in `others`.
std::vector<Comparison::Failure> without(const std::vector<Failure>& all, const std::vector<Failure>& others,
                                         const std::string& put) {
  std::map<std::string, std::size_t> known;
  for (const Failure& other : others) ++known[other.key];
  std::vector<Comparison::Failure> left;
  for (const Failure& finding : all) {
    std::size_t& count = known[finding.key];
    if (count > 0) {
      --count;
    } else {
      left.push_back({put, finding.text});
    }
  }
  return left;
}

template <typename T>
void append(std::vector<T>& all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void compare_put(const json& before, const Result& now, Comparison& comparison) {
  const std::string put = now.put.full_name();
  std::vector<Failure> findings_before;
  for (const json& failure : before.at("failures"))
    findings_before.push_back(finding_of(outcome_from(failure.at("outcome"))));
  const std::vector<Failure> findings = failures_of(now);
  append(comparison.new_failures, without(findings, findings_before, put));
  append(comparison.fixed_failures, without(findings_before, findings, put));
  const bool was_proved = before.at("verdict") == testcase::to_string(VerdictKind::Proved);
  const bool is_proved = now.verdict == VerdictKind::Proved;
  if (was_proved && !is_proved) comparison.lost_proofs.push_back({put, now.verdict});
  if (!was_proved && is_proved) comparison.new_proofs.push_back(put);
  const Comparison::Coverage coverage{put, before.at("branches_covered"), before.at("branches_total"),
                                      now.branches_covered, now.branches_total};
  if (coverage.covered != coverage.covered_before || coverage.total != coverage.total_before)
    comparison.coverage.push_back(coverage);
}

}  // namespace

Comparison compare(const std::string& before, const std::vector<Result>& now) {
  try {
    std::map<std::string, json> puts;
    const json all = base::parse_json(before);
    for (const json& put : all.at("puts")) puts.emplace(put.at("name"), put);
    Comparison comparison;
    for (const Result& result : now) {
      const std::string name = result.put.full_name();
      if (const auto known = puts.find(name); known != puts.end()) {
        compare_put(known->second, result, comparison);
        puts.erase(known);
      } else {
        append(comparison.new_failures, without(failures_of(result), {}, name));
      }
    }
    for (const auto& [name, put] : puts) comparison.not_explored.push_back(name);
    return comparison;
  } catch (const json::parse_error&) {
    throw std::invalid_argument("it is not JSON");
  } catch (const json::exception&) {
    throw std::invalid_argument("it has no results of tests");
  }
}

std::string comparison_text(const Comparison& comparison, const std::string& against, const Style& style) {
  std::string out = fmt::format("against {}: {}, {}\n", against, counted(comparison.new_failures.size(), "new failure"),
                                counted(comparison.lost_proofs.size(), "lost proof"));
  const auto add = [&](Color color, const char* symbol, const std::string& put, const std::string& text) {
    append_wrapped(out, "  " + paint(style, color, symbol) + " ", "    ", single_line(put + ": " + text), style);
  };
  for (const auto& failure : comparison.new_failures) add(Color::Red, "✗", failure.put, "new: " + failure.text);
  for (const auto& lost : comparison.lost_proofs)
    add(Color::Red, "✗", lost.put, fmt::format("was proved, is {}", testcase::to_string(lost.now)));
  for (const auto& c : comparison.coverage) {
    add(Color::Yellow, "•", c.put,
        fmt::format("{} of {} branches, before {} of {}", c.covered, c.total, c.covered_before, c.total_before));
  }
  for (const auto& failure : comparison.fixed_failures) add(Color::Green, "✓", failure.put, "gone: " + failure.text);
  for (const auto& put : comparison.new_proofs) add(Color::Green, "✓", put, "is proved now");
  if (!comparison.not_explored.empty())
    out += fmt::format("  {} of {} not explored now\n", counted(comparison.not_explored.size(), "PUT"), against);
  return out;
}

}  // namespace forall::report
