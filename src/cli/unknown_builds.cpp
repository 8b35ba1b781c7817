#include "cli/unknown_builds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/near_path.h"

namespace forall::cli {

void UnknownBuilds::add(const std::string& source, const std::string& put, const std::string& complaint) {
  Source& known = sources_[source];
  if (known.puts.empty()) known.complaint = complaint;
  known.puts.push_back(put);
}

std::string UnknownBuilds::text() const {
  if (sources_.empty()) return "";
  std::string text;
  std::vector<std::string> names;
  for (const auto& [name, source] : sources_) {
    names.push_back(name);
    const std::string& complaint = source.complaint;
    const std::size_t colon = std::min(complaint.find(':'), complaint.size());
    text += fmt::format(
        "{}: error: how its tests are built is not known ({}{}), and alone it does not build:\n  {}{}\n", name,
        source.puts.front(), source.puts.size() > 1 ? fmt::format(" and {} more", source.puts.size() - 1) : "",
        base::near_path(complaint.substr(0, colon)), complaint.substr(colon));
  }
  return text + fmt::format(
                    "Name all their sources and flags: forall replay {} SOURCE... -- FLAG...\n"
                    "or explore them here once; in a CMake project, ctest replays them.\n",
                    fmt::join(names, " "));
}

}  // namespace forall::cli
