#include "store/put_text.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json.h"
#include "testcase/type_json.h"

namespace forall::store {

namespace {

using nlohmann::json;

json to_json(const testcase::Bounds& bounds) {
  json result = json::object();
  if (bounds.unfold) result["unfold"] = *bounds.unfold;
  if (bounds.decisions) result["decisions"] = *bounds.decisions;
  if (bounds.runs) result["runs"] = *bounds.runs;
  if (bounds.seconds) result["seconds"] = *bounds.seconds;
  if (bounds.length) result["length"] = *bounds.length;
  if (bounds.objects) result["objects"] = *bounds.objects;
  return result;
}

testcase::Bounds bounds_from(const json& from) {
  testcase::Bounds bounds;
  if (from.contains("unfold")) bounds.unfold = from["unfold"];
  if (from.contains("decisions")) bounds.decisions = from["decisions"];
  if (from.contains("runs")) bounds.runs = from["runs"];
  if (from.contains("seconds")) bounds.seconds = from["seconds"];
  if (from.contains("length")) bounds.length = from["length"];
  if (from.contains("objects")) bounds.objects = from["objects"];
  return bounds;
}

}  // namespace

std::string to_text(const testcase::Put& put) {
  json parameters = json::array(), seeds = json::array(), classes = json::object(), origins = json::array();
  for (const auto& parameter : put.parameters) {
    parameters.push_back({{"name", parameter.name}, {"type", testcase::type_to_json(parameter.type)}});
    if (parameter.is_reference) parameters.back()["is_reference"] = true;
  }
  for (const auto& origin : put.origins) origins.push_back(testcase::origin_to_json(origin));
  for (const auto& [spelling, type] : put.classes) classes[spelling] = testcase::type_to_json(type);
  for (const auto& seed : put.seeds) {
    json values = json::object();
    for (const auto& [name, bits] : seed) values[name] = {bits.hi, bits.lo};
    seeds.push_back(std::move(values));
  }
  json text = {{"suite", put.suite},
               {"name", put.name},
               {"namespace", put.enclosing_namespace},
               {"file", put.file},
               {"line", put.line},
               {"is_fixture", put.is_fixture},
               {"parameters", std::move(parameters)},
               {"classes", std::move(classes)},
               {"origins", std::move(origins)},
               {"throws", put.throws},
               {"bounds", to_json(put.bounds)},
               {"seeds", std::move(seeds)},
               {"sources", put.build.sources},
               {"flags", put.build.flags}};
  for (const auto& [type, enumerators] : put.enums) {
    for (const auto& [name, value] : enumerators) text["enums"][type].push_back({name, value});
  }
  if (put.is_pure) text["is_pure"] = true;
  if (!put.uses.empty()) text["uses"] = put.uses;
  if (!put.friendly.empty()) text["friendly"] = put.friendly;
  for (const auto& described : put.describes) {
    text["describes"].push_back({{"class", described.spelling}, {"index", described.index}});
  }
  return base::json_text(text);
}

testcase::Put put_from_text(const std::string& text) {
  try {
    const json from = base::parse_json(text);
    testcase::Put put;
    put.suite = from.at("suite");
    put.name = from.at("name");
    put.enclosing_namespace = from.at("namespace");
    put.file = from.at("file");
    put.line = from.value("line", 0);
    put.is_fixture = from.at("is_fixture");
    for (const auto& parameter : from.at("parameters")) {
      put.parameters.push_back({parameter.at("name"), testcase::type_from_json(parameter.at("type"), "a parameter"),
                                parameter.value("is_reference", false)});
    }
    if (from.contains("classes")) {
      for (const auto& [spelling, type] : from.at("classes").items()) {
        put.classes.emplace(spelling, testcase::type_from_json(type, spelling));
      }
    }
    for (const auto& origin : from.value("origins", json::array()))
      put.origins.push_back(testcase::origin_from_json(origin, "an origin"));
    put.throws = from.at("throws");
    put.bounds = bounds_from(from.at("bounds"));
    for (const auto& seed : from.at("seeds")) {
      testcase::NamedValues values;
      for (const auto& [name, bits] : seed.items()) values[name] = {bits.at(1), bits.at(0)};
      put.seeds.push_back(std::move(values));
    }
    put.build.sources = from.value("sources", put.build.sources);
    put.build.flags = from.value("flags", put.build.flags);
    if (from.contains("enums")) {
      for (const auto& [type, enumerators] : from.at("enums").items()) {
        for (const auto& enumerator : enumerators) put.enums[type].push_back({enumerator.at(0), enumerator.at(1)});
      }
    }
    put.is_pure = from.value("is_pure", false);
    put.uses = from.value("uses", put.uses);
    put.friendly = from.value("friendly", put.friendly);
    if (from.contains("describes")) {
      for (const auto& described : from.at("describes")) {
        put.describes.push_back({described.at("class"), described.at("index")});
      }
    }
    return put;
  } catch (const json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace forall::store
