// Reads the catalog of a target: a JSON array with one object per PUT.
//
//   {"suite", "name", "namespace", "file", "line", "is_fixture", "parameters": [{"name", "type": Type,
//    "is_reference"}], "throws",
//    "bounds": {"unfold", "decisions", "runs", "seconds", "length", "objects"}, "seeds": [{"a": "3", "p.x": "-1"}],
//    "classes": {spelling: Type}, "origins": [Origin, ...]}
//
// Type is that of type_json.h. The text comes from another program, so nothing about it is assumed: a UserError says
// what is wrong and where.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "base/json.h"
#include "testcase/json_fields.h"
#include "testcase/records.h"
#include "testcase/type_json.h"

namespace forall::testcase {

namespace {

using Json = nlohmann::json;

Type synthetic(ScalarKind kind, unsigned width) {
  Type type;
  type.scalar = kind;
  type.width = width;
  type.spelling = to_string(kind);
  return type;
}
const Type kNumber = synthetic(ScalarKind::ULong, 64);  // a size, an index
const Type kFlag = synthetic(ScalarKind::Bool, 8);

// Follows input names such as "p.xs[3]" from the parameter to the type of a scalar.
class NameReader {
 public:
  explicit NameReader(const Put& put) : put_(put) {}

  // The scalar that an input name refers to, null if there is none.
  const Type* find_scalar(std::string_view name) const {
    std::string_view rest = name;
    const std::string_view first = rest.substr(0, rest.find_first_of(".[-"));
    rest.remove_prefix(first.size());
    const Type* type = nullptr;
    for (const Parameter& parameter : put_.parameters) {
      if (parameter.name == first) type = &parameter.type;
    }
    while (type != nullptr && !rest.empty()) type = step_into(*type, rest);
    return type != nullptr && type->kind == Type::Kind::Scalar ? type : nullptr;
  }

 private:
  // Removes ".member", "->member" or "[index]" from the front of `rest` and returns the type there.
  const Type* step_into(const Type& type, std::string_view& rest) const {
    if (rest.front() == '[') return step_into_element(type, rest);
    const Type* of = &type;
    if (rest.substr(0, 2) == "->") {
      const auto pointee = put_.classes.find(type.pointee);
      if (type.kind != Type::Kind::Pointer || pointee == put_.classes.end()) return nullptr;
      of = &pointee->second;
      rest.remove_prefix(1);
    }
    rest.remove_prefix(1);
    const std::string_view name = rest.substr(0, rest.find_first_of(".[-"));
    rest.remove_prefix(name.size());
    return member(*of, name);
  }

  static const Type* member(const Type& type, std::string_view name) {
    const bool has_size = type.kind == Type::Kind::Text || type.kind == Type::Kind::Sequence;
    if (has_size && name == "size") return &kNumber;
    if (has_size && name == "is_null") return &kFlag;
    if (type.kind == Type::Kind::Candidate && name == "candidate") return &kNumber;
    if (type.kind == Type::Kind::Optional && name == "has_value") return &kFlag;
    if (type.kind == Type::Kind::Optional && name == "value") return &type.element.front();
    if (type.kind == Type::Kind::Variant && name == "index") return &kNumber;
    for (const Type::Member& member : type.members) {
      if (member.name == name) return &member.type;
    }
    return nullptr;
  }

  static const Type* step_into_element(const Type& type, std::string_view& rest) {
    const std::size_t end = rest.find(']');
    if (type.element.empty() || type.kind == Type::Kind::Optional) return nullptr;
    if (end == std::string_view::npos || end == 1 || end > 19) return nullptr;
    std::size_t index = 0;
    for (const char c : rest.substr(1, end - 1)) {
      if (c < '0' || c > '9') return nullptr;
      index = index * 10 + static_cast<std::size_t>(c - '0');
    }
    rest.remove_prefix(end + 1);
    return type.kind != Type::Kind::Array || index < type.count ? &type.element.front() : nullptr;
  }

