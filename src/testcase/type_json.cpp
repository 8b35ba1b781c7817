#include "testcase/type_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "testcase/json_fields.h"

namespace forall::testcase {

namespace {

using Json = nlohmann::json;
using Kind = Type::Kind;

constexpr int kMaxTypeDepth = 64;

Kind kind_of(const Json& json, const std::string& where) {
  if (!json.contains("kind")) {
    return json.contains("scalar") ? Kind::Scalar : json.contains("count") ? Kind::Array : Kind::Aggregate;
  }
  const auto name = required_field<std::string>(json, "kind", where);
  const auto kind = parse_type_kind(name);
  if (!kind) misfit(where, "unknown kind of type '" + name + "'");
  return *kind;
}

class TypeReader {
 public:
  Type read(const Json& json, const std::string& where, int depth) {
    if (depth > kMaxTypeDepth) misfit(where, "types are nested too deeply");
    Type type;
    type.spelling = required_field<std::string>(json, "spelling", where);
    type.kind = kind_of(json, where);
    type.callee = optional_field<std::string>(json, "callee", "", where);
    type.is_view = optional_field<bool>(json, "is_view", false, where);
    type.is_copyable = optional_field<bool>(json, "is_copyable", true, where);
    type.has_default = optional_field<bool>(json, "has_default", true, where);
    type.pointee = optional_field<std::string>(json, "pointee", "", where);
    switch (type.kind) {
      case Kind::Scalar: read_scalar(json, type, where); break;
      case Kind::Array:
        type.is_std_array = optional_field<bool>(json, json.contains("std") ? "std" : "is_std_array", false, where);
        type.count = required_field<std::uint64_t>(json, "count", where);
        [[fallthrough]];
      case Kind::Text:
      case Kind::Sequence:
      case Kind::Optional: type.element.push_back(read(field(json, "element", where), where + "[]", depth + 1)); break;
      case Kind::Aggregate:
      case Kind::Variant:
      case Kind::Call:
      case Kind::Object:
      case Kind::Mock:
      case Kind::Callable:
      case Kind::Method: read_members(json, type, where, depth); break;
      case Kind::Pointer: read_pointer(json, type, where); break;
      case Kind::Candidate:
      case Kind::Made: break;
    }
    if (type.kind == Kind::Text && type.element.front().kind != Kind::Scalar) {
      misfit(where, "a text must consist of characters");
    }
    return type;
  }

 private:
  static void read_scalar(const Json& json, Type& type, const std::string& where) {
    const auto name = required_field<std::string>(json, "scalar", where);
    const auto scalar = json.contains("kind") ? parse_scalar_enumerator(name) : parse_scalar_kind(name);
    if (!scalar) misfit(where, "unknown scalar kind '" + name + "'");
    type.scalar = *scalar;
    type.width = required_field<unsigned>(json, "width", where);
    if (type.width > abi::kMaxWidth) misfit(where, "a scalar must have 1 to 128 bits");
    // An abstract class is only named; the objects are those of its subtypes.
    if (type.width == 0) type.kind = Kind::Object;
  }

  // Older databases omit the members of an object that has none.
  void read_members(const Json& json, Type& type, const std::string& where, int depth) {
    if (type.kind != Kind::Aggregate && !json.contains("members")) return;
    for (const Json& member : array_field(json, "members", where)) {
      auto name = required_field<std::string>(member, "name", where);
      Type member_type = read(field(member, "type", where), where + "." + name, depth + 1);
      type.members.push_back({std::move(name), std::move(member_type)});
    }
  }

  static void read_pointer(const Json& json, Type& type, const std::string& where) {
    type.pointee = required_field<std::string>(json, "pointee", where);
    const auto name = optional_field<std::string>(json, "ownership", "none", where);
    const auto ownership = parse_ownership(name);
    if (!ownership) misfit(where, "unknown ownership '" + name + "'");
    type.ownership = *ownership;
  }
};

}  // namespace

Json type_to_json(const Type& type) {
  Json json = {{"kind", to_string(type.kind)}, {"spelling", type.spelling}};
  switch (type.kind) {
    case Kind::Scalar:
      json["scalar"] = enumerator(type.scalar);
      json["width"] = type.width;
      break;
    case Kind::Array:
      json["is_std_array"] = type.is_std_array;
      json["count"] = type.count;
      break;
    case Kind::Pointer:
      json["pointee"] = type.pointee;
      json["ownership"] = to_string(type.ownership);
      break;
    case Kind::Aggregate:
    case Kind::Variant:
    case Kind::Call:
    case Kind::Object: json["members"] = Json::array(); break;
    case Kind::Mock:
    case Kind::Callable:
    case Kind::Method:
      json["members"] = Json::array();
      json["pointee"] = type.pointee;
      break;
    default: break;
  }
  for (const Type::Member& member : type.members) {
    json["members"].push_back({{"name", member.name}, {"type", type_to_json(member.type)}});
  }
  if (!type.element.empty()) json["element"] = type_to_json(type.element.front());
  if (!type.callee.empty()) json["callee"] = type.callee;
  if (type.is_view) json["is_view"] = true;
  if (!type.is_copyable) json["is_copyable"] = false;
  if (!type.has_default) json["has_default"] = false;
  return json;
}

Type type_from_json(const Json& json, const std::string& where) { return TypeReader().read(json, where, 0); }

Json origin_to_json(const Origin& origin) { return {{"type", origin.type}, {"way", origin.way}}; }

Origin origin_from_json(const Json& json, const std::string& where) {
  if (!json.is_string())
    return {required_field<std::string>(json, "type", where), required_field<std::string>(json, "way", where)};
  constexpr std::string_view kBetween = ": ";
  const std::string text = json;
  const std::size_t end = text.find(kBetween);
  if (end == std::string::npos) misfit(where, "'" + text + "' does not say how objects are made");
  return {text.substr(0, end), text.substr(end + kBetween.size())};
}

}  // namespace forall::testcase
