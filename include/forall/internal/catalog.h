// The description of a PUT that the explorer reads: one JSON object (README.md of this folder, "Catalog").
#ifndef FORALL_INTERNAL_CATALOG_H_
#define FORALL_INTERNAL_CATALOG_H_

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "forall/internal/put.h"

namespace forall::internal {

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

template <class T>
FORALL_INTERNAL_BOOKKEEPING std::string type_json();

template <class T, class... Members, std::size_t... kIndices>
FORALL_INTERNAL_BOOKKEEPING std::string members_json(TypeList<Members...>, std::index_sequence<kIndices...>) {
  std::string result;
  ((result += std::string(kIndices == 0 ? "" : ",") + "{\"name\":" + json_string(member_name<T, kIndices>()) +
              ",\"type\":" + type_json<std::remove_cv_t<Members>>() + "}"),
   ...);
  return result;
}

template <class T>
FORALL_INTERNAL_BOOKKEEPING std::string type_json() {
  const std::string spelled = ",\"spelling\":" + json_string(spelling<T>());
  if constexpr (kIsScalar<T>) {
    return "{\"kind\":\"scalar\"" + spelled + ",\"scalar\":\"" +
           kScalarKindNames[static_cast<std::size_t>(kScalarKind<T>)] +
           "\",\"width\":" + std::to_string(kScalarWidth<T>) + "}";
  } else if constexpr (ArrayFacts<T>::kIsArray) {
    using Facts = ArrayFacts<T>;
    return "{\"kind\":\"array\"" + spelled + ",\"is_std_array\":" + (Facts::kIsStdArray ? "true" : "false") +
           ",\"count\":" + std::to_string(Facts::kCount) +
           ",\"element\":" + type_json<std::remove_cv_t<typename Facts::Element>>() + "}";
  } else {
    return "{\"kind\":\"aggregate\"" + spelled + ",\"members\":[" +
           members_json<T>(MemberTypes<T>{}, std::make_index_sequence<count_members<T>()>{}) + "]}";
  }
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

// Adds the leaves of one parameter's seed, "name":"value".
struct AppendSeedLeaf {
  const std::vector<Leaf>& leaves;
  std::size_t& next;
  std::string& text;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING void operator()(const T& value) {
    if (next > 0) text += ',';
    text += json_string(leaves[next++].name) + ":" + json_string(to_decimal(static_cast<std::remove_cv_t<T>>(value)));
  }
};

template <class... Ts, std::size_t... kIndices>
FORALL_INTERNAL_BOOKKEEPING std::string seed_json(const Seed<Ts...>& seed, const std::vector<Leaf>& leaves,
                                                  std::index_sequence<kIndices...>) {
  std::string text;
  std::size_t next = 0;
  [[maybe_unused]] AppendSeedLeaf append{leaves, next, text};
  (for_each_leaf(SeedValue<Ts>::get(std::get<kIndices>(seed.values)), append), ...);
  return "{" + text + "}";
}

// The namespace a class is in, without unnamed ones; empty for the global one.
template <class T>
FORALL_INTERNAL_BOOKKEEPING std::string enclosing_namespace() {
  const std::string spelled = type_spelling<T>();
  const std::size_t end = spelled.rfind("::");
  return end == std::string::npos ? "" : spelled.substr(0, end);
}

// The whole object. `leaves` are those of all parameters, in order.
template <class Declared, class... Ps, std::size_t... kIndices>
FORALL_INTERNAL_BOOKKEEPING std::string put_json(const Declared& put, const std::vector<std::string>& names,
                                                 const std::vector<Leaf>& leaves, TypeList<Ps...>,
                                                 std::index_sequence<kIndices...> indices) {
  std::string parameters;
  ((parameters += std::string(kIndices == 0 ? "" : ",") + "{\"name\":" + json_string(names[kIndices]) +
                  ",\"type\":" + type_json<Stored<Ps>>() + "}"),
   ...);
  std::string throws;
  if constexpr (!std::is_same_v<typename Declared::Expected, NoException>) {
    throws = type_spelling<typename Declared::Expected>();
  }
  std::string seeds;
  for (const auto& seed : put.seeds) seeds += (seeds.empty() ? "" : ",") + seed_json(seed, leaves, indices);
  return "{\"suite\":" + json_string(put.suite) + ",\"name\":" + json_string(put.name) +
         ",\"namespace\":" + json_string(enclosing_namespace<typename Declared::Put::Scope>()) +
         ",\"file\":" + json_string(put.file) + ",\"line\":" + std::to_string(put.line) +
         ",\"is_fixture\":" + (Declared::Put::kIsFixture ? "true" : "false") + ",\"parameters\":[" + parameters +
         "],\"throws\":" + json_string(throws) + ",\"bounds\":" + bounds_json(put.bounds) + ",\"seeds\":[" + seeds +
         "]}";
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_CATALOG_H_
