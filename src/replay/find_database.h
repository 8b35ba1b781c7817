// The database of a test program.
#pragma once

#include <filesystem>
#include <string>

namespace forall::replay {

struct Database {
  std::string where;  // a file, a URL or a folder of cases as text
  bool exists = false;
  bool is_demanded = false;  // by the environment: whoever sets FORALL_DB means a database that is there
};

// `from_environment` and `compiled_in` may be null. Without them .forall/cases.db or forall-cases in the folder or one above it.
// A file that is compiled in and not there is not a reason to give up: forall-cases may be beside it, or above.
Database find_database(const char* from_environment, const char* compiled_in, const std::filesystem::path& folder);

}  // namespace forall::replay
