#include "frontend/header_index.h"

#include <algorithm>

namespace forall::frontend {
namespace {

bool ends_with(const std::vector<std::string>& path, const std::vector<NamePart>& name) {
  return name.size() <= path.size() && std::equal(name.rbegin(), name.rend(), path.rbegin(),
                                                  [](const auto& a, const auto& b) { return a.name == b; });
}

// Whether the last parts are equal, and the others occur in the path in the same order.
bool has_in_order(const std::vector<std::string>& path, const std::vector<NamePart>& name) {
  if (path.back() != name.back().name) return false;
  std::size_t matched = 0;
  for (std::size_t i = 0; i + 1 < path.size() && matched + 1 < name.size(); ++i) {
    if (path[i] == name[matched].name) ++matched;
  }
  return matched + 1 == name.size();
}

}  // namespace

std::string IndexedClass::qualified() const {
  std::string result;
  for (const std::string& part : path) result += (result.empty() ? "" : "::") + part;
  return result;
}

HeaderIndex::HeaderIndex(const std::vector<IndexedClass>& classes) {
  for (const IndexedClass& found : classes) {
    const auto same =
        std::find_if(classes_.begin(), classes_.end(), [&](const auto& known) { return known.path == found.path; });
    if (same == classes_.end()) {
      classes_.push_back(found);
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
