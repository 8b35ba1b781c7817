#include "base/near_path.h"

#include <mutex>
#include <system_error>

namespace forall::base {
namespace {

namespace fs = std::filesystem;

struct Shown {
  std::mutex mutex;
  fs::path folder;  // empty for the current one
};
Shown& shown() {
  static Shown here;
  return here;
}

}  // namespace

void show_paths_from(const fs::path& folder) {
  const std::lock_guard lock(shown().mutex);
  shown().folder = folder.empty() ? folder : fs::absolute(folder).lexically_normal();
}

std::string near_path(const std::string& file) {
  fs::path from;
  {
    const std::lock_guard lock(shown().mutex);
    from = shown().folder;
  }
  fs::path path(file);
  std::error_code error;
  if (!path.is_absolute() && from.empty())
    return file.find("/../") == std::string::npos ? file : path.lexically_normal().generic_string();
  if (!path.is_absolute()) path = fs::absolute(path, error);
  path = path.lexically_normal();  // the compiler's own headers come as /usr/lib/gcc/.../../../include/...
  std::string far = path.generic_string();
  if (from.empty()) from = fs::current_path(error);
  if (error) return far;
  const std::string near = path.lexically_relative(from).generic_string();
  return !near.empty() && near.size() < far.size() ? near : far;
}

}  // namespace forall::base
