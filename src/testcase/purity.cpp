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
    if (parameter_behind(put, call.substr(at + 1, end - at - 1)) == put.parameters.size()) return false;
    at = end;
  }
  return true;
}

}  // namespace

void name_purity_calls(const Put& put, Outcome& outcome) {
  const std::size_t calls = is_unseen_natively(outcome) ? outcome.message.find(kCalls) : std::string::npos;
  if (calls == std::string::npos) return;
  std::string named = outcome.message.substr(calls);
  for (std::size_t i = 0; i < put.parameters.size(); ++i) {
    const std::string number = " [" + std::to_string(i) + "].", name = " " + put.parameters[i].name + ".";
    for (std::size_t at = named.find(number); at != std::string::npos; at = named.find(number, at + name.size())) {
      named.replace(at, number.size(), name);
    }
  }
  outcome.message.replace(calls, std::string::npos, named);
}

std::vector<PurityCall> purity_calls(const Put& put, const Outcome& outcome) {
  std::vector<PurityCall> calls;
  const std::size_t begin = is_unseen_natively(outcome) ? outcome.message.find(kCalls) : std::string::npos;
  if (begin == std::string::npos) return calls;
  std::string_view rest = std::string_view(outcome.message).substr(begin + kCalls.size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(kNext), rest.size());
    const std::size_t dot = std::min(rest.find('.'), end);
    const std::size_t parameter = find_parameter(put, rest.substr(0, dot));
    if (dot == end || parameter == put.parameters.size()) return {};
    calls.push_back({parameter, std::string(rest.substr(dot + 1, end - dot - 1))});
    rest.remove_prefix(std::min(rest.size(), end + kNext.size()));
  }
  return calls;
}

std::size_t parameter_behind(const Put& put, const std::string& name) {
  return find_parameter(put, std::string_view(name).substr(name.starts_with('*') ? 1 : 0));
}

bool has_closed_test(const Put& put, const Outcome& outcome) {
  if (!is_unseen_natively(outcome)) return true;
  const std::vector<PurityCall> calls = purity_calls(put, outcome);
  return !calls.empty() && std::all_of(calls.begin(), calls.end(),
                                       [&](const PurityCall& call) { return knows_all_pointers(put, call.call); });
}

}  // namespace forall::testcase
