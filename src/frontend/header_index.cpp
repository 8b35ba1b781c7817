#include "frontend/header_index.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"

namespace forall::frontend {
namespace {

using nlohmann::json;

bool ends_with(const std::vector<std::string>& path, const std::vector<NamePart>& name) {
  return name.size() <= path.size() && std::equal(name.rbegin(), name.rend(), path.rbegin(),
                                                  [](const auto& a, const auto& b) { return a.name == b; });
}

// The last parts are equal, and the others follow each other in the path.
bool has_in_order(const std::vector<std::string>& path, const std::vector<NamePart>& name) {
  if (path.back() != name.back().name) return false;
  std::size_t matched = 0;
  for (std::size_t i = 0; i + 1 < path.size() && matched + 1 < name.size(); ++i) {
    if (path[i] == name[matched].name) ++matched;
  }
  return matched + 1 == name.size();
}

// A template's key has @ST> before its name, a partial specialization's @SP>; so have the keys of what is inside them,
// which end like those of other classes.
bool is_template(const std::string& key, const std::string& name) {
  const bool is_class = key.ends_with("@S@" + name) || key.ends_with("@U@" + name);
  return !is_class && (key.find("@ST>") != std::string::npos || key.find("@SP>") != std::string::npos);
}

}  // namespace

std::string IndexedClass::qualified() const {
  std::string result;
  for (const std::string& part : path) result += (result.empty() ? "" : "::") + part;
  return result;
}

HeaderIndex::HeaderIndex(std::string_view symbol_graph) {
  const json graph = json::parse(symbol_graph, nullptr, false);
  if (graph.is_discarded() || !graph.contains("symbols"))
    throw base::UserError("the compiler's list of the header's classes is not what clang 19 writes");
  std::map<std::string, std::vector<std::string>> bases;
  for (const json& relation : graph.value("relationships", json::array())) {
    if (relation.value("kind", "") == "inheritsFrom")
      bases[relation.value("source", "")].push_back(relation.value("target", ""));
  }
  for (const json& symbol : graph["symbols"]) {
    const std::string kind = symbol["kind"].value("identifier", "");
    const bool is_alias = kind == "c++.typealias";
    if (!is_alias && kind != "c++.class" && kind != "c++.struct" && kind != "c++.union") continue;
    IndexedClass found{.path = symbol["pathComponents"].get<std::vector<std::string>>(),
                       .key = symbol["identifier"].value("precise", ""),
                       .bases = {},
                       .is_alias = is_alias};
    const bool has_name =
        std::none_of(found.path.begin(), found.path.end(), [](const auto& part) { return part.empty(); });
    if (found.path.empty() || !has_name) continue;
    found.is_template = is_template(found.key, found.path.back());
    found.bases = bases[found.key];
    const auto same =
        std::find_if(classes_.begin(), classes_.end(), [&](const auto& c) { return c.path == found.path; });
    if (same == classes_.end()) {
      classes_.push_back(std::move(found));
    } else {
      same->is_template |= found.is_template;
    }
  }
}

std::vector<const IndexedClass*> HeaderIndex::find(const std::vector<NamePart>& name) const {
  const auto all = [&](auto matches) {
    std::vector<const IndexedClass*> result;
    for (const IndexedClass& candidate : classes_) {
      const bool can_have_arguments = candidate.is_template || candidate.is_alias;
      if (!name.back().arguments.empty() && !can_have_arguments) continue;
      if (matches(candidate.path)) result.push_back(&candidate);
    }
    return result;
  };
  auto found = all([&](const auto& path) { return path.size() == name.size() && ends_with(path, name); });
  if (found.empty()) found = all([&](const auto& path) { return ends_with(path, name); });
  if (found.empty()) found = all([&](const auto& path) { return has_in_order(path, name); });
  return found;
}

std::vector<const IndexedClass*> HeaderIndex::derived_from(const IndexedClass& base) const {
  std::set<std::string> keys{base.key};
  for (bool grows = true; grows;) {
    grows = false;
    for (const IndexedClass& candidate : classes_) {
      const bool derives = std::any_of(candidate.bases.begin(), candidate.bases.end(),
                                       [&](const std::string& key) { return keys.count(key) != 0; });
      grows |= derives && keys.insert(candidate.key).second;
    }
  }
  std::vector<const IndexedClass*> result;
  for (const IndexedClass& candidate : classes_) {
    if (candidate.key != base.key && keys.count(candidate.key) != 0 && !candidate.is_template)
      result.push_back(&candidate);
  }
  return result;
}

std::vector<std::string> HeaderIndex::names() const {
  std::vector<std::string> result;
  for (const IndexedClass& candidate : classes_) result.push_back(candidate.qualified());
  return result;
}

std::vector<NamePart> complete_name(const std::vector<NamePart>& name, const IndexedClass& found) {
  std::vector<NamePart> result;
  std::size_t next = name.size();
  for (auto part = found.path.rbegin(); part != found.path.rend(); ++part) {
    const bool is_named = next > 0 && name[next - 1].name == *part;
    result.push_back({*part, is_named ? name[next - 1].arguments : ""});
    if (is_named) --next;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace forall::frontend
