#include "class_tests/forward.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/error.h"
#include "class_tests/exclusion.h"
#include "expr/print.h"

namespace forall::class_tests {
namespace {

constexpr unsigned kLengthBeforeProofs = 2;  // most pairs that have a sequence have one of this length

// The inputs of a case by name. The second choice of a name is "name#2", and its parts are "name#2.size" or "name.size#2".
class Choices {
 public:
  explicit Choices(const testcase::Case& found) {
    for (const testcase::InputValue& input : found.inputs) by_name_[input.name] = &input;
  }
  const testcase::InputValue* get(const std::string& name, const std::string& part, std::size_t number) const {
    const std::string suffix = number == 1 ? "" : fmt::format("#{}", number);
    for (const std::string& spelled : {name + suffix + part, name + part + suffix}) {
      if (const auto known = by_name_.find(spelled); known != by_name_.end()) return known->second;
    }
    return nullptr;
  }

 private:
  std::map<std::string, const testcase::InputValue*> by_name_;
};

// The chosen value as C++: a scalar, a text or a braced list. What the run never looked at is anything.
std::string literal(const Choices& choices, const std::string& name, std::size_t number,
                    const frontend::TypeFacts& type) {
  if (is_new_object(type)) return type.spelling + "()";
  if (type.kind != frontend::TypeKind::Class) {
    const testcase::InputValue* value = choices.get(name, "", number);
    const std::string text = value != nullptr ? expr::print_value(value->kind, value->width, value->value) : "0";
    return type.kind == frontend::TypeKind::Scalar ? fmt::format("static_cast<{}>({})", type.spelling, text) : text;
  }
  const bool is_text = type.spelling.starts_with("std::basic_string");
  const testcase::InputValue* size = choices.get(name, ".size", number);
  const std::uint64_t count = size != nullptr ? size->value.lo : 0;
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    const testcase::InputValue* element = choices.get(name, fmt::format("[{}]", i), number);
    if (is_text) {
      text += element != nullptr ? fmt::format("\\{:03o}", element->value.lo & 0xff) : "a";
    } else {
      text += i == 0 ? "" : ", ";
      text += element != nullptr ? expr::print_value(element->kind, element->width, element->value) : "0";
    }
  }
  return is_text ? fmt::format("std::string(\"{}\", {})", text, count) : "{" + text + "}";
}

std::vector<Call> calls_of(const Subject& subject, const testcase::Case& found, std::size_t last) {
  const Choices choices(found);
  std::map<std::size_t, std::size_t> times;  // that an operation was called
  std::vector<Call> calls;
  for (std::size_t step = 0; step <= last; ++step) {
    const testcase::InputValue* chosen = choices.get("operation", "", step + 1);
    if (chosen == nullptr) break;  // the destructor
    Call call{chosen->value.lo, {}};
    const std::size_t number = ++times[call.operation];
    const Operation& operation = subject.operations[call.operation];
    const auto& types = subject.flow.methods[operation.method].types;
    for (std::size_t i = 0; i < types.size(); ++i)
      call.arguments.push_back(literal(choices, fmt::format("{}_p{}", operation.put, i), number, types[i]));
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace

std::vector<std::optional<std::size_t>> accesses_of(const Subject& subject, const std::vector<std::size_t>& marks) {
  std::vector<std::optional<std::size_t>> result;
  for (const std::size_t mark : marks) {
    if (mark == kEndOfCall) {
      result.emplace_back();
    } else if (mark == kMarksWereCut) {
      result.emplace_back(kUnseen);
    } else {
      for (const std::size_t node : nodes_of(subject, {mark})) result.emplace_back(node);
    }
  }
  return result;
}

std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> executed_pairs(
    const Subject& subject, const std::vector<std::optional<std::size_t>>& nodes) {
  std::map<std::string, std::size_t> defined;
  std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> result;
  std::size_t call = 0;
  for (const auto& node : nodes) {
    if (!node) {
      ++call;
      continue;
    }
    if (*node == kUnseen) {
      defined.clear();
      continue;
    }
    const frontend::FlowNode& access = subject.flow.nodes[*node];
    if (access.is_definition) {
      defined[access.variable] = *node;
    } else if (const auto last = defined.find(access.variable); last != defined.end()) {
      result.push_back({{last->second, *node}, call});
    }
  }
  return result;
}

std::set<std::pair<std::size_t, std::size_t>> measured_pairs(const Subject& subject, const std::string& accesses) {
  std::vector<std::optional<std::size_t>> made;
  for (const frontend::FlowMethod& method : subject.flow.methods) {
    if (!method.is_constructor || method.is_written) continue;
    for (const std::size_t node : method.initialised) made.emplace_back(node);
  }
  std::map<std::string, std::vector<std::optional<std::size_t>>> objects;
  std::istringstream stream(accesses);
  std::size_t access = 0;
  for (std::string object; stream >> object >> access;) {
    const auto nodes = accesses_of(subject, {access});
    auto& seen = objects.try_emplace(object, made).first->second;
    seen.insert(seen.end(), nodes.begin(), nodes.end());
  }
  std::set<std::pair<std::size_t, std::size_t>> result;
  for (const auto& [object, nodes] : objects) {
    for (const auto& [pair, call] : executed_pairs(subject, nodes)) result.insert(pair);
  }
  return result;
}

ForwardAnswers explore_sequences(const Subject& subject, const std::vector<Pair>& pairs, target::Target& target,
                                 const explore::Options& options, const ForwardLimits& limits,
                                 const std::atomic<bool>& stop) {
  ForwardAnswers result;
  result.answers.resize(pairs.size());
  result.is_minimal.resize(pairs.size());
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> wanted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].has_path) wanted[{pairs[i].definition, pairs[i].use}] = i;
  }
  const auto exclude = [&](double seconds) {
    std::erase_if(wanted, [&](const auto& each) {
      if (stop || !is_excluded(subject.flow, pairs[each.second], seconds)) return false;
      result.answers[each.second] = {Answer::Infeasible, "invariant", {}};
      return true;
    });
  };
  bool is_complete = subject.limited.empty() && subject.left_out.empty();  // all shorter sequences were explored
  bool was_cut = false;
  for (unsigned length = 0; length <= limits.length && !wanted.empty() && result.seconds < limits.seconds; ++length) {
    const std::string name = fmt::format("ClassSequences.sequence{}", length);
    const auto put = std::find_if(target.puts().begin(), target.puts().end(),
                                  [&](const testcase::Put& each) { return each.full_name() == name; });
    if (put == target.puts().end()) throw base::SoundnessError("the target has no " + name);
    std::map<std::size_t, Deduction> found;
    std::atomic<bool> is_done = false;
    bool is_cut = false;
    explore::Hooks hooks;
    hooks.stop = &is_done;
    hooks.interrupt = &stop;
    hooks.found = [&](const testcase::Case& one) {
      if (one.outcome.kind != testcase::OutcomeKind::Passed) return;
      std::vector<std::size_t> marks;
      for (const testcase::ObservedValue& seen : one.observations) {
        if (seen.name.starts_with("marks[")) marks.push_back(seen.value.lo);
      }
      is_cut = is_cut || are_cut(marks);
      for (const auto& [pair, call] : executed_pairs(subject, accesses_of(subject, marks))) {
        const auto known = wanted.find(pair);
        if (known == wanted.end() || found.contains(known->second)) continue;
        found[known->second] = {Answer::Feasible, "exploration", calls_of(subject, one, call)};
      }
      is_done = found.size() == wanted.size() || stop;
    };
    explore::Options engine = options;
    engine.seconds = limits.seconds - result.seconds;
    const testcase::Result explored = explore::explore(target, *put, engine, hooks);
    result.seconds += explored.seconds;
    for (auto& [pair, answer] : found) {
      wanted.erase({pairs[pair].definition, pairs[pair].use});
      result.answers[pair] = std::move(answer);
      result.is_minimal[pair] = is_complete;
    }
    is_complete = is_complete && explored.is_exhausted && explored.ledger.empty() && !is_cut;
    was_cut = was_cut || is_cut;
    if (length == kLengthBeforeProofs) exclude(limits.proof_seconds / 5);
  }
  exclude(limits.proof_seconds);
  for (std::size_t i = 0; i < pairs.size() && !stop; ++i) {
    const Deduction& answer = result.answers[i];
    if (answer.answer == Answer::Feasible && !result.is_minimal[i])
      result.is_minimal[i] = is_excluded(subject.flow, pairs[i], limits.proof_seconds, answer.calls.size() - 1);
  }
  for (const auto& [pair, number] : wanted)
    result.answers[number].how = fmt::format(
        "no sequence of up to {} calls executes it{}{}{}", limits.length,
        is_complete ? "" : ", as far as they were explored",
        was_cut ? fmt::format("; sequences make {}", kCutMarks) : std::string(),
        subject.flow.shared.empty() ? std::string()
                                    : fmt::format("; {} outlive{} the object", fmt::join(subject.flow.shared, ", "),
                                                  subject.flow.shared.size() == 1 ? "s" : ""));
  return result;
}

}  // namespace forall::class_tests
