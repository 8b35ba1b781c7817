#include "class_tests/telling.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace forall::class_tests {
namespace {

constexpr std::size_t kMostJoined = 2;         // for one pair
constexpr std::size_t kLongestJoined = 12;     // calls
constexpr std::size_t kElementsToldApart = 8;  // of one member

bool is_made_by_constructor(const Subject& subject, std::size_t node) {
  return subject.flow.methods[subject.flow.nodes[node].method].is_constructor;
}

std::string sequence_key(const Subject& subject, const std::vector<Call>& calls) {
  std::string text;
  for (const Call& call : calls) text += call_text(subject, call) + ";";
  return text;
}

// The value of a member in "a = 1, b = {2, 3}": up to the next member.
std::string member_text(const Subject& subject, const std::string& state, const std::string& member) {
  const std::string name = member + " = ";
  const std::size_t at = state.starts_with(name) ? 0 : state.find(", " + name);
  if (at == std::string::npos) return "";
  const std::size_t begin = state.find(name, at) + name.size();
  std::size_t end = state.size();
  for (const auto& other : subject.plan.members)
    end = std::min(end, state.find(", " + other.member.name + " = ", begin));
  return state.substr(begin, end - begin);
}

std::vector<std::string> elements(const std::string& value) {
  if (!value.starts_with('{')) return {value};
  std::vector<std::string> result;
  std::size_t begin = 1;
  for (std::size_t end = value.find(", ", begin); end != std::string::npos; end = value.find(", ", begin)) {
    result.push_back(value.substr(begin, end - begin));
    begin = end + 2;
  }
  result.push_back(value.substr(begin, value.size() - begin - 1));
  return result;
}

// Which parts of the member differ. What a pointer points to has no text: it may always differ.
std::set<std::size_t> changed_elements(const Subject& subject, const std::string& variable, const std::string& before,
                                       const std::string& after) {
  if (variable.starts_with('*')) return {0};
  const auto old = elements(member_text(subject, before, variable));
  const auto now = elements(member_text(subject, after, variable));
  std::set<std::size_t> result;
  for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
    if (i >= old.size() || i >= now.size() || old[i] != now[i]) result.insert(std::min(i, kElementsToldApart));
  }
  return result;
}

}  // namespace

std::vector<std::vector<Call>> joined(const Subject& subject, const std::vector<Pair>& pairs,
                                      const std::vector<Found>& found) {
  std::vector<std::vector<Call>> result;
  std::set<std::string> known;
  for (const Found& each : found) known.insert(sequence_key(subject, each.calls));
  for (const Found& each : found) {
    const Pair& pair = pairs[each.pair];
    if (is_made_by_constructor(subject, pair.definition)) continue;
    // Another definition by a method comes first, then short sequences.
    std::vector<std::tuple<bool, std::size_t, std::size_t>> before;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Pair& other = pairs[found[i].pair];
      if (subject.flow.nodes[other.use].variable != subject.flow.nodes[pair.use].variable || found[i].calls.size() < 2)
        continue;
      if (call_text(subject, found[i].calls.front()) != call_text(subject, each.calls.front())) continue;
      const bool is_other = other.definition != pair.definition && !is_made_by_constructor(subject, other.definition);
      before.emplace_back(!is_other, found[i].calls.size(), i);
    }
    std::sort(before.begin(), before.end());
    std::size_t count = 0;
    for (const auto& [is_same, length, i] : before) {
      std::vector<Call> calls = found[i].calls;
      calls.insert(calls.end(), each.calls.begin() + 1, each.calls.end());
      if (count == kMostJoined || calls.size() > kLongestJoined) break;
      if (!known.insert(sequence_key(subject, calls)).second) continue;
      result.push_back(std::move(calls));
      ++count;
    }
  }
  return result;
}

void add_told(const Subject& subject, const std::vector<Pair>& pairs, std::vector<Recorded>& recorded,
              std::size_t first) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> pair_numbers;
  for (std::size_t i = 0; i < pairs.size(); ++i) pair_numbers[{pairs[i].definition, pairs[i].use}] = i;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> told;  // pair and element
  for (Recorded& each : recorded) {
    struct Last {
      std::size_t node = 0, call = 0, times = 0;
    };
    std::map<std::string, Last> last;  // definitions
    std::set<std::size_t> numbers;
    for (std::size_t call = 0; call < each.seen.size(); ++call) {
      for (const auto& node : accesses_of(subject, each.seen[call].marks)) {
        if (!node) continue;
        if (*node == kUnseen) {
          last.clear();
          continue;
        }
        const frontend::FlowNode& access = subject.flow.nodes[*node];
        if (access.is_definition) {
          Last& now = last[access.variable];
          now = {*node, call, now.times + 1};
          continue;
        }
        const auto definition = last.find(access.variable);
        if (definition == last.end() || definition->second.call == 0) continue;
        const auto pair = pair_numbers.find({definition->second.node, *node});
        const bool is_hidden = access.variable.starts_with('*') && definition->second.times < 2;
        if (pair == pair_numbers.end() || is_hidden) continue;
        const std::size_t at = definition->second.call;
        for (const std::size_t element :
             changed_elements(subject, access.variable, each.seen[at - 1].state, each.seen[at].state))
          numbers.insert(told.try_emplace({pair->second, element}, first + told.size()).first->second);
      }
    }
    each.pairs.insert(each.pairs.end(), numbers.begin(), numbers.end());
  }
}

}  // namespace forall::class_tests
