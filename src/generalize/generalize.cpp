#include "generalize/generalize.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/words.h"
#include "generalize/plan.h"
#include "generalize/round.h"
#include "generalize/test_work.h"

namespace forall::generalize {
namespace {

constexpr int kSliceRounds = 4;
constexpr int kWholeRounds = 6;

// The function that a test becomes. Tests of two suites may have the same name.
std::string function_name(const std::vector<frontend::TestFlow>& flows, std::size_t index) {
  const frontend::SourceTest& test = flows[index].test;
  const bool is_alone = std::none_of(flows.begin(), flows.end(), [&](const frontend::TestFlow& other) {
    return other.test.name == test.name && other.test.suite != test.suite;
  });
  std::string of_type;
  for (const char c : flows[index].type) {
    if (base::is_word_character(c)) of_type += c;
  }
  if (!flows[index].instances.empty()) of_type += std::to_string(flows[index].number);
  return (is_alone ? "" : test.suite) + test.name + "ForAll" + of_type;
}

std::string name_of(const frontend::TestFlow& flow) {
  if (!flow.title.empty()) return flow.title;
  return flow.test.suite + (flow.type.empty() ? "" : "<" + flow.type + ">") + "." + flow.test.name +
         (flow.instances.empty() ? "" : "/" + std::to_string(flow.number));
}

// `tokens` are a text without its white space.
bool is_generalized(const std::string& tokens, const frontend::TestFlow& flow, const std::string& function) {
  return tokens.find(fmt::format("({},{})", flow.test.suite, function)) != std::string::npos ||
         tokens.find(fmt::format("({}{},{})", flow.test.suite, function, function)) != std::string::npos;
}

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return text;
}

}  // namespace

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::Known: return "generalized before";
    case Stage::Nothing: return "nothing to promote";
    case Stage::Uncompiled: return "does not compile";
    case Stage::Unexplored: return "not explored";
    case Stage::Proved: return "proved";
    case Stage::Refuted: return "refuted";
    case Stage::Open: return "open";
  }
  return "";
}

Funnel funnel_of(const std::vector<TestReport>& tests) {
  Funnel funnel;
  for (const TestReport& test : tests) {
    ++funnel.read;
    if (test.stage == Stage::Known) ++funnel.known;
    if (test.stage == Stage::Known || test.stage == Stage::Nothing) continue;
    ++funnel.promotable;
    if (test.stage == Stage::Uncompiled) continue;
    ++funnel.compiled;
    if (test.stage == Stage::Unexplored) continue;
    ++funnel.explored;
    if (test.stage == Stage::Proved) ++funnel.proved;
    if (test.stage == Stage::Refuted) ++funnel.refuted;
    if (test.stage == Stage::Open) ++funnel.open;
  }
  return funnel;
}

std::vector<TestReport> generalize(const std::string& source, const std::string& beside,
                                   const std::vector<frontend::TestFlow>& flows, const Tools& tools) {
  std::vector<TestReport> reports(flows.size());
  const std::string known = without_spaces(source + beside);
  std::map<std::size_t, std::unique_ptr<TestWork>> works;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const std::string function = function_name(flows, i);
    reports[i].name = name_of(flows[i]);
    reports[i].is_removable =
        flows[i].macro == "TEST" || flows[i].macro == "TEST_F" ||
        (!flows[i].macro.empty() && flows[i].cuts.empty() && flows[i].framework == frontend::Framework::Catch2);
    reports[i].framework = flows[i].framework;
    reports[i].line = flows[i].test.line;
    reports[i].whole = flows[i].test.whole;
    reports[i].left_out = flows[i].left_out;
    const TestPlan plan = plan_test(flows[i]);
    if (is_generalized(known, flows[i], function)) {
      reports[i].stage = Stage::Known;
    } else if (plan.parameters.empty()) {
      reports[i].reason = why_nothing(flows[i]);
    } else {
      works[i] = std::make_unique<TestWork>(source, i, flows[i], plan, function, tools.each_path);
    }
  }
  if (works.empty()) return reports;
  Rounds rounds(source, flows, tools);
  const auto run_round = [&](Effort effort, auto ask, auto digest) {
    std::vector<RoundDraft> drafts;
    std::vector<std::pair<TestWork*, std::size_t>> counts;
    for (auto& [i, work] : works) {
      const std::vector<RoundDraft> more = ask(*work);
      drafts.insert(drafts.end(), more.begin(), more.end());
      counts.emplace_back(work.get(), more.size());
    }
    const std::vector<RoundResult> results = rounds.run(drafts, effort);
    auto at = results.begin();
    for (const auto& [work, count] : counts) {
      if (count > 0) digest(*work, std::vector<RoundResult>(at, at + static_cast<std::ptrdiff_t>(count)));
      at += static_cast<std::ptrdiff_t>(count);
    }
    return !drafts.empty();
  };
  for (int round = 0; round < kSliceRounds; ++round) {
    const bool any = run_round(
        Effort::Slices, [](TestWork& work) { return work.slices(); },
        [](TestWork& work, const auto& results) { work.digest_slices(results); });
    if (!any) break;
  }
  for (int round = 0; round < kWholeRounds; ++round) {
    const bool any = run_round(
        Effort::Wholes, [](TestWork& work) { return work.wholes(); },
        [](TestWork& work, const auto& results) { work.digest_wholes(results); });
    if (!any) break;
  }
  run_round(
      Effort::Final, [](TestWork& work) { return work.proposals(); },
      [](TestWork& work, const auto& results) { work.digest_proposals(results); });
  for (auto& [i, work] : works) {
    TestReport report = work->report();
    report.name = reports[i].name;
    report.is_removable = reports[i].is_removable;
    report.framework = reports[i].framework;
    report.left_out = reports[i].left_out;
    reports[i] = std::move(report);
  }
  return reports;
}

}  // namespace forall::generalize
