#include "store/case_file.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "base/json.h"
#include "store/case_text.h"
#include "store/put_text.h"
#include "store/text.h"
#include "testcase/condition_text.h"

namespace forall::store {

namespace {

using Json = nlohmann::ordered_json;
using testcase::Case;
using testcase::Result;
using testcase::VerdictKind;

constexpr int kCaseFileVersion = 2;
constexpr const char* kCallOffset = "call_offset";

void put_text_at(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = encode(text);
}
std::string text_at(const Json& json, const char* key) {
  return json.contains(key) ? decode(json.at(key).get_ref<const std::string&>()) : std::string();
}

const char* name_of(Case::Native native) {
  switch (native) {
    case Case::Native::Confirmed: return "confirmed";
    case Case::Native::Differs: return "differs";
    case Case::Native::NotRun: break;
  }
  return "not run";
}

Json json_of(const Case& c, int line_of_put) {
  Json json = {{"name", c.name}, {"outcome", testcase::to_string(c.outcome.kind)}};
  if (c.outcome.fault != testcase::Fault::None) json["fault"] = testcase::to_string(c.outcome.fault);
  put_text_at(json, "exception_type", c.outcome.exception_type);
  put_text_at(json, "message", c.outcome.message);
  put_text_at(json, "file", c.outcome.file);
  if (c.outcome.line != 0) json["line"] = c.outcome.line;
  put_text_at(json, "function", c.outcome.function);
  put_text_at(json, "condition", testcase::readable_condition(c.path_condition));
  json["native"] = name_of(c.native);
  put_text_at(json, "native_detail", c.native_detail);
  testcase::Outcome unplaced = c.outcome;
  unplaced.call_line = 0;
  if (c.outcome.call_line != 0) json[kCallOffset] = static_cast<int>(c.outcome.call_line) - line_of_put;
  json["data"] = base::parse_ordered_json(to_text(c.inputs, c.objects, c.observations, unplaced));
  return json;
}

// The enums of a target are those of everything that is linked into it: here are those that the PUT and its cases name.
Json json_of(testcase::Put put, const std::map<std::string, std::string>& cases) {
  const base::Enums all = std::exchange(put.enums, {});
  std::string text = to_text(put);
  for (const auto& [name, line] : cases) text += line;
  for (const auto& [type, enumerators] : all) {
    if (text.find('"' + type + '"') != std::string::npos) put.enums.emplace(type, enumerators);
  }
  Json json = base::parse_ordered_json(to_text(put));
  for (const char* of_this_build : {"line", "sources", "flags"}) json.erase(of_this_build);
  return json;
}

template <typename T>
T known(const std::optional<T>& value, const std::string& text) {
  if (!value) throw std::invalid_argument("unknown value '" + text + "'");
  return *value;
}

Case case_of(const Json& json) {
  Case c;
  c.name = json.at("name");
  const std::string kind = json.at("outcome"), fault = text_at(json, "fault");
  c.outcome.kind = known(testcase::parse_outcome(kind), kind);
  if (!fault.empty()) c.outcome.fault = known(testcase::parse_fault(fault), fault);
  c.outcome.exception_type = text_at(json, "exception_type");
  c.outcome.message = text_at(json, "message");
  c.outcome.file = text_at(json, "file");
  c.outcome.line = json.value("line", 0u);
  c.outcome.function = text_at(json, "function");
  c.path_condition = text_at(json, "condition");
  const std::string native = json.at("native");
  for (const Case::Native each : {Case::Native::NotRun, Case::Native::Confirmed, Case::Native::Differs}) {
    if (native == name_of(each)) c.native = each;
  }
  c.native_detail = text_at(json, "native_detail");
  Values values = values_from_text(base::json_text(json.at("data")));
  take_values(values, c);
  return c;
}

// What still holds if both were found: a failure does, a proof does only if both have it.
VerdictKind weaker(VerdictKind x, VerdictKind y) {
  if (x == VerdictKind::Refuted || y == VerdictKind::Refuted) return VerdictKind::Refuted;
  return x == VerdictKind::Open || y == VerdictKind::Open ? VerdictKind::Open : VerdictKind::Proved;
}

void read_put(const Json& json, bool is_first, Result& result) {
  if (json.at("version").get<int>() > kCaseFileVersion) throw std::invalid_argument("written by a newer forall");
  const std::string text = json.at("verdict");
  const VerdictKind verdict = known(testcase::parse_verdict(text), text);
  result.put = put_from_text(base::json_text(json.at("put")));
  result.verdict = is_first ? verdict : weaker(result.verdict, verdict);
}

}  // namespace

std::string to_case_file(const Result& result) {
  std::map<std::string, std::string> lines;  // by name
  for (const Case& c : result.cases) lines.insert_or_assign(c.name, base::json_text(json_of(c, result.put.line)));
  const Json first = {{"version", kCaseFileVersion},
                      {"put", json_of(result.put, lines)},
                      {"verdict", testcase::to_string(result.verdict)}};
  std::string text = base::json_text(first) + "\n";
  for (const auto& [name, line] : lines) text += line + "\n";
  return text;
}

Result from_case_file(std::string_view text, const LineOf& line_of) {
  Result result;
  std::map<std::string, Case> cases;
  std::map<std::string, int> call_offsets;
  bool has_put = false;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;
    try {
      const Json json = base::parse_ordered_json(line);
      if (json.contains("put")) {
        read_put(json, !has_put, result);
        has_put = true;
      } else {
        Case c = case_of(json);
        if (json.contains(kCallOffset)) call_offsets[c.name] = json.at(kCallOffset);
        cases.insert_or_assign(c.name, std::move(c));
      }
    } catch (const std::exception& error) {
      const bool is_conflict =
          line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>");
      throw std::invalid_argument("line " + std::to_string(number) + ": " +
                                  (is_conflict ? "a conflict of a merge; keep the lines of both sides" : error.what()));
    }
  }
  if (!has_put) throw std::invalid_argument("no line for the test itself");
  if (const int line = line_of ? line_of(result.put) : 0; line != 0) result.put.line = line;
  for (auto& [name, c] : cases) {
    const auto offset = call_offsets.find(name);
    if (offset != call_offsets.end() && result.put.line != 0)
      c.outcome.call_line = static_cast<unsigned>(std::max(result.put.line + offset->second, 0));
    c.put = result.put.full_name();
    result.paths += 1;
    result.failed += testcase::refutes(c.outcome.kind) ? 1 : 0;
    result.cases.push_back(std::move(c));
  }
  return result;
}

}  // namespace forall::store
