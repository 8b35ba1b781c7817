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
  std::vector<bool> parameter_references;  // is it taken by reference?
  Describer describer;
  std::vector<std::vector<NamedScalar>> seeds;
  bool is_pure = false;
  std::vector<std::string> uses;
  std::vector<std::string> friendly;
  const SuiteUse* const* suite_uses = nullptr;  // the first of all FORALL_USING, known after all registrations
  const CandidateList* candidates = nullptr;    // the first of all FORALL_VALUES before it

  FORALL_INTERNAL_SUPPORT_DEFAULTED inline PutDescription();
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline PutDescription(const PutDescription&);
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline PutDescription& operator=(const PutDescription&);
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline ~PutDescription();

  FORALL_INTERNAL_SUPPORT inline void begin(const char* put_suite, const char* put_name, const char* put_file,
                                            int put_line, std::string scope) {
    suite = put_suite;
    name = put_name;
    file = put_file;
    line = put_line;
    const std::size_t end = scope.rfind("::");
    enclosing_namespace = end == std::string::npos ? "" : scope.substr(0, end);
  }
  FORALL_INTERNAL_SUPPORT inline void set(const PutSettings& settings) {
    bounds = settings.bounds;
    uses = settings.uses;
    friendly = settings.mocks.friendly;
  }
  FORALL_INTERNAL_SUPPORT inline void set_throws(const std::string& spelling) { throws = spelling; }
  FORALL_INTERNAL_SUPPORT inline void add_parameter(const TypeDescription& type, bool is_reference) {
    parameter_types.push_back(type);
    parameter_references.push_back(is_reference);
  }
  FORALL_INTERNAL_SUPPORT inline void add_seed(const std::vector<NamedScalar>& seed) { seeds.push_back(seed); }
};
inline PutDescription::PutDescription() = default;
inline PutDescription::PutDescription(const PutDescription&) = default;
inline PutDescription& PutDescription::operator=(const PutDescription&) = default;
inline PutDescription::~PutDescription() = default;

