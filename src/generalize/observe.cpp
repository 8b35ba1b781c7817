#include "generalize/observe.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "testcase/failures.h"

namespace forall::generalize {
namespace {

bool is_resource(const testcase::Outcome& outcome) {
  static const std::set<std::string> kTypes = {"std::bad_alloc", "std::bad_array_new_length", "std::length_error"};
  if (outcome.kind == testcase::OutcomeKind::Threw) return kTypes.count(outcome.exception_type) != 0;
  return outcome.kind == testcase::OutcomeKind::Crashed &&
         std::string(testcase::to_string(outcome.fault)) == "endless loop";
}

// assert(...) of the test itself, and not of the code under test.
bool is_failed_assert(const testcase::Outcome& outcome, const testcase::Put& put) {
  const std::size_t function = outcome.message.find(" failed in ");
  return outcome.kind == testcase::OutcomeKind::Crashed && outcome.message.starts_with("assertion '") &&
         function != std::string::npos && outcome.message.find(put.name + "(", function) != std::string::npos;
}

std::size_t originality(const Seen& seen, const Values& originals) {
  return static_cast<std::size_t>(std::count_if(originals.begin(), originals.end(), [&](const auto& entry) {
    const auto found = seen.values.find(entry.first);
    return found != seen.values.end() && found->second == entry.second;
  }));
}

// The simplest numbers are those near zero.
long double size_of(const Values& values) {
  long double sum = 0;
  for (const auto& [name, value] : values)
    sum += value.kind == Value::Kind::Text ? static_cast<long double>(value.text.size())
           : value.number < 0              ? -value.number
                                           : value.number;
  return sum;
}

template <class Key, class KeyOf, class ReasonOf>
std::vector<CaseReport> one_of_each(const std::vector<Seen>& seen, const TestPlan& plan, KeyOf key_of,
                                    ReasonOf reason_of) {
  const Values original = originals(plan);
  std::map<Key, const Seen*> best;
  std::vector<Key> order;
  for (const Seen& one : seen) {
    const Key key = key_of(one);
    const auto [entry, is_new] = best.try_emplace(key, &one);
    if (is_new) order.push_back(key);
    const auto rank = [&](const Seen& s) { return std::pair(originality(s, original), -size_of(s.values)); };
    if (rank(one) > rank(*entry->second)) entry->second = &one;
  }
  std::vector<const Seen*> chosen;
  for (const Key& key : order) chosen.push_back(best[key]);
  std::stable_sort(chosen.begin(), chosen.end(), [&](const Seen* x, const Seen* y) {
    return (originality(*x, original) == original.size()) > (originality(*y, original) == original.size());
  });
  std::vector<CaseReport> cases;
  for (const Seen* one : chosen) cases.push_back({one->values, reason_of(*one)});
  return cases;
}

std::string place_of(const testcase::Outcome& outcome) {
  return outcome.file.empty()
             ? ""
             : fmt::format(" at {}:{}", std::filesystem::path(outcome.file).filename().string(), outcome.line);
}

std::string last_condition(const testcase::Case& found) {
  return found.steps.empty() ? "" : found.steps.back().condition;
}

std::string outcome_text(const testcase::Case& found) {
  const testcase::Outcome& outcome = found.outcome;
  if (outcome.kind == testcase::OutcomeKind::Threw)
    return fmt::format("throws {}{}", outcome.exception_type, place_of(outcome));
  if (outcome.kind == testcase::OutcomeKind::Crashed)
    return fmt::format("{}{}",
                       outcome.fault != testcase::Fault::None ? testcase::to_string(outcome.fault) : outcome.message,
                       place_of(outcome));
  return "an assertion fails";
}

// An array of each size, for example.
bool has_too_many_paths(const testcase::Result& result) {
  return std::any_of(result.ledger.begin(), result.ledger.end(), [](const testcase::LedgerLine& line) {
    return line.kind == testcase::LedgerKind::RunBound || line.kind == testcase::LedgerKind::CaseBound;
  });
}

// From small values on, one path after the other has led so far.
bool is_far(const Seen& seen, const TestPlan& plan) {
  return std::any_of(plan.parameters.begin(), plan.parameters.end(), [&](const Parameter& parameter) {
    const auto value = seen.values.find(parameter.name);
    return value != seen.values.end() && value->second.kind == Value::Kind::Number && value->second.number >= kFar;
  });
}

}  // namespace

Values originals(const TestPlan& plan) {
  Values values;
  for (const Parameter& parameter : plan.parameters) values[parameter.name] = parameter.original;
  return values;
}

Observation observe(const testcase::Result& result, const TestPlan& plan, std::pair<unsigned, unsigned> lines) {
  Observation observation;
  const bool is_endless = has_too_many_paths(result);
  for (const testcase::Case& found : result.cases) {
    Seen seen{originals(plan), &found};
    for (const auto& [name, value] : values_in(result.put, found)) seen.values[name] = value;
    const testcase::Outcome& outcome = found.outcome;
    if (is_endless && is_far(seen, plan)) observation.exhausted.push_back(seen);
    if (is_resource(outcome)) {
      observation.exhausted.push_back(std::move(seen));
      continue;
    }
    const auto kind = is_failed_assert(outcome, result.put) ? testcase::OutcomeKind::Failed : outcome.kind;
    switch (kind) {
      case testcase::OutcomeKind::Passed: observation.passed.push_back(std::move(seen)); break;
      case testcase::OutcomeKind::Failed:
        if (lines.first == 0 || (outcome.line >= lines.first && outcome.line <= lines.second))
          observation.failed.push_back(std::move(seen));
        break;
      case testcase::OutcomeKind::Threw: observation.threw[outcome.exception_type].push_back(std::move(seen)); break;
      case testcase::OutcomeKind::Crashed: observation.crashed.push_back(std::move(seen)); break;
      default: break;
    }
  }
  return observation;
}

std::vector<CaseReport> passing_cases(const std::vector<Seen>& seen, const TestPlan& plan, bool each_path) {
  using Key = std::pair<std::set<testcase::BranchDirection>, const Seen*>;
  return one_of_each<Key>(
      seen, plan,
      [&](const Seen& one) {
        return Key({one.found->covered.begin(), one.found->covered.end()}, each_path ? &one : nullptr);
      },
      [](const Seen& one) {
        return one.found->path_condition.empty() ? std::string("passes") : "passes: " + one.found->path_condition;
      });
}

std::vector<CaseReport> failing_cases(const std::vector<Seen>& seen, const TestPlan& plan, bool each_path) {
  using Key = std::tuple<std::string, std::uint64_t, const Seen*>;
  return one_of_each<Key>(
      seen, plan,
      [&](const Seen& one) {
        const std::uint64_t site = one.found->steps.empty() ? 0 : one.found->steps.back().site;
        return Key(outcome_text(*one.found), site, each_path ? &one : nullptr);
      },
      [](const Seen& one) {
        const std::string condition = last_condition(*one.found);
        return outcome_text(*one.found) + (condition.empty() ? "" : ": " + condition);
      });
}

std::vector<std::string> findings_of(const std::vector<Seen>& crashed) {
  struct Finding {
    const Seen* simplest;
    std::size_t more = 0;
  };
  std::map<testcase::Failure, std::size_t> numbers;
  std::vector<Finding> findings;
  for (const Seen& seen : crashed) {
    const auto [number, is_new] = numbers.emplace(testcase::failure_of(seen.found->outcome), findings.size());
    if (is_new) {
      findings.push_back({&seen});
      continue;
    }
    Finding& finding = findings[number->second];
    ++finding.more;
    if (testcase::is_simpler(*seen.found, *finding.simplest->found)) finding.simplest = &seen;
  }
  std::vector<std::string> texts;
  for (const auto& [simplest, more] : findings) {
    texts.push_back(fmt::format("{} with {}", outcome_text(*simplest->found), to_string(simplest->values)));
    if (more > 0) texts.back() += fmt::format(" (and {} more case{})", more, more == 1 ? "" : "s");
  }
  return texts;
}

std::size_t new_branches(const std::vector<Seen>& seen, const TestPlan& plan) {
  const Values original = originals(plan);
  std::set<testcase::BranchDirection> all, old;
  for (const Seen& one : seen) {
    auto& into = originality(one, original) == original.size() ? old : all;
    into.insert(one.found->covered.begin(), one.found->covered.end());
  }
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& direction) { return old.count(direction) == 0; }));
}

}  // namespace forall::generalize
