#include "base/language.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace forall::base {

namespace {

bool is_standard(const std::string& flag) { return flag.starts_with("-std=") || flag.starts_with("--std="); }
bool is_standard_of_cxx(const std::string& flag) { return is_standard(flag) && flag.find("++") != std::string::npos; }

}  // namespace

bool is_c_source(const std::filesystem::path& source) { return source.extension() == ".c"; }

std::vector<std::string> flags_for(const std::filesystem::path& source, const std::vector<std::string>& flags) {
  const bool is_c = is_c_source(source);
  std::vector<std::string> result;
  std::remove_copy_if(flags.begin(), flags.end(), std::back_inserter(result),
                      [&](const std::string& flag) { return is_standard(flag) && is_standard_of_cxx(flag) == is_c; });
  if (is_c && std::find(flags.begin(), flags.end(), "-x") == flags.end()) result.insert(result.end(), {"-x", "c"});
  return result;
}

}  // namespace forall::base
