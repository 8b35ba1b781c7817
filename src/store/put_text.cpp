#include "store/put_text.h"
#include "base/json_text.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace forall::store {

namespace {

using nlohmann::json;
using testcase::Type;

// Types nest as deep as the source wrote them: the catalog's reader allows 64 levels. Scalars, arrays and aggregates
// are told apart by their fields, as they always were; the other kinds name theirs. Defaults are left out.
json to_json(const Type& type) {
  json result = {{"spelling", type.spelling}};
  const auto add = [&result](const char* key, const json& value, bool is_default) {
    if (!is_default) result[key] = value;
  };
  switch (type.kind) {
    case Type::Kind::Scalar:
      result["scalar"] = testcase::to_string(type.scalar);
      result["width"] = type.width;
      return result;
    case Type::Kind::Array:
      result["count"] = type.count;
      result["std"] = type.is_std_array;
      result["element"] = type.element.empty() ? json() : to_json(type.element.front());
      return result;
    case Type::Kind::Aggregate: result["members"] = json::array(); break;
    default: result["kind"] = testcase::to_string(type.kind);
  }
  for (const auto& member : type.members) {
    result["members"].push_back({{"name", member.name}, {"type", to_json(member.type)}});
  }
  if (!type.element.empty()) result["element"] = to_json(type.element.front());
  add("callee", type.callee, type.callee.empty());
  add("pointee", type.pointee, type.pointee.empty());
  add("ownership", testcase::to_string(type.ownership), type.ownership == Type::Ownership::None);
  add("is_view", type.is_view, !type.is_view);
  add("is_copyable", type.is_copyable, type.is_copyable);
  add("has_default", type.has_default, type.has_default);
  return result;
}

template <typename T>
T known(const std::optional<T>& value) {
  if (!value) throw std::invalid_argument("unknown kind of type");
  return *value;
}

Type type_from(const json& from) {
  Type type;
  type.spelling = from.at("spelling");
  if (from.contains("scalar")) {
    type.scalar = known(testcase::parse_scalar_kind(from.at("scalar")));
    type.width = from.at("width");
    return type;
  }
  if (from.contains("kind")) {
    type.kind = known(testcase::parse_type_kind(from.at("kind")));
  } else if (from.contains("count")) {
    type.kind = Type::Kind::Array;
    type.count = from.at("count");
    type.is_std_array = from.at("std");
  } else {
    type.kind = Type::Kind::Aggregate;
  }
  if (from.contains("element") && !from.at("element").is_null()) type.element.push_back(type_from(from.at("element")));
  if (from.contains("members")) {
    for (const auto& member : from.at("members")) {
      type.members.push_back({member.at("name"), type_from(member.at("type"))});
    }
  }
  type.callee = from.value("callee", "");
  type.pointee = from.value("pointee", "");
  type.ownership = known(testcase::parse_ownership(from.value("ownership", "none")));
  type.is_view = from.value("is_view", type.is_view);
  type.is_copyable = from.value("is_copyable", type.is_copyable);
  type.has_default = from.value("has_default", type.has_default);
  return type;
}

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
  json parameters = json::array(), seeds = json::array(), classes = json::object();
  for (const auto& parameter : put.parameters) {
    parameters.push_back({{"name", parameter.name}, {"type", to_json(parameter.type)}});
    if (parameter.is_reference) parameters.back()["is_reference"] = true;
  }
  for (const auto& [spelling, type] : put.classes) classes[spelling] = to_json(type);
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
               {"origins", put.origins},
               {"throws", put.throws},
               {"bounds", to_json(put.bounds)},
               {"seeds", std::move(seeds)},
               {"sources", put.build.sources},
               {"flags", put.build.flags}};
  if (put.is_pure) text["is_pure"] = true;
  if (!put.uses.empty()) text["uses"] = put.uses;
  for (const auto& described : put.describes) {
    text["describes"].push_back({{"class", described.spelling}, {"index", described.index}});
  }
  return base::json_text(text);
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
      put.parameters.push_back(
          {parameter.at("name"), type_from(parameter.at("type")), parameter.value("is_reference", false)});
    }
    if (from.contains("classes")) {
      for (const auto& [spelling, type] : from.at("classes").items()) put.classes.emplace(spelling, type_from(type));
    }
    put.origins = from.value("origins", put.origins);
    put.throws = from.at("throws");
    put.bounds = bounds_from(from.at("bounds"));
    for (const auto& seed : from.at("seeds")) {
      testcase::NamedValues values;
      for (const auto& [name, bits] : seed.items()) values[name] = {bits.at(1), bits.at(0)};
      put.seeds.push_back(std::move(values));
    }
    put.build.sources = from.at("sources").get<std::vector<std::string>>();
    put.build.flags = from.at("flags").get<std::vector<std::string>>();
    put.is_pure = from.value("is_pure", false);
    put.uses = from.value("uses", put.uses);
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
