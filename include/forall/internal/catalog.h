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
#include "forall/internal/text.h"

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

// A member of a JSON object: "key":value.
FORALL_INTERNAL_BOOKKEEPING inline void add_member(std::string& object, std::string_view key, std::string_view value) {
  object += joined({object.empty() ? "" : ",", json_string(key), ":", value});
}

FORALL_INTERNAL_BOOKKEEPING inline std::string type_json(const TypeDescription& type) {
  std::string result;
  add_member(result, "spelling", json_string(type.spelling));
  switch (type.kind) {
    case TypeDescription::Kind::Scalar:
      add_member(result, "kind", "\"scalar\"");
      add_member(result, "scalar", json_string(kScalarKindNames[static_cast<std::size_t>(type.scalar)]));
      add_member(result, "width", std::to_string(type.width));
      break;
    case TypeDescription::Kind::Array:
      add_member(result, "kind", "\"array\"");
      add_member(result, "is_std_array", type.is_std_array ? "true" : "false");
      add_member(result, "count", std::to_string(type.count));
      add_member(result, "element", type_json(type.parts.front()));
      break;
    case TypeDescription::Kind::Aggregate: {
      std::string members;
      for (std::size_t i = 0; i < type.parts.size(); ++i) {
        members += joined({i == 0 ? "" : ",", "{\"name\":", json_string(type.part_names[i]),
                           ",\"type\":", type_json(type.parts[i]), "}"});
      }
      add_member(result, "kind", "\"aggregate\"");
      add_member(result, "members", joined({"[", members, "]"}));
      break;
    }
  }
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_BOOKKEEPING inline std::string bounds_json(const Bounds& bounds) {
  std::string result;
  if (bounds.unfold) add_member(result, "unfold", std::to_string(*bounds.unfold));
  if (bounds.decisions) add_member(result, "decisions", std::to_string(*bounds.decisions));
  if (bounds.runs) add_member(result, "runs", std::to_string(*bounds.runs));
  if (bounds.seconds) {
    char number[40];
    std::snprintf(number, sizeof number, "%.17g", *bounds.seconds);
    add_member(result, "seconds", number);
  }
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_BOOKKEEPING inline std::string seed_json(const std::vector<UWide>& seed,
                                                         const std::vector<Leaf>& leaves) {
  std::string result;
  for (std::size_t i = 0; i < seed.size(); ++i) {
    add_member(result, leaves[i].name, json_string(to_decimal(seed[i], leaves[i].width, leaves[i].is_signed)));
  }
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_BOOKKEEPING inline std::string put_json(const PutDescription& put) {
  std::string parameters;
  for (std::size_t i = 0; i < put.parameter_names.size(); ++i) {
    parameters += joined({i == 0 ? "" : ",", "{\"name\":", json_string(put.parameter_names[i]),
                          ",\"type\":", type_json(put.parameter_types[i]), "}"});
  }
  std::string seeds;
  for (const std::vector<UWide>& seed : put.seeds) {
    seeds += joined({seeds.empty() ? "" : ",", seed_json(seed, put.leaves)});
  }
  std::string result;
  add_member(result, "suite", json_string(put.suite));
  add_member(result, "name", json_string(put.name));
  add_member(result, "namespace", json_string(put.enclosing_namespace));
  add_member(result, "file", json_string(put.file));
  add_member(result, "line", std::to_string(put.line));
  add_member(result, "is_fixture", put.is_fixture ? "true" : "false");
  add_member(result, "parameters", joined({"[", parameters, "]"}));
  add_member(result, "throws", json_string(put.throws));
  add_member(result, "bounds", bounds_json(put.bounds));
  add_member(result, "seeds", joined({"[", seeds, "]"}));
  return joined({"{", result, "}"});
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
    if (names[i].empty()) names[i] = joined({"arg", std::to_string(i)});
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
