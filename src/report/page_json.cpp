// The data of the page. Trees have 40,000 nodes and more, so they are columns, and texts, places and outcomes that come
// again and again are in tables of the PUT and named by their position.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "expr/print.h"
#include "report/graph.h"
#include "report/page.h"
#include "report/page_others.h"
#include "report/text.h"
#include "report/tree.h"
#include "report/value.h"
#include "testcase/failures.h"
#include "testcase/value.h"

namespace forall::report {

namespace {

using Json = nlohmann::ordered_json;
using testcase::Case;
using testcase::Result;

constexpr std::size_t kMostSourceBytes = 2'000'000;  // a longer source is not part of the report

// Values that come more than once, by number.
class Table {
 public:
  std::size_t number(const Json& value) {
    const auto [entry, is_new] = numbers_.try_emplace(base::json_text(value), values_.size());
    if (is_new) values_.push_back(value);
    return entry->second;
  }
  Json take() { return std::move(values_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json values_ = Json::array();
};

// The sources that something in the report points to. The standard library is not shown.
class Sources {
 public:
  Sources(base::Files& files, const LineHits& hits) : files_(files), hits_(hits) {}

  std::size_t number(const std::string& file) {
    const std::string name = near_path(file);
    const auto [entry, is_new] = numbers_.try_emplace(name, all_.size());
    if (is_new) {
      Json source = {{"path", name}};
      if (auto text = is_system(file) ? std::nullopt : files_.read(file); text && text->size() <= kMostSourceBytes)
        source["text"] = std::move(*text);
      if (const auto hits = hits_.find(name); hits != hits_.end()) {
        for (const auto& [line, count] : hits->second) source["hits"].push_back({line, count});
      }
      all_.push_back(std::move(source));
    }
    return entry->second;
  }
  Json take() { return std::move(all_); }

 private:
  static bool is_system(const std::string& file) { return file.starts_with("/usr/") || file.empty(); }

  base::Files& files_;
  const LineHits& hits_;
  std::map<std::string, std::size_t> numbers_;
  Json all_ = Json::array();
};

class PutJson {
 public:
  PutJson(const PagePut& put, Sources& sources) : put_(put), result_(*put.result), sources_(sources) {}

  Json make() {
    Json json = summary();
    json["ledger"] = ledger();
    json["undecided"] = undecided();
    add_axioms(json);
    json["branches"] = branches();
    json["tree"] = tree();
    json["cases"] = cases();
    json["failures"] = failures();
    for (const auto& c : result_.stale) json["stale"].push_back({{"name", c.name}, {"reason", c.reason}});
    json["outcomes"] = outcomes_.take();
    json["places"] = places_.take();
    json["texts"] = texts_.take();
    return json;
  }

 private:
  // [file, line]. Domains decide in forall's own header; to a reader, they do so where the PUT is registered.
  Json place(const std::string& file, unsigned line) {
    if (file.empty()) return nullptr;
    if (file.find("/forall/internal/") != std::string::npos) return place(result_.put.file, put_line());
    return {sources_.number(file), line};
  }
  unsigned put_line() const { return static_cast<unsigned>(result_.put.line); }

  Json summary() {
    Json parameters = Json::array();
    for (const auto& parameter : result_.put.parameters)
      parameters.push_back({{"name", parameter.name}, {"type", testcase::plain_spelling(parameter.type.spelling)}});
    return {{"name", result_.put.full_name()},
            {"verdict", testcase::to_string(result_.verdict)},
            {"place", place(result_.put.file, put_line())},
            {"parameters", std::move(parameters)},
            {"explored_at", put_.explored_at},
            {"paths", result_.paths},
            {"failed", result_.failed},
            {"discarded", result_.discarded},
            {"cut", result_.cut},
            {"infeasible", result_.infeasible},
            {"runs", result_.runs},
            {"queries", result_.queries},
            {"branches_covered", result_.branches_covered},
            {"branches_total", result_.branches_total},
            {"seconds", result_.seconds},
            {"solver_seconds", result_.solver_seconds},
            {"interrupted", result_.interrupted},
            {"complete", is_complete()}};
  }

  // Then a side that no case takes cannot be taken, or only by inputs that the assumptions exclude. With axioms, and
  // where only some cases were kept, there are paths without a case.
  bool is_complete() const {
    return result_.ledger.empty() && result_.undecided.empty() && !result_.interrupted && result_.axioms.empty() &&
           result_.cases.size() >= result_.paths;
  }

  Json ledger() {
    Json lines = Json::array();
    for (const auto& line : result_.ledger) {
      lines.push_back({{"kind", testcase::to_string(line.kind)},
                       {"text", line.text},
                       {"place", place(line.file, line.line)},
                       {"count", line.count},
                       {"remedy", line.remedy}});
    }
    return lines;
  }

  Json undecided() {
    Json paths = Json::array();
    for (const auto& path : result_.undecided)
      paths.push_back({{"condition", path.condition}, {"place", place(path.file, path.line)}, {"reason", path.reason}});
    return paths;
  }

  void add_axioms(Json& json) {
    json["axioms"] = json["missing"] = json["notes"] = Json::array();
    for (const auto& axiom : result_.axioms) {
      json["axioms"].push_back(
          {{"put", axiom.put}, {"standing", testcase::to_string(axiom.standing)}, {"why", axiom.why}});
    }
    for (const auto& missing : result_.missing)
      json["missing"].push_back({{"term", missing.term}, {"sketch", missing.sketch}});
    for (const auto& note : result_.notes)
      json["notes"].push_back({{"kind", testcase::to_string(note.kind)}, {"text", note.text}});
  }

  // [place, function, branch, direction, covered]; ids of branches become numbers, since JavaScript has 53 bits.
  Json branches() {
    Json all = Json::array();
    std::map<std::uint64_t, std::size_t> ids;
    for (const auto& branch : result_.branches) {
      numbers_of_directions_[branch.direction] = all.size();
      const std::size_t id = ids.try_emplace(branch.direction.branch, ids.size()).first->second;
      all.push_back({place(branch.file, branch.line), branch.function, id, branch.direction.direction,
                     branch.is_covered ? 1 : 0});
    }
    return all;
  }

  Json tree() {
    const std::vector<TreeNode> nodes = build_tree(result_);
    Json parents = Json::array(), texts = Json::array(), places = Json::array(), sites = Json::array();
    std::map<std::uint64_t, std::size_t> site_numbers;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (const Case* c : nodes[i].cases) node_of_case_[static_cast<std::size_t>(c - result_.cases.data())] = i;
      parents.push_back(nodes[i].parent);
      if (nodes[i].step == nullptr) {
        texts.push_back(-1), places.push_back(-1), sites.push_back(-1);
        continue;
      }
      const testcase::Step& step = *nodes[i].step;
      texts.push_back(texts_.number(step.condition));
      places.push_back(places_.number(place(step.file, step.line)));
      sites.push_back(site_numbers.try_emplace(step.site, site_numbers.size()).first->second);
    }
    return {{"parent", std::move(parents)},
            {"text", std::move(texts)},
            {"place", std::move(places)},
            {"site", std::move(sites)}};
  }

  Json outcome(const testcase::Outcome& outcome) {
    Json json = {{"kind", testcase::to_string(outcome.kind)},
                 {"text", outcome_text(outcome)},
                 {"failing", testcase::refutes(outcome.kind)}};
    if (!outcome.message.empty()) json["message"] = outcome.message;
    if (!outcome.exception_type.empty()) json["exception_type"] = outcome.exception_type;
    if (!outcome.file.empty()) json["place"] = place(outcome.file, outcome.line);
    if (outcome.call_line != 0) json["call_line"] = outcome.call_line;
    if (!outcome.function.empty()) json["function"] = outcome.function;
    return json;
  }

  static const char* native(Case::Native native) {
    switch (native) {
      case Case::Native::Confirmed: return "confirmed";
      case Case::Native::Differs: return "differs";
      case Case::Native::NotRun: break;
    }
    return "not run";
  }

  Json cases() {
    Json all = Json::array();
    for (std::size_t i = 0; i < result_.cases.size(); ++i) {
      const Case& c = result_.cases[i];
      Json json = {{"name", c.name}, {"node", node_of_case_.at(i)}, {"outcome", outcomes_.number(outcome(c.outcome))}};
      if (c.id != 0) json["id"] = c.id;
      Json values = Json::array();
      for (const ShownValue& value : shown_values(&result_.put, c)) values.push_back(value_json(value));
      json["values"] = std::move(values);
      add_inputs(c, json);
      for (const auto& value : c.observations) {
        json["observations"].push_back(
            {value.name, expr::print_value(value.kind, value.width, value.value), value.expression});
      }
      Json covered = Json::array();
      for (const auto& direction : c.covered) {
        const auto found = numbers_of_directions_.find(direction);
        if (found != numbers_of_directions_.end()) covered.push_back(found->second);
      }
      json["covered"] = std::move(covered);
      json["native"] = native(c.native);
      if (!c.native_detail.empty()) json["native_detail"] = c.native_detail;
      if (!c.objects.empty()) json["graph"] = graph_json(result_.put, c);
      if (const auto test = put_.tests.find(i); test != put_.tests.end()) json["test"] = test->second;
      all.push_back(std::move(json));
    }
    return all;
  }

  // Parts of parameters by the names that conditions have for them, so that a reader sees their values in place.
  void add_inputs(const Case& c, Json& json) const {
    const auto is_parameter = [&](const std::string& name) {
      return std::any_of(result_.put.parameters.begin(), result_.put.parameters.end(),
                         [&](const testcase::Parameter& parameter) { return parameter.name == name; });
    };
    for (const testcase::InputValue& input : c.inputs) {
      if (input.is_choice || input.is_unset || is_parameter(input.name)) continue;
      const bool is_pointer = input.kind == testcase::ScalarKind::Pointer;
      json["inputs"].push_back({input.name, !is_pointer ? expr::print_value(input.kind, input.width, input.value)
                                            : input.target.empty() ? std::string("null")
                                                                   : "&" + input.target});
    }
  }

  // A parameter is its text alone, its name and type being those of the PUT; a choice has a name of its own.
  static Json value_json(const ShownValue& value) {
    if (!value.is_choice) return value.text;
    return {value.name, value.type, value.text};
  }

  Json failures() {
    Json all = Json::array();
    for (const auto& group : testcase::failure_groups(result_.cases)) all.push_back(group);
    return all;
  }

  const PagePut& put_;
  const Result& result_;
  Sources& sources_;
  Table texts_, places_, outcomes_;
  std::map<testcase::BranchDirection, std::size_t> numbers_of_directions_;
  std::map<std::size_t, std::size_t> node_of_case_;
};

}  // namespace

std::string page_json(const PageInput& input, base::Files& files) {
  Sources sources(files, input.line_hits);
  Json puts = Json::array();
  for (const PagePut& put : input.puts) puts.push_back(PutJson(put, sources).make());
  Json json = {
      {"version", kPageVersion}, {"forall", input.version}, {"puts", std::move(puts)}, {"files", sources.take()}};
  if (input.against != nullptr) {
    json["against"] = base::parse_ordered_json(comparison_json(*input.against));
    json["against"]["name"] = input.against_name;
  }
  json.update(others_json(input.others));
  return base::json_text(json);
}

}  // namespace forall::report
