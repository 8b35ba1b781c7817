// Which command wrote a file is seen from what it has: pairs, laws or checks. A file may come from anywhere, so nothing is
// passed on as it is.
#include "report/page_others.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/json.h"

namespace forall::report {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& from, const char* field) { return from.value(field, std::string()); }

Json texts(const Json& from, const char* field) { return from.value(field, std::vector<std::string>()); }

// "addQtr:23"
std::string place_in_class(const Json& from) {
  return from.at("method").get<std::string>() + ":" + std::to_string(from.at("line").get<unsigned>());
}

Json class_of(const Json& from) {
  Json pairs = Json::array(), paths = Json::array(), states = Json::array();
  for (const Json& pair : from.at("pairs")) {
    pairs.push_back({{"variable", pair.at("variable").get<std::string>()},
                     {"definition", place_in_class(pair.at("definition"))},
                     {"use", place_in_class(pair.at("use"))},
                     {"answer", pair.at("answer").get<std::string>()},
                     {"how", text(pair, "how")},
                     {"sequence", texts(pair, "sequence")},
                     {"confirmed", pair.value("confirmed", false)}});
  }
  for (const Json& path : from.value("summaries", Json::array())) {
    paths.push_back({{"path", path.at("path").get<std::string>()},
                     {"condition", text(path, "condition")},
                     {"effect", text(path, "effect")},
                     {"throws", path.value("throws", false)}});
  }
  for (const Json& state : from.value("states", Json::array())) {
    states.push_back({{"condition", state.at("condition").get<std::string>()},
                      {"answer", state.at("answer").get<std::string>()},
                      {"how", text(state, "how")},
                      {"sequence", texts(state, "sequence")}});
  }
  Json json = {{"name", text(from, "class")}, {"pairs", std::move(pairs)},
               {"paths", std::move(paths)},   {"gaps", texts(from, "gaps")},
               {"states", std::move(states)}, {"tests", from.value("tests", std::uint64_t{0})}};
  if (from.contains("failed_against")) json["failed_against"] = from.at("failed_against").get<std::uint64_t>();
  return json;
}

Json laws_of(const Json& from) {
  Json laws = Json::array();
  for (const Json& law : from.at("laws")) {
    laws.push_back({{"name", law.at("name").get<std::string>()},
                    {"method", text(law, "method")},
                    {"text", law.at("text").get<std::string>()},
                    {"verdict", law.at("verdict").get<std::string>()},
                    {"why", text(law, "why")},
                    {"killed_mutants", law.value("killed_mutants", std::uint64_t{0})}});
  }
  return {{"name", text(from, "class")},
          {"laws", std::move(laws)},
          {"mutants", from.value("mutants", std::uint64_t{0})},
          {"incomplete", texts(from, "incomplete")},
          {"verbose", texts(from, "verbose")},
          {"undetermined", texts(from, "undetermined")}};
}

Json specification_of(const Json& from) {
  Json checks = Json::array(), failed = Json::array();
  for (const auto& [property, answer] : from.at("checks").items()) {
    checks.push_back({{"property", property},
                      {"answer", answer.at("answer").get<std::string>()},
                      {"because", text(answer, "because")},
                      {"details", texts(answer, "details")}});
  }
  for (const Json& each : from.value("failed", Json::array()))
    failed.push_back({{"case", each.at("case").get<std::string>()}, {"message", text(each, "message")}});
  return {{"name", text(from, "specification")},
          {"class", text(from, "class")},
          {"checks", std::move(checks)},
          {"cases", from.value("cases", std::uint64_t{0})},
          {"failed", std::move(failed)}};
}

// The last line: before it is what was said on the way.
std::string last_line(std::string text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  const std::size_t at = text.rfind('\n');
  return at == std::string::npos ? text : text.substr(at + 1);
}

void add(const OtherResult& other, Json& all) {
  const Json from = base::parse_ordered_json(last_line(other.text));
  const auto add_to = [&](const char* field, Json made) {
    if (made["name"].get_ref<const std::string&>().empty()) made["name"] = other.file;
    all[field].push_back(std::move(made));
  };
  if (from.contains("pairs")) return add_to("classes", class_of(from));
  if (from.contains("laws")) return add_to("laws", laws_of(from));
  if (from.contains("checks")) return add_to("specifications", specification_of(from));
  throw std::invalid_argument("");
}

}  // namespace

Json others_json(const std::vector<OtherResult>& others) {
  Json all = Json::object();
  for (const OtherResult& other : others) {
    const auto refuse = [&] {
      throw std::invalid_argument(other.file + ": error: not the output of forall class, infer or spec with --json");
    };
    try {
      add(other, all);
    } catch (const Json::exception&) {
      refuse();
    } catch (const std::invalid_argument&) {
      refuse();
    }
  }
  return all;
}

}  // namespace forall::report
