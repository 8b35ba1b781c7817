#include "replay/find_database.h"

#include <optional>

namespace forall::replay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUsual = ".forall/cases.db";
constexpr const char* kCommitted = "forall-cases";  // as text, in a fresh clone

bool is_url(const std::string& where) { return where.find("://") != std::string::npos; }
bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

// The first of the names that is in the folder, else in the one above it, and so on.
std::optional<fs::path> find_upwards(const fs::path& folder, std::initializer_list<const char*> names) {
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    for (const char* name : names) {
      if (is_there(at / name)) return at == folder ? fs::path(name) : at / name;
    }
    if (at == at.root_path()) break;
  }
  return std::nullopt;
}

}  // namespace

Database find_database(const char* from_environment, const char* compiled_in, const fs::path& folder) {
  const auto is_given = [](const char* where) { return where != nullptr && *where != '\0'; };
  if (is_given(from_environment)) {
    return {from_environment, is_url(from_environment) || is_there(from_environment), true};
  }
  if (is_given(compiled_in)) {
    if (is_url(compiled_in) || is_there(compiled_in)) return {compiled_in, true, false};
    const fs::path place = fs::path(compiled_in).parent_path();
    const auto committed = place.empty() ? std::nullopt : find_upwards(place, {kCommitted});
    return committed ? Database{committed->string(), true, false} : Database{compiled_in, false, false};
  }
  const auto found = find_upwards(folder, {kUsual, kCommitted});
  return {found ? found->string() : kUsual, found.has_value(), false};
}

}  // namespace forall::replay