FORALL_INTERNAL_SUPPORT inline std::string json_string(std::string_view text) {
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
FORALL_INTERNAL_SUPPORT inline void add_member(std::string& object, std::string_view key, std::string_view value) {
  object += joined({object.empty() ? "" : ",", json_string(key), ":", value});
}

FORALL_INTERNAL_SUPPORT inline std::string type_json(const TypeDescription& type) {
  using Kind = TypeDescription::Kind;
  std::string result;
  add_member(result, "spelling", json_string(type.spelling));
  add_member(result, "kind", json_string(kTypeKindNames[static_cast<std::size_t>(type.kind)]));
  if (type.kind == Kind::Scalar) {
    add_member(result, "scalar", json_string(kScalarKindNames[static_cast<std::size_t>(type.scalar)]));
    add_member(result, "width", std::to_string(type.width));
  } else if (type.kind == Kind::Array) {
    add_member(result, "is_std_array", type.is_std_array ? "true" : "false");
    add_member(result, "count", std::to_string(type.count));
  } else if (type.kind == Kind::Pointer) {
    add_member(result, "pointee", json_string(type.pointee));
    add_member(result, "ownership", json_string(type.ownership));
  } else if (type.kind == Kind::Mock || type.kind == Kind::Method) {
    add_member(result, "pointee", json_string(type.pointee));
  }
  if (!type.callee.empty()) add_member(result, "callee", json_string(type.callee));
  if (type.is_view) add_member(result, "is_view", "true");
  if (!type.is_copyable) add_member(result, "is_copyable", "false");
  if (!type.has_default) add_member(result, "has_default", "false");
  if (!type.part_names.empty() || type.kind == Kind::Aggregate || type.kind == Kind::Object ||
      type.kind == Kind::Call || type.kind == Kind::Mock) {
    std::string members;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      members += joined({i == 0 ? "" : ",", "{\"name\":", json_string(type.part_names[i]),
                         ",\"type\":", type_json(type.parts[i]), "}"});
    }
    add_member(result, "members", joined({"[", members, "]"}));
  } else if (!type.parts.empty()) {
    add_member(result, "element", type_json(type.parts.front()));
  }
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_SUPPORT inline std::string bounds_json(const Bounds& bounds) {
  std::string result;
  if (bounds.unfold) add_member(result, "unfold", std::to_string(*bounds.unfold));
  if (bounds.decisions) add_member(result, "decisions", std::to_string(*bounds.decisions));
  if (bounds.runs) add_member(result, "runs", std::to_string(*bounds.runs));
  if (bounds.seconds) {
    char number[40];
    std::snprintf(number, sizeof number, "%.17g", *bounds.seconds);
    add_member(result, "seconds", number);
  }
  if (bounds.length) add_member(result, "length", std::to_string(*bounds.length));
  if (bounds.objects) add_member(result, "objects", std::to_string(*bounds.objects));
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_SUPPORT inline std::string seed_json(const std::vector<NamedScalar>& seed) {
  std::string result;
  for (const NamedScalar& scalar : seed) {
    add_member(result, scalar.name, json_string(to_decimal(scalar.bits, scalar.width, scalar.is_signed)));
  }
  return joined({"{", result, "}"});
}

FORALL_INTERNAL_SUPPORT inline std::string strings_json(const std::vector<std::string>& strings) {
  std::string result;
  for (const std::string& string : strings) result += joined({result.empty() ? "" : ",", json_string(string)});
  return joined({"[", result, "]"});
}

FORALL_INTERNAL_SUPPORT inline std::string put_json(const PutDescription& put) {
  std::string parameters;
  for (std::size_t i = 0; i < put.parameter_names.size(); ++i) {
    parameters += joined({i == 0 ? "" : ",", "{\"name\":", json_string(put.parameter_names[i]),
                          ",\"type\":", type_json(put.parameter_types[i]),
                          put.parameter_references[i] ? ",\"is_reference\":true}" : "}"});
  }
  std::string seeds;
  for (const std::vector<NamedScalar>& seed : put.seeds) {
    seeds += joined({seeds.empty() ? "" : ",", seed_json(seed)});
  }
  std::string classes;
  for (const auto& [spelling, type] : put.describer.classes) add_member(classes, spelling, type_json(type));
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
  if (!classes.empty()) add_member(result, "classes", joined({"{", classes, "}"}));
  std::string origins;
  for (std::size_t i = 0; i < put.describer.made_types.size(); ++i) {
    origins += joined({i == 0 ? "" : ",", "{\"type\":", json_string(put.describer.made_types[i]),
                       ",\"way\":", json_string(put.describer.made_ways[i]), "}"});
  }
  if (!origins.empty()) add_member(result, "origins", joined({"[", origins, "]"}));
  if (put.is_pure) add_member(result, "is_pure", "true");
  if (!put.friendly.empty()) add_member(result, "friendly", strings_json(put.friendly));
  if (!put.uses.empty()) add_member(result, "uses", strings_json(put.uses));
  return joined({"{", result, "}"});
}

// The names of the parameters: those in the compiler's debug information, else arg0, arg1, ... `known` is separated by
// commas and may begin with `this`.
FORALL_INTERNAL_SUPPORT inline std::vector<std::string> parameter_names(const char* known, std::size_t count) {
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

// A reference to something that has an identity refers to an object; a value is just a value.
template <class P, class... All>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_parameter(Describer& describer, TypeList<All...>) {
  if constexpr (may_alias<P>(TypeList<All...>{})) describe_class<Stored<P>>(describer);
  return describe_type<Stored<P>>(describer);
}

template <class P, class Bound, class... All>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_parameter_in(Describer& describer,
                                                                  [[maybe_unused]] TypeList<All...> all) {
  if constexpr (Bound::kIsMade) {
    return describe_made(type_spelling<Stored<P>>(), "");
  } else if constexpr (Bound::kDescribes) {
    return Bound::describe(describer);
  } else {
    return describe_parameter<P>(describer, all);
  }
}
// The registration of the test makes the values of domains again.
FORALL_INTERNAL_SUPPORT inline void describe_makers(PutDescription& put) {
  for (std::size_t i = 0; i < put.parameter_types.size(); ++i) {
    TypeDescription& type = put.parameter_types[i];
    if (type.kind != TypeDescription::Kind::Made || !type.callee.empty()) continue;
    type.callee = joined({"forall::replay::make<", type.spelling, ">(", put.suite, "_", put.name,
                          "_Forall::registration, ", std::to_string(i), ", {})"});
  }
}

// A FORALL_VALUES describes its parameter.
FORALL_INTERNAL_SUPPORT inline void describe_candidates(PutDescription& put, const void* function) {
  for (std::size_t i = 0; i < put.parameter_types.size(); ++i) {
    const std::string& name = put.parameter_names[i];
    const CandidateList* list = CandidateList::find(put.candidates, function, name.c_str());
    if (list == nullptr) continue;
    const std::string spelling = put.parameter_types[i].spelling;
    if (list->makes[i] == nullptr || list->counts[i]() == 0) {
      registration_error(joined(
          {"FORALL_VALUES(", put.name, ", ", name, ", ...): ",
           list->makes[i] == nullptr ? "these are not values of type " : "name at least one of type ", spelling}));
    }
    TypeDescription& type = put.parameter_types[i];
    type = TypeDescription();
    type.kind = TypeDescription::Kind::Candidate;
    type.spelling = spelling;
    type.callee = joined(
        {"forall::replay::candidate<", spelling, ">(&", put.name, ", \"", name, "\", ", std::to_string(i), ", {})"});
    put.describer.add_origin(spelling, joined({"one of the values of FORALL_VALUES for ", name}).c_str());
  }
}

FORALL_INTERNAL_SUPPORT inline void finish_description(PutDescription& put, const char* known_names,
                                                       const void* function) {
  put.parameter_names = parameter_names(known_names, put.parameter_types.size());
  describe_makers(put);
  describe_candidates(put, function);
}

template <class... Bound, class... Ps>
FORALL_INTERNAL_BOOKKEEPING void describe_parameters(PutDescription& put, std::tuple<Bound...>*,
                                                     [[maybe_unused]] TypeList<Ps...> all) {
  if constexpr (sizeof...(Bound) == sizeof...(Ps)) {
    (put.add_parameter(describe_parameter_in<Ps, Bound>(put.describer, all), std::is_reference_v<Ps>), ...);
  } else {
    (put.add_parameter(describe_parameter<Ps>(put.describer, all), std::is_reference_v<Ps>), ...);
  }
}

// All but what depends on the names of the parameters; finish_description adds it.
template <class Declared, class... Ps>
FORALL_INTERNAL_BOOKKEEPING void describe_put(PutDescription& result, const Declared& put,
                                              [[maybe_unused]] const char* known_names, TypeList<Ps...>) {
  result.begin(put.suite, put.name, put.file, put.line, type_spelling<typename Declared::Put::Scope>());
  result.set(put.settings);
  result.is_fixture = Declared::Put::kIsFixture;
  result.is_pure = Declared::kIsPure;
  result.suite_uses = &SuiteUse::first();
  result.candidates = CandidateList::first();
  if constexpr (!std::is_same_v<typename Declared::Expected, NoException>) {
    result.set_throws(type_spelling<typename Declared::Expected>());
  }
  describe_parameters(result, static_cast<typename Declared::Domains*>(nullptr), TypeList<Ps...>{});
  if constexpr (Declared::kHasSeeds && all_seedable(TypeList<Ps...>{})) {
    const std::vector<std::string> names = parameter_names(known_names, sizeof...(Ps));
    for (const auto& seed : put.seeds) result.add_seed(seed_scalars(seed, names, std::index_sequence_for<Ps...>{}));
  }
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_CATALOG_H_