  const Put& put_;
};

// A decimal number of up to 128 bits, in two's complement if negative, truncated to the width.
Bits parse_decimal(const std::string& text, unsigned width, const std::string& where) {
  __extension__ using U128 = unsigned __int128;
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view digits = std::string_view(text).substr(negative ? 1 : 0);
  if (digits.empty()) misfit(where, "'" + text + "' is not a number");
  U128 value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') misfit(where, "'" + text + "' is not a number");
    const unsigned digit = static_cast<unsigned>(c - '0');
    if (value > (~U128{0} - digit) / 10) misfit(where, "'" + text + "' has more than 128 bits");
    value = value * 10 + digit;
  }
  if (negative) value = U128{0} - value;
  if (width < 128) value &= (U128{1} << width) - 1;
  return {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
}

NamedValues parse_seed(const Json& json, const Put& put, const std::string& where) {
  if (!json.is_object()) misfit(where, "a seed must be an object");
  NamedValues seed;
  const NameReader names(put);
  for (const auto& [name, value] : json.items()) {
    const Type* type = names.find_scalar(name);
    if (type == nullptr) misfit(where, "the seed names '" + name + "', which is not a scalar of a parameter");
    if (!value.is_string()) misfit(where, "the seed of '" + name + "' is not a string");
    seed[name] = parse_decimal(value.get<std::string>(), type->width, where);
  }
  return seed;
}

template <typename T>
void parse_bound(const Json& json, const char* key, std::optional<T>& bound, const std::string& where) {
  if (json.contains(key)) bound = required_field<T>(json, key, where);
}

Put parse_put(const Json& json) {
  Put put;
  put.suite = required_field<std::string>(json, "suite", "a PUT");
  put.name = required_field<std::string>(json, "name", "a PUT");
  const std::string where = put.full_name();
  put.file = required_field<std::string>(json, "file", where);
  put.line = required_field<int>(json, "line", where);
  put.enclosing_namespace = optional_field<std::string>(json, "namespace", "", where);
  put.is_fixture = optional_field<bool>(json, "is_fixture", false, where);
  put.throws = optional_field<std::string>(json, "throws", "", where);
  for (const Json& parameter : array_field(json, "parameters", where)) {
    std::string name = required_field<std::string>(parameter, "name", where);
    Type type = type_from_json(field(parameter, "type", where), where + ": " + name);
    const bool is_reference = optional_field<bool>(parameter, "is_reference", false, where);
    put.parameters.push_back({std::move(name), std::move(type), is_reference});
  }
  if (json.contains("classes")) {
    const Json& classes = json["classes"];
    if (!classes.is_object()) misfit(where, "'classes' is not an object");
    for (const auto& [spelling, type] : classes.items()) {
      put.classes.emplace(spelling, type_from_json(type, where + ": " + spelling));
    }
  }
  put.is_pure = optional_field<bool>(json, "is_pure", false, where);
  if (json.contains("friendly")) {
    for (const Json& mock : array_field(json, "friendly", where)) {
      if (!mock.is_string()) misfit(where, "'friendly' must be a list of strings");
      put.friendly.push_back(mock);
    }
  }
  if (json.contains("uses")) {
    for (const Json& suite : array_field(json, "uses", where)) {
      if (!suite.is_string()) misfit(where, "a suite that is used must be a string");
      put.uses.push_back(suite);
    }
  }
  if (json.contains("origins")) {
    for (const Json& origin : array_field(json, "origins", where))
      put.origins.push_back(origin_from_json(origin, where));
  }
  if (json.contains("bounds")) {
    const Json& bounds = json["bounds"];
    if (!bounds.is_object()) misfit(where, "'bounds' is not an object");
    parse_bound(bounds, "unfold", put.bounds.unfold, where);
    parse_bound(bounds, "decisions", put.bounds.decisions, where);
    parse_bound(bounds, "runs", put.bounds.runs, where);
    parse_bound(bounds, "seconds", put.bounds.seconds, where);
    parse_bound(bounds, "length", put.bounds.length, where);
    parse_bound(bounds, "objects", put.bounds.objects, where);
  }
  if (json.contains("seeds")) {
    for (const Json& seed : array_field(json, "seeds", where)) put.seeds.push_back(parse_seed(seed, put, where));
  }
  return put;
}

// Which suites describe which classes; comes after the PUTs.
void parse_axioms(const Json& json, std::vector<Put>& puts) {
  const std::string where = "the axioms";
  for (const Json& axioms : array_field(json, "axioms", where)) {
    const auto suite = required_field<std::string>(axioms, "suite", where);
    const DescribedClass described{required_field<std::string>(axioms, "class", where),
                                   required_field<unsigned>(axioms, "index", where)};
    if (described.index >= 64) misfit(where, "axioms can describe at most 64 classes");
    for (Put& put : puts) {
      if (put.suite == suite) put.describes.push_back(described);
    }
  }
}

// As the types of inputs are spelled: source has no name for an unnamed namespace.
std::string without_unnamed(std::string type) {
  const std::string unnamed = "(anonymous namespace)::";
  for (auto at = type.find(unnamed); at != std::string::npos; at = type.find(unnamed)) type.erase(at, unnamed.size());
  return type;
}

// {"type": "ns::Color", "enumerators": "Red=0,Green=-1"}. Files may have enums of one name in unnamed namespaces: which of them
// an input has is not known, so its values are numbers.
void parse_enums(const Json& json, std::vector<Put>& puts) {
  const std::string where = "the enums";
  base::Enums enums;
  std::map<std::string, std::string> texts;
  for (const Json& entry : array_field(json, "enums", where)) {
    const auto text = required_field<std::string>(entry, "enumerators", where);
    const std::string type = without_unnamed(required_field<std::string>(entry, "type", where));
    if (const auto known = texts.emplace(type, text); !known.second) {
      if (known.first->second != text) enums[type].clear();
      continue;
    }
    std::vector<base::Enumerator> enumerators;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t equals = text.find('=', at), end = std::min(text.find(',', at), text.size());
      if (equals == std::string::npos || equals > end) misfit(where, "'" + text + "' is no list of enumerators");
      const std::string number = text.substr(equals + 1, end - equals - 1);
      const std::uint64_t value =
          number.starts_with('-') ? static_cast<std::uint64_t>(std::stoll(number)) : std::stoull(number);
      enumerators.push_back({text.substr(at, equals - at), value});
      at = end + 1;
    }
    enums.emplace(type, std::move(enumerators));
  }
  for (Put& put : puts) put.enums = enums;
}

std::vector<Put> read_catalog(const std::string& json) {
  const Json parsed = base::parse_json_if_valid(json);
  if (parsed.is_discarded()) misfit("catalog", "not JSON");
  if (!parsed.is_array()) misfit("catalog", "not an array");
  std::vector<Put> puts;
  for (const Json& entry : parsed) {
    if (entry.is_object() && entry.contains("axioms")) {
      parse_axioms(entry, puts);
    } else if (entry.is_object() && entry.contains("enums")) {
      parse_enums(entry, puts);
    } else {
      puts.push_back(parse_put(entry));
    }
  }
  return puts;
}

}  // namespace

std::vector<Put> parse_catalog(const std::string& json) {
  try {
    return read_catalog(json);
  } catch (const std::invalid_argument& error) {
    throw base::UserError(std::string("the target's catalog does not fit this forall: ") + error.what() +
                          "; rebuild the target with this version");
  }
}

}  // namespace forall::testcase
