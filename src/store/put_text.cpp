#include "store/put_text.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace forall::store {

namespace {

using nlohmann::json;
using testcase::Type;

// Types nest as deep as the source wrote them: the catalog's reader allows 64 levels.
json to_json(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Scalar:
      return {{"spelling", type.spelling}, {"scalar", testcase::to_string(type.scalar)}, {"width", type.width}};
    case Type::Kind::Array:
      return {{"spelling", type.spelling},
              {"count", type.count},
              {"std", type.is_std_array},
              {"element", type.element.empty() ? json() : to_json(type.element.front())}};
    default: break;
  }
  json members = json::array();
  for (const auto& member : type.members) members.push_back({{"name", member.name}, {"type", to_json(member.type)}});
  return {{"spelling", type.spelling}, {"members", std::move(members)}};
}

Type type_from(const json& from) {
  Type type;
  type.spelling = from.at("spelling");
  if (from.contains("scalar")) {
    const auto scalar = testcase::parse_scalar_kind(from.at("scalar"));
    if (!scalar) throw std::invalid_argument("unknown scalar type");
    type.scalar = *scalar;
    type.width = from.at("width");
  } else if (from.contains("count")) {
    type.kind = Type::Kind::Array;
    type.count = from.at("count");
    type.is_std_array = from.at("std");
    if (!from.at("element").is_null()) type.element.push_back(type_from(from.at("element")));
  } else {
    type.kind = Type::Kind::Aggregate;
    for (const auto& member : from.at("members"))
      type.members.push_back({member.at("name"), type_from(member.at("type"))});
  }
  return type;
}

json to_json(const testcase::Bounds& bounds) {
  json result = json::object();
  if (bounds.unfold) result["unfold"] = *bounds.unfold;
  if (bounds.decisions) result["decisions"] = *bounds.decisions;
  if (bounds.runs) result["runs"] = *bounds.runs;
  if (bounds.seconds) result["seconds"] = *bounds.seconds;
  return result;
}

testcase::Bounds bounds_from(const json& from) {
  testcase::Bounds bounds;
  if (from.contains("unfold")) bounds.unfold = from["unfold"];
  if (from.contains("decisions")) bounds.decisions = from["decisions"];
  if (from.contains("runs")) bounds.runs = from["runs"];
  if (from.contains("seconds")) bounds.seconds = from["seconds"];
  return bounds;
}

}  // namespace

std::string to_text(const testcase::Put& put) {
  json parameters = json::array(), seeds = json::array();
  for (const auto& parameter : put.parameters) {
    parameters.push_back({{"name", parameter.name}, {"type", to_json(parameter.type)}});
  }
  for (const auto& seed : put.seeds) {
    json values = json::object();
    for (const auto& [name, bits] : seed) values[name] = {bits.hi, bits.lo};
    seeds.push_back(std::move(values));
  }
  const json text = {{"suite", put.suite},
                     {"name", put.name},
                     {"namespace", put.enclosing_namespace},
                     {"file", put.file},
                     {"line", put.line},
                     {"is_fixture", put.is_fixture},
                     {"parameters", std::move(parameters)},
                     {"throws", put.throws},
                     {"bounds", to_json(put.bounds)},
                     {"seeds", std::move(seeds)},
                     {"sources", put.build.sources},
                     {"flags", put.build.flags}};
  return text.dump(-1, ' ', false, json::error_handler_t::replace);
}

testcase::Put put_from_text(const std::string& text) {
  try {
    const json from = json::parse(text);
    testcase::Put put;
    put.suite = from.at("suite");
    put.name = from.at("name");
    put.enclosing_namespace = from.at("namespace");
    put.file = from.at("file");
    put.line = from.at("line");
    put.is_fixture = from.at("is_fixture");
    for (const auto& parameter : from.at("parameters")) {
      put.parameters.push_back({parameter.at("name"), type_from(parameter.at("type"))});
    }
    put.throws = from.at("throws");
    put.bounds = bounds_from(from.at("bounds"));
    for (const auto& seed : from.at("seeds")) {
      testcase::NamedValues values;
      for (const auto& [name, bits] : seed.items()) values[name] = {bits.at(1), bits.at(0)};
      put.seeds.push_back(std::move(values));
    }
    put.build.sources = from.at("sources").get<std::vector<std::string>>();
    put.build.flags = from.at("flags").get<std::vector<std::string>>();
    return put;
  } catch (const json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace forall::store
