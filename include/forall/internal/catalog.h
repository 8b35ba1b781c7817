// The description of a PUT that the explorer reads: one JSON object (README.md of the include folder, "Catalog").
#ifndef FORALL_INTERNAL_CATALOG_H_
#define FORALL_INTERNAL_CATALOG_H_

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/description.h"
#include "forall/internal/put.h"

namespace forall::internal {

struct PutDescription {
  std::string suite;
  std::string name;
  std::string enclosing_namespace;  // without unnamed ones; empty for the global one
  std::string file;
  int line = 0;
  bool is_fixture = false;
  std::string throws;
  Bounds bounds;
  std::vector<std::string> parameter_names;
  std::vector<TypeDescription> parameter_types;
  std::vector<Leaf> leaves;               // of all parameters, in order
  std::vector<std::vector<UWide>> seeds;  // a value for each leaf
};

FORALL_INTERNAL_BOOKKEEPING inline std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      result += escaped;
    } else {
      result += c;
    }
  }
  return result += '"';
}

FORALL_INTERNAL_BOOKKEEPING inline std::string type_json(const TypeDescription& type) {
  std::string result = "\"spelling\":" + json_string(type.spelling);
  switch (type.kind) {
    case TypeDescription::Kind::Scalar:
      result = "{\"kind\":\"scalar\"," + result + ",\"scalar\":\"" +
               kScalarKindNames[static_cast<std::size_t>(type.scalar)] + "\",\"width\":" + std::to_string(type.width);
      break;
    case TypeDescription::Kind::Array:
      result = "{\"kind\":\"array\"," + result + ",\"is_std_array\":" + (type.is_std_array ? "true" : "false") +
               ",\"count\":" + std::to_string(type.count) + ",\"element\":" + type_json(type.parts.front());
      break;
    case TypeDescription::Kind::Aggregate:
      result = "{\"kind\":\"aggregate\"," + result + ",\"members\":[";
      for (std::size_t i = 0; i < type.parts.size(); ++i) {
        result += std::string(i == 0 ? "" : ",") + "{\"name\":" + json_string(type.part_names[i]) +
                  ",\"type\":" + type_json(type.parts[i]) + "}";
      }
      result += "]";
      break;
  }
  return result + "}";
}

FORALL_INTERNAL_BOOKKEEPING inline std::string bounds_json(const Bounds& bounds) {
  std::string result;
  const auto add = [&result](const char* key, const std::string& value) {
    if (!result.empty()) result += ',';
    result += json_string(key) + ":" + value;
  };
  if (bounds.unfold) add("unfold", std::to_string(*bounds.unfold));
  if (bounds.decisions) add("decisions", std::to_string(*bounds.decisions));
  if (bounds.runs) add("runs", std::to_string(*bounds.runs));
  if (bounds.seconds) {
    char number[40];
    std::snprintf(number, sizeof number, "%.17g", *bounds.seconds);
    add("seconds", number);
  }
  return "{" + result + "}";
}

FORALL_INTERNAL_BOOKKEEPING inline std::string put_json(const PutDescription& put) {
  std::string parameters;
  for (std::size_t i = 0; i < put.parameter_names.size(); ++i) {
    parameters += std::string(i == 0 ? "" : ",") + "{\"name\":" + json_string(put.parameter_names[i]) +
                  ",\"type\":" + type_json(put.parameter_types[i]) + "}";
  }
  std::string seeds;
  for (const std::vector<UWide>& seed : put.seeds) {
    seeds += seeds.empty() ? "{" : ",{";
    for (std::size_t i = 0; i < seed.size(); ++i) {
      const Leaf& leaf = put.leaves[i];
      seeds += std::string(i == 0 ? "" : ",") + json_string(leaf.name) + ":" +
               json_string(to_decimal(seed[i], leaf.width, leaf.is_signed));
    }
    seeds += "}";
  }
  std::string result = "{\"suite\":" + json_string(put.suite) + ",\"name\":" + json_string(put.name);
  result += ",\"namespace\":" + json_string(put.enclosing_namespace);
  result += ",\"file\":" + json_string(put.file) + ",\"line\":" + std::to_string(put.line);
  result += std::string(",\"is_fixture\":") + (put.is_fixture ? "true" : "false");
  result += ",\"parameters\":[" + parameters + "],\"throws\":" + json_string(put.throws);
  result += ",\"bounds\":" + bounds_json(put.bounds) + ",\"seeds\":[" + seeds + "]}";
  return result;
}

// The names of the parameters: those the compiler's debug information knows, else arg0, arg1, ... `known` is separated
// by commas and may begin with `this`.
FORALL_INTERNAL_BOOKKEEPING inline std::vector<std::string> parameter_names(const char* known, std::size_t count) {
  std::vector<std::string> names;
  if (known != nullptr && *known != '\0') {
    names.emplace_back();
    for (; *known != '\0'; ++known) {
      if (*known == ',') {
        names.emplace_back();
      } else {
        names.back() += *known;
      }
    }
  }
  if (names.size() == count + 1 && names.front() == "this") names.erase(names.begin());
  if (names.size() != count) names.assign(count, "");
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i].empty()) names[i] = "arg" + std::to_string(i);
  }
  return names;
}

FORALL_INTERNAL_BOOKKEEPING inline void finish_description(PutDescription& put, const char* known_names) {
  put.parameter_names = parameter_names(known_names, put.parameter_types.size());
  for (std::size_t i = 0; i < put.parameter_types.size(); ++i) {
    append_leaves(put.parameter_types[i], put.parameter_names[i], put.leaves);
  }
  const std::size_t end = put.enclosing_namespace.rfind("::");
  put.enclosing_namespace = end == std::string::npos ? "" : put.enclosing_namespace.substr(0, end);
}

template <class Declared, class... Ps>
FORALL_INTERNAL_BOOKKEEPING PutDescription describe_put(const Declared& put, const char* known_names, TypeList<Ps...>) {
  PutDescription result;
  result.suite = put.suite;
  result.name = put.name;
  result.enclosing_namespace = type_spelling<typename Declared::Put::Scope>();
  result.file = put.file;
  result.line = put.line;
  result.is_fixture = Declared::Put::kIsFixture;
  if constexpr (!std::is_same_v<typename Declared::Expected, NoException>) {
    result.throws = type_spelling<typename Declared::Expected>();
  }
  result.bounds = put.bounds;
  (result.parameter_types.push_back(describe_type<Stored<Ps>>()), ...);
  for (const auto& seed : put.seeds) result.seeds.push_back(seed_bits(seed, std::index_sequence_for<Ps...>{}));
  finish_description(result, known_names);
  return result;
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_CATALOG_H_
