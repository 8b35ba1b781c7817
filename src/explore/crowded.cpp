// Which decisions make the paths: those at one line of the user's code, or those of one part of the standard library. Paths come
// from them as far as they would be one path without them, or are told apart by them alone. Only the groups with most
// decisions are looked at. What to do depends on the part of the library, and on the parameter in the conditions.
#include "explore/crowded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/words.h"

namespace forall::explore {

using testcase::Case;
using testcase::Step;

namespace {

constexpr std::size_t kMostGroups = 6;     // that are looked at
constexpr std::size_t kLeastPaths = 20;    // fewer are no crowd
constexpr std::size_t kMostLookedAt = 50;  // decisions of a group, to tell what they are about

struct Part {
  std::string_view header;  // a part of its name
  const char* what;
  const char* remedy;  // {}: the parameter
};
constexpr const char* kFewer = "let {} have fewer elements: four are usually enough";
constexpr std::array<Part, 8> kParts = {{
    {"hashtable", "the buckets of a hash table",
     "narrow the keys in {} (InRange), use an ordered map in the test, or let tests of the table stand in for it "
     "(FORALL_AXIOMS)"},
    {"stl_tree", "the order of keys in a tree", "let {} have fewer elements, or narrow them (InRange)"},
    {"stl_function", "the order of keys in a tree", "let {} have fewer elements, or narrow them (InRange)"},
    {"stl_algo", "the order of elements", kFewer},
    {"predefined_ops", "the order of elements", kFewer},
    {"stl_heap", "the order of elements", kFewer},
    {"char_traits", "comparisons of texts", "let {} be shorter (WithMaxSize)"},
    {"basic_string", "comparisons of texts", "let {} be shorter (WithMaxSize)"},
}};

// A line of the user's code, or a part of the library: the number of its words and no line.
using Group = std::pair<std::string, unsigned>;

Group group_of(const Step& step) {
  if (step.file.find("/include/c++/") == std::string::npos) return {step.file, step.line};
  for (const Part& part : kParts) {
    if (step.file.find(part.header, step.file.rfind('/')) != std::string::npos) return {part.what, 0};
  }
  return {step.file, step.line};
}

const Part* part_of(const Group& group) {
  const auto part = std::find_if(kParts.begin(), kParts.end(), [&](const Part& p) { return p.what == group.first; });
  return group.second != 0 || part == kParts.end() ? nullptr : &*part;
}

// 88583 -> "88,583"
std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

// How many paths come from the decisions of the group.
std::size_t paths_made(const std::vector<const Case*>& cases, const Group& group) {
  std::unordered_set<std::uint64_t> without, alone;
  for (const Case* c : cases) {
    std::uint64_t others = 0, own = 0;
    for (const Step& step : c->steps) {
      std::uint64_t& path = group_of(step) == group ? own : others;
      path = base::fnv1a(step.condition, base::mix(path ^ step.site));
    }
    without.insert(others);
    alone.insert(own);
  }
  return std::max(cases.size() - without.size(), alone.size() - 1);
}

bool mentions(const std::string& condition, const std::string& name) {
  for (std::size_t at = condition.find(name); at != std::string::npos; at = condition.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || (!base::is_word_character(condition[at - 1]) && condition[at - 1] != '.');
    if (begins && (end == condition.size() || !base::is_word_character(condition[end]))) return true;
  }
  return false;
}

// What the decisions of a group are about.
struct Subject {
  std::string parameter;
  bool has_elements = false;
  Group place;  // in the user's code, where the library was called
};

Subject subject_of(const testcase::Put& put, const std::vector<const Case*>& cases, const Group& group) {
  std::map<std::string, std::size_t> parameters;
  std::map<Group, std::size_t> places;
  Subject subject;
  std::size_t looked_at = 0;
  for (const Case* c : cases) {
    Group last = {put.file, static_cast<unsigned>(put.line)};
    for (const Step& step : c->steps) {
      if (step.file.find("/include/") == std::string::npos) last = {step.file, step.line};
      if (looked_at > kMostLookedAt || group_of(step) != group) continue;
      ++looked_at;
      ++places[last];
      for (const auto& parameter : put.parameters) {
        if (!mentions(step.condition, parameter.name)) continue;
        ++parameters[parameter.name];
        subject.has_elements = subject.has_elements || mentions(step.condition, parameter.name + ".size") ||
                               step.condition.find(parameter.name + "[") != std::string::npos;
      }
    }
  }
  const auto fewer = [](const auto& x, const auto& y) { return x.second < y.second; };
  const auto parameter = std::max_element(parameters.begin(), parameters.end(), fewer);
  if (parameter != parameters.end()) subject.parameter = parameter->first;
  const auto place = std::max_element(places.begin(), places.end(), fewer);
  if (place != places.end()) subject.place = place->first;
  return subject;
}

std::string remedy_of(const Part* part, const Subject& subject) {
  const std::string name = subject.parameter.empty() ? "the inputs" : subject.parameter;
  if (part != nullptr) return fmt::format(fmt::runtime(part->remedy), name);
  if (subject.has_elements) return fmt::format("let {} be shorter (WithMaxSize), or narrow its elements", name);
  return fmt::format("narrow {}, by ASSUME or a domain", name);
}

}  // namespace

std::string most_crowded_place(const testcase::Put& put, const std::vector<Case>& cases) {
  std::vector<const Case*> walked;
  std::map<Group, std::size_t> decisions;
  for (const Case& c : cases) {
    if (c.steps.empty() || c.steps.front().site == 0) continue;  // not kept
    walked.push_back(&c);
    for (const Step& step : c.steps) ++decisions[group_of(step)];
  }
  if (walked.size() < kLeastPaths) return {};
  std::vector<std::pair<std::size_t, Group>> groups;
  for (const auto& [group, count] : decisions) groups.emplace_back(count, group);
  std::sort(groups.rbegin(), groups.rend());
  if (groups.size() > kMostGroups) groups.resize(kMostGroups);
  std::size_t most = 0;
  const Group* crowded = nullptr;
  for (const auto& [count, group] : groups) {
    const std::size_t made = paths_made(walked, group);
    if (made > most || (made == most && part_of(group) != nullptr)) most = made, crowded = &group;
  }
  if (crowded == nullptr || most * 2 < walked.size()) return {};
  const Subject subject = subject_of(put, walked, *crowded);
  const Part* part = part_of(*crowded);
  const std::string place =
      fmt::format("{}:{}", std::filesystem::path(subject.place.first).filename().string(), subject.place.second);
  return fmt::format("{} of {} paths come from {}: {}", grouped(most), grouped(walked.size()),
                     part == nullptr ? place : fmt::format("{} ({})", part->what, place), remedy_of(part, subject));
}

}  // namespace forall::explore
