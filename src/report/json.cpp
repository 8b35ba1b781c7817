// The JSON forms, each on one line. Invalid UTF-8 is replaced, never a reason to fail. Values are JSON numbers
// where those are exact (64 bits), else decimal strings. The tree is a flat list with parents, since paths can be
// deeper than any reader's stack.
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "expr/print.h"
#include "report/compare.h"
#include "report/expectation.h"
#include "report/fixes.h"
#include "report/report.h"
#include "report/text.h"
#include "report/tree.h"
#include "report/value.h"
#include "testcase/failures.h"

namespace forall::report {

using testcase::Case;
using testcase::Result;

namespace {

using Json = nlohmann::ordered_json;

Json value_json(testcase::ScalarKind kind, unsigned width, abi::Bits value) {
  width = width == 0 || width > 128 ? 128 : width;
  const expr::U128 bits = expr::to_u128(value) & expr::mask(width);
  if (kind == testcase::ScalarKind::Bool) return bits != 0;
  if (testcase::is_signed(kind)) {
    const expr::S128 number = expr::to_signed(bits, width);
    if (number == static_cast<std::int64_t>(number)) return static_cast<std::int64_t>(number);
    return expr::print_number(width, value, testcase::is_signed(kind));
  }
  if (bits == static_cast<std::uint64_t>(bits)) return static_cast<std::uint64_t>(bits);
  return expr::print_number(width, value, testcase::is_signed(kind));
}

Json inputs_json(const Case& c, const base::Enums& enums) {
  Json inputs = Json::array();
  for (const auto& input : c.inputs) {
    Json entry = {{"name", input.name},
                  {"type", input.type},
                  {"value", value_json(input.kind, input.width, input.value)},
                  {"text", input_text(input, enums)}};
    if (input.is_choice) entry["choice"] = true;
    if (input.kind == testcase::ScalarKind::Pointer)
      entry["target"] = input.target.empty() ? Json() : Json(input.target);
    inputs.push_back(std::move(entry));
  }
  return inputs;
}

const char* native_name(Case::Native native) {
  switch (native) {
    case Case::Native::Confirmed: return "confirmed";
    case Case::Native::Differs: return "differs";
    case Case::Native::NotRun: break;
  }
  return "not run";
}

Json outcome_json(const testcase::Outcome& outcome) {
  Json json = {{"kind", testcase::to_string(outcome.kind)}};
  if (outcome.fault != testcase::Fault::None) json["fault"] = testcase::to_string(outcome.fault);
  if (!outcome.exception_type.empty()) json["exception_type"] = outcome.exception_type;
  if (!outcome.message.empty()) json["message"] = outcome.message;
  if (const auto expectation = expectation_of(outcome.message);
      expectation && outcome.kind == testcase::OutcomeKind::Failed) {
    json["expected"] = expectation->expected;
    json["actual"] = expectation->actual;
  }
  if (!outcome.file.empty()) {
    json["file"] = outcome.file;
    json["line"] = outcome.line;
  }
  if (outcome.call_line != 0) json["call_line"] = outcome.call_line;
  if (!outcome.function.empty()) json["function"] = outcome.function;
  return json;
}

// The inputs put together: one entry for each parameter.
Json values_json(const testcase::Put& put, const Case& c) {
  Json values = Json::array();
  for (const ShownValue& value : shown_values(&put, c)) {
    if (!value.is_choice) values.push_back({{"name", value.name}, {"type", value.type}, {"text", value.text}});
  }
  return values;
}

Json brief_json(const Case& c, const testcase::Put* put) {
  Json json;
  if (c.id != 0) json["id"] = c.id;  // known once it is stored
  json["name"] = c.name;
  json["outcome"] = outcome_json(c.outcome);
  json["inputs"] = inputs_json(c, put == nullptr ? base::Enums() : put->enums);
  if (put != nullptr) json["values"] = values_json(*put, c);
  for (const auto& object : c.objects) json["objects"].push_back({{"name", object.name}, {"type", object.type}});
  json["condition"] = c.path_condition;
  json["native"] = native_name(c.native);
  if (!c.native_detail.empty()) json["native_detail"] = c.native_detail;
  return json;
}

void add_axioms(Json& json, const Result& result) {
  json["axioms"] = json["missing"] = json["notes"] = Json::array();
  for (const auto& axiom : result.axioms) {
    json["axioms"].push_back(
        {{"put", axiom.put}, {"standing", testcase::to_string(axiom.standing)}, {"why", axiom.why}});
  }
  for (const auto& missing : result.missing) {
    json["missing"].push_back({{"term", missing.term}, {"sketch", missing.sketch}});
  }
  for (const auto& note : result.notes)
    json["notes"].push_back({{"kind", testcase::to_string(note.kind)}, {"text", note.text}});
}

Json put_json(const Result& result) {
  Json ledger = Json::array(), undecided = Json::array(), failing = Json::array();
  for (const auto& line : result.ledger) {
    ledger.push_back({{"kind", testcase::to_string(line.kind)},
                      {"text", line.text},
                      {"file", line.file},
                      {"line", line.line},
                      {"count", line.count},
                      {"remedy", line.remedy},
                      {"fixes", fixes_json(line, result.put)}});
  }
  for (const auto& path : result.undecided) {
    undecided.push_back(
        {{"condition", path.condition}, {"file", path.file}, {"line", path.line}, {"reason", path.reason}});
  }
  for (const Case& c : result.cases) {
    if (testcase::refutes(c.outcome.kind)) failing.push_back(brief_json(c, &result.put));
  }
  Json failures = Json::array();
  for (const auto& group : testcase::failure_groups(result.cases)) {
    const Case& simplest = result.cases[group.front()];
    failures.push_back(
        {{"outcome", outcome_json(simplest.outcome)}, {"cases", group.size()}, {"simplest", simplest.name}});
  }
  Json stale = Json::array(), origins = Json::array();
  for (const auto& origin : result.put.origins) origins.push_back(testcase::to_string(origin));
  for (const auto& c : result.stale) stale.push_back({{"name", c.name}, {"reason", c.reason}});
  Json json = {
      {"name", result.put.full_name()},
      {"verdict", testcase::to_string(result.verdict)},
      {"paths", result.paths},
      {"cases", result.is_kept ? result.paths : result.cases.size()},  // kept results have the failing ones only
      {"failed", result.failed},
      {"discarded", result.discarded},
      {"infeasible", result.infeasible},
      {"ledger", std::move(ledger)},
      {"branches_covered", result.branches_covered},
      {"branches_total", result.branches_total},
      {"seconds", result.seconds},
      {"solver_seconds", result.solver_seconds},
      {"queries", result.queries},
      {"cut", result.cut},
      {"runs", result.runs},
      {"interrupted", result.interrupted},
      {"kept", result.is_kept},
      {"stale", std::move(stale)},
      {"file", result.put.file},
      {"line", result.put.line},
      {"origins", std::move(origins)},
      {"undecided", std::move(undecided)},
      {"failures", std::move(failures)},
      {"failing", std::move(failing)}};
  add_axioms(json, result);
  return json;
}

Json json_of(const Comparison& comparison) {
  const auto failures_json = [](const std::vector<Comparison::Failure>& failures) {
    Json json = Json::array();
    for (const auto& failure : failures) json.push_back({{"put", failure.put}, {"text", failure.text}});
    return json;
  };
  Json lost = Json::array(), coverage = Json::array();
  for (const auto& each : comparison.lost_proofs)
    lost.push_back({{"put", each.put}, {"now", testcase::to_string(each.now)}});
  for (const auto& each : comparison.coverage) {
    coverage.push_back({{"put", each.put},
                        {"branches_covered_before", each.covered_before},
                        {"branches_total_before", each.total_before},
                        {"branches_covered", each.covered},
                        {"branches_total", each.total}});
  }
  return {{"new_failures", failures_json(comparison.new_failures)},
          {"fixed_failures", failures_json(comparison.fixed_failures)},
          {"lost_proofs", std::move(lost)},
          {"new_proofs", comparison.new_proofs},
          {"coverage", std::move(coverage)},
          {"not_explored", comparison.not_explored}};
}

}  // namespace

std::string results_json(const std::vector<Result>& results, const Times& times, const Comparison* against) {
  Json puts = Json::array();
  for (const Result& result : results) puts.push_back(put_json(result));
  Json json = {{"puts", std::move(puts)},
               {"compile_seconds", times.compile},
               {"explore_seconds", times.explore},
               {"confirm_seconds", times.confirm},
               {"wall_seconds", times.wall}};
  if (against != nullptr) json["against"] = json_of(*against);
  return base::json_text(json);
}

std::string comparison_json(const Comparison& comparison) { return base::json_text(json_of(comparison)); }

std::string result_json(const Result& result) { return base::json_text(put_json(result)); }

std::string axioms_json(const Result& result) {
  Json json;
  add_axioms(json, result);
  return base::json_text(json);
}

std::string case_json(const Case& c, const testcase::Put* put) {
  Json json = brief_json(c, put);
  json["put"] = c.put;
  Json observations = Json::array(), steps = Json::array();
  for (const auto& value : c.observations) {
    observations.push_back({{"name", value.name},
                            {"type", value.type},
                            {"value", value_json(value.kind, value.width, value.value)},
                            {"text", expr::print_value(value.kind, value.width, value.value)},
                            {"expression", value.expression}});
  }
  for (const auto& step : c.steps) {
    steps.push_back({{"condition", step.condition}, {"file", step.file}, {"line", step.line}});
  }
  json["observations"] = std::move(observations);
  json["steps"] = std::move(steps);
  return base::json_text(json);
}

std::string tree_json(const Result& result) {
  const auto tree = build_tree(result);
  Json nodes = Json::array();
  for (std::size_t i = 0; i < tree.size(); ++i) {
    Json node = {{"id", i}};
    if (i > 0) {
      node["parent"] = tree[i].parent;
      node["condition"] = tree[i].step->condition;
      node["file"] = tree[i].step->file;
      node["line"] = tree[i].step->line;
    }
    if (!tree[i].cases.empty()) {
      Json cases = Json::array();
      for (const Case* c : tree[i].cases) cases.push_back(brief_json(*c, &result.put));
      node["cases"] = std::move(cases);
    }
    nodes.push_back(std::move(node));
  }
  return base::json_text(Json{
      {"put", result.put.full_name()}, {"verdict", testcase::to_string(result.verdict)}, {"nodes", std::move(nodes)}});
}

}  // namespace forall::report
