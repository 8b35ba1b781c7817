#include "testcase/purity.h"

#include <algorithm>
#include <string_view>

namespace forall::testcase {
namespace {

constexpr std::string_view kCalls = "\n  calls: ";
constexpr std::string_view kNext = "; ";  // in no literal of the calls

std::size_t find_parameter(const Put& put, std::string_view name) {
  const auto found = std::find_if(put.parameters.begin(), put.parameters.end(),
                                  [&](const Parameter& known) { return known.name == name; });
  return static_cast<std::size_t>(found - put.parameters.begin());
}

bool knows_all_pointers(const Put& put, const std::string& call) {
  for (std::size_t at = call.find('@'); at != std::string::npos; at = call.find('@', at + 1)) {
    const std::size_t end = call.find('@', at + 1);
    if (end == std::string::npos) return false;
    if (parameter_of_object(put, call.substr(at + 1, end - at - 1)) == put.parameters.size()) return false;
    at = end;
  }
  return true;
}

}  // namespace

std::vector<ObserverCall> parse_observer_calls(std::string_view text) {
  std::vector<ObserverCall> calls;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kNext), text.size());
    const std::size_t dot = std::min(text.find('.'), end);
    if (dot == end) return {};
    calls.push_back({std::string(text.substr(0, dot)), std::string(text.substr(dot + 1, end - dot - 1))});
    text.remove_prefix(std::min(text.size(), end + kNext.size()));
  }
  return calls;
}

void name_purity_calls(const Put& put, Outcome& outcome) {
  std::string line;
  for (ObserverCall& call : outcome.calls) {
    for (std::size_t i = 0; i < put.parameters.size(); ++i) {
      if (call.object == "[" + std::to_string(i) + "]") {
        call.object = put.parameters[i].name;
        break;
      }
    }
    line.append(line.empty() ? kCalls : kNext).append(call.object).append(".").append(call.call);
  }
  outcome.message += line;
}

std::vector<PurityCall> purity_calls(const Put& put, const Outcome& outcome) {
  std::vector<PurityCall> calls;
  for (const ObserverCall& call : outcome.calls) {
    const std::size_t parameter = find_parameter(put, call.object);
    if (parameter == put.parameters.size()) return {};
    calls.push_back({parameter, call.call});
  }
  return calls;
}

std::size_t parameter_of_object(const Put& put, const std::string& name) {
  return find_parameter(put, std::string_view(name).substr(name.starts_with('*') ? 1 : 0));
}

bool has_closed_test(const Put& put, const Outcome& outcome) {
  if (!is_unseen_natively(outcome)) return true;
  const std::vector<PurityCall> calls = purity_calls(put, outcome);
  return !calls.empty() && std::all_of(calls.begin(), calls.end(),
                                       [&](const PurityCall& call) { return knows_all_pointers(put, call.call); });
}

}  // namespace forall::testcase
