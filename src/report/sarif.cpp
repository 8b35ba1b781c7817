// SARIF 2.1.0, within the limits that GitHub sets for uploads: 25,000 results, of which 5,000 are shown, and 10,000
// locations of one code flow.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/version.h"
#include "report/ci.h"
#include "report/ci_text.h"
#include "report/text.h"
#include "report/value.h"

namespace forall::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostResults = 5000;
constexpr std::size_t kMostSteps = 1000;

class Sarif {
 public:
  Sarif(const Results& results, const std::string& root) : root_(root) {
    for (const auto& result : results) {
      for (const Finding& finding : findings_of(result)) add(finding);
    }
    for (const auto& result : results) {
      if (result.verdict == testcase::VerdictKind::Open) add_open(result);
    }
  }

  std::string text() {
    Json driver = {{"name", "forall"}, {"semanticVersion", base::kVersion}, {"rules", std::move(rules_)}};
    std::string folder = "file://";
    for (const char c : root_)
      folder += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"originalUriBaseIds", {{"ROOT", {{"uri", folder + "/"}}}}},
                {"columnKind", "unicodeCodePoints"},
                {"results", std::move(results_)}};
    return base::json_text(Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                {"version", "2.1.0"},
                                {"runs", Json::array({std::move(run)})}}) +
           "\n";
  }

 private:
  static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~/").find(c) != std::string_view::npos;
  }

  std::size_t rule(const std::string& id, const std::string& text, const char* level) {
    const auto [entry, is_new] = rule_numbers_.try_emplace(id, rules_.size());
    if (is_new) {
      rules_.push_back(
          {{"id", id}, {"shortDescription", {{"text", text}}}, {"defaultConfiguration", {{"level", level}}}});
    }
    return entry->second;
  }

  // Files outside of the root have an absolute URI.
  Json artifact(const std::string& file) const {
    const std::string path = path_below(root_, file);
    std::string uri;
    for (const char c : path)
      uri += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    if (path.starts_with('/')) return {{"uri", "file://" + uri}};
    return {{"uri", uri}, {"uriBaseId", "ROOT"}};
  }
  Json location(const std::string& file, unsigned line) const {
    return {{"physicalLocation",
             {{"artifactLocation", artifact(file)}, {"region", {{"startLine", line == 0 ? 1U : line}}}}}};
  }

  // Where the failing path decides what, with the inputs in the state of each step.
  Json code_flow(const Finding& finding) const {
    Json state = Json::object();
    for (const ShownValue& value : shown_values(&finding.result->put, *finding.simplest))
      state[value.name] = {{"text", value.text}};
    Json steps = Json::array();
    const auto add = [&](const std::string& file, unsigned line, const std::string& text, const char* importance) {
      Json where = location(file, line);
      where["message"] = {{"text", text}};
      steps.push_back({{"location", std::move(where)},
                       {"executionOrder", steps.size() + 1},
                       {"importance", importance},
                       {"state", state}});
    };
    const auto& put = finding.result->put;
    add(put.file, static_cast<unsigned>(put.line), put.full_name() + " is called", "important");
    for (const auto& step : finding.simplest->steps) {
      if (steps.size() + 1 >= kMostSteps) break;
      const bool is_own = step.file.find("/forall/internal/") != std::string::npos || step.file.empty();
      add(is_own ? put.file : step.file, is_own ? static_cast<unsigned>(put.line) : step.line,
          step.condition.empty() ? "a decision" : step.condition, "unimportant");
    }
    add(finding.file, finding.line, outcome_text(finding.simplest->outcome), "essential");
    return {{"threadFlows", Json::array({Json{{"locations", std::move(steps)}}})}};
  }

  void push(const std::string& id, std::size_t index, const char* level, const std::string& text,
            const std::string& file, unsigned line, const std::string& print, Json flows) {
    if (results_.size() >= kMostResults) return;
    Json result = {{"ruleId", id},
                   {"ruleIndex", index},
                   {"level", level},
                   {"message", {{"text", text}}},
                   {"locations", Json::array({location(file, line)})},
                   {"partialFingerprints", {{"forall/v1", print}}}};
    if (!flows.is_null()) result["codeFlows"] = std::move(flows);
    results_.push_back(std::move(result));
  }

  // Neither lines nor inputs are part of it: a failure stays the same while code around it changes. Failures of one
  // kind in one function are told apart by their number.
  std::string fingerprint(const std::string& what) {
    return fmt::format("{:016x}:{}", base::fnv1a(what), ++fingerprints_[what]);
  }

  void add(const Finding& finding) {
    const auto& outcome = finding.simplest->outcome;
    const std::string kind =
        outcome.fault != testcase::Fault::None ? testcase::to_string(outcome.fault) : testcase::to_string(outcome.kind);
    std::string id = kind;
    for (char& c : id) c = c == ' ' ? '-' : c;
    const std::string name = finding.result->put.full_name();
    std::string text = name + ": " + finding_text(finding);
    if (finding.cases > 1) text += fmt::format("\n({} fail in this way)", counted(finding.cases, "case"));
    const std::string print = name + "\n" + id + "\n" + outcome.exception_type + "\n" +
                              path_below(root_, finding.file) + "\n" + outcome.function;
    push(id, rule(id, "A case of a parameterized unit test ends in: " + kind, "error"), "error", text, finding.file,
         finding.line, fingerprint(print), Json::array({code_flow(finding)}));
  }

  void add_open(const testcase::Result& result) {
    for (const auto& line : result.ledger) {
      const std::string id = testcase::to_string(line.kind);
      const std::string name = result.put.full_name();
      const bool is_placed = !line.file.empty();
      std::string text = name + " is open: " + line.text;
      if (!line.remedy.empty()) text += ". " + line.remedy;
      push(id, rule(id, "A parameterized unit test is not proved: " + id, "note"), "note", text,
           is_placed ? line.file : result.put.file, is_placed ? line.line : static_cast<unsigned>(result.put.line),
           fingerprint(name + "\n" + id + "\n" + line.text), Json());
    }
  }

  std::string root_;
  Json rules_ = Json::array(), results_ = Json::array();
  std::map<std::string, std::size_t> rule_numbers_, fingerprints_;
};

}  // namespace

std::string sarif_json(const Results& results, const std::string& root) { return Sarif(results, root).text(); }

}  // namespace forall::report
