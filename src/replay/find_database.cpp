#include "replay/find_database.h"

namespace forall::replay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUsual = ".forall/cases.db";

bool is_url(const std::string& where) { return where.find("://") != std::string::npos; }
bool is_file(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

}  // namespace

Database find_database(const char* from_environment, const char* compiled_in, const fs::path& folder) {
  for (const char* given : {from_environment, compiled_in}) {
    if (given == nullptr || *given == '\0') continue;
    const std::string where = given;
    return {where, is_url(where) || is_file(where), given == from_environment};
  }
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    const fs::path file = at / kUsual;
    if (is_file(file)) return {at == folder ? kUsual : file.string(), true, false};
    if (at == at.root_path()) break;
  }
  return {kUsual, false, false};
}

}  // namespace forall::replay
