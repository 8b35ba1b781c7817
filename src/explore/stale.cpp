#include "explore/stale.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "abi/segment.h"
#include "testcase/condition_text.h"

namespace forall::explore {

using testcase::Case;
using testcase::OutcomeKind;

namespace {

std::string place(const std::string& file, unsigned line) {
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

// Conditions can be as long as the code makes them.
std::string brief(const std::string& condition) {
  constexpr std::size_t kMost = 120;
  return condition.size() <= kMost ? condition : condition.substr(0, kMost) + "...";
}

// A user knows neither the values that uninitialised memory could have had nor the headers of forall and the library.
bool is_internal(const testcase::Step& step) {
  return step.has_unset || step.condition.find(abi::kUnsetInput) != std::string::npos ||
         step.file.find("include/forall/") != std::string::npos || step.file.starts_with("/usr/");
}

constexpr const char* kAnotherPath = "takes another path";

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// The part of a condition that begins a little before the given place.
std::string brief_from(const std::string& condition, std::size_t place) {
  constexpr std::size_t kBefore = 30;
  if (place <= kBefore) return brief(condition);
  std::size_t begin = std::min(place, condition.size()) - kBefore;
  while (begin > 0 && is_inside_character(condition[begin])) --begin;
  return "..." + brief(condition.substr(begin));
}

// "now a < 4, before a < 3". Of long conditions, the parts where they differ.
std::string difference_of(const std::string& now, const std::string& before) {
  if (brief(now) == now && brief(before) == before) return fmt::format("now {}, before {}", now, before);
  const auto differs = std::mismatch(now.begin(), now.end(), before.begin(), before.end()).first;
  const auto place = static_cast<std::size_t>(differs - now.begin());
  return fmt::format("now {}, before {}", brief_from(now, place), brief_from(before, place));
}

// An input that the run never requested. One that is chosen only on some paths is not the reason if the path itself
// differs.
const testcase::InputValue* missing_input(const Case& before, const Case& now) {
  for (const auto& input : before.inputs) {
    const bool is_there = std::any_of(now.inputs.begin(), now.inputs.end(),
                                      [&](const testcase::InputValue& other) { return other.name == input.name; });
    if (!is_there && !input.is_unset) return &input;
  }
  return nullptr;
}

// The steps of a long path may not have been kept: they have no site.
bool has_steps(const Case& c) {
  return std::all_of(c.steps.begin(), c.steps.end(), [](const testcase::Step& step) { return step.site != 0; });
}

std::string first_difference(const Case& before, const Case& now) {
  if (!has_steps(before) || !has_steps(now)) return {};
  const auto [old_step, new_step] =
      std::mismatch(before.steps.begin(), before.steps.end(), now.steps.begin(), now.steps.end(),
                    [](const auto& x, const auto& y) { return x.condition == y.condition; });
  const bool has_old = old_step != before.steps.end(), has_new = new_step != now.steps.end();
  if ((has_old && is_internal(*old_step)) || (has_new && is_internal(*new_step))) {
    const auto known = std::find_if(std::make_reverse_iterator(new_step), now.steps.rend(),
                                    [](const testcase::Step& step) { return !is_internal(step); });
    if (known == now.steps.rend()) return kAnotherPath;
    return fmt::format("{} after {}", kAnotherPath, place(known->file, known->line));
  }
  if (has_old && has_new) {
    return fmt::format("{}: {}", place(new_step->file, new_step->line),
                       difference_of(new_step->condition, old_step->condition));
  }
  if (has_new) return fmt::format("{}: now also {}", place(new_step->file, new_step->line), brief(new_step->condition));
  if (has_old) {
    return fmt::format("now ends before {}: {}", place(old_step->file, old_step->line), brief(old_step->condition));
  }
  return {};
}

}  // namespace

std::string why_stale(const Case& before, const Case& now) {
  // Cases from text have a condition and no steps. Where such a path goes is nothing that anybody saw; how it ends is.
  const bool is_from_text = before.steps.empty() && !before.path_condition.empty();
  const bool is_same_path = is_from_text || before.path_condition == now.path_condition;
  if (now.outcome.kind == OutcomeKind::Discarded) {
    if (now.outcome.line == 0) return "is discarded now";
    return "is discarded now: ASSUME at " + place(now.outcome.file, now.outcome.line);
  }
  const testcase::InputValue* missing = missing_input(before, now);
  if (missing != nullptr && !missing->is_choice) return fmt::format("input {} is gone", missing->name);
  if (!is_same_path) {
    std::string difference = first_difference(before, now);
    if (!difference.empty()) return difference;
    if (missing != nullptr) return fmt::format("input {} is gone", missing->name);
    const std::string condition = testcase::readable_condition(now.path_condition);
    const std::string condition_before = testcase::readable_condition(before.path_condition);
    return condition == condition_before ? kAnotherPath : difference_of(condition, condition_before);
  }
  if (before.outcome.kind == now.outcome.kind) return {};
  const std::string end = now.outcome.line == 0 ? std::string() : place(now.outcome.file, now.outcome.line) + ": ";
  return fmt::format("{}{} now, {} before", end, testcase::to_string(now.outcome.kind),
                     testcase::to_string(before.outcome.kind));
}

}  // namespace forall::explore
