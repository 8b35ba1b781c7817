#include "explore/coverage.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "base/hash.h"

namespace forall::explore {

using testcase::BranchDirection;
using testcase::Site;

std::size_t Coverage::Hash::operator()(const BranchDirection& d) const {
  return static_cast<std::size_t>(base::mix(d.branch + d.direction));
}

bool Coverage::counts(const Site& site) const {
  return !site.is_system && site.directions > 0 &&
         (site.kind == abi::SiteKind::Branch || site.kind == abi::SiteKind::Switch);
}

std::vector<BranchDirection> Coverage::add(std::span<const abi::CoverRecord> records) {
  std::vector<BranchDirection> directions;
  directions.reserve(records.size());
  for (const abi::CoverRecord& record : records) {
    if (record.site >= sites_.size()) continue;
    seen_.reached[record.site] = true;
    const Site& site = sites_[record.site];
    if (counts(site) && record.direction < site.directions) directions.push_back({site.branch, record.direction});
  }
  std::sort(directions.begin(), directions.end());
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
  seen_.covered.insert(directions.begin(), directions.end());
  return directions;
}

void Coverage::add(const Seen& others) {
  for (std::size_t i = 0; i < others.reached.size(); ++i) {
    if (others.reached[i]) seen_.reached[i] = true;
  }
  seen_.covered.insert(others.covered.begin(), others.covered.end());
}

bool Coverage::promises_news(std::uint32_t index) const {
  if (index >= sites_.size()) return false;
  const Site& site = sites_[index];
  if (!counts(site)) return false;
  for (unsigned direction = 0; direction < site.directions; ++direction) {
    if (!is_covered(site.branch, direction)) return true;
  }
  return false;
}

std::vector<testcase::Branch> Coverage::branches() const {
  std::unordered_set<std::string_view> functions;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (seen_.reached[i]) functions.insert(sites_[i].function);
  }
  std::unordered_map<std::uint64_t, const Site*> known;  // inlined copies of one branch may have lost directions
  for (const Site& site : sites_) {
    if (!counts(site) || functions.count(site.function) == 0) continue;
    const Site*& most = known[site.branch];
    if (most == nullptr || most->directions < site.directions) most = &site;
  }
  std::vector<testcase::Branch> branches;
  for (const auto& [branch, site] : known) {
    for (unsigned direction = 0; direction < site->directions; ++direction) {
      branches.push_back({{branch, direction}, site->file, site->line, site->function, is_covered(branch, direction)});
    }
  }
  std::sort(branches.begin(), branches.end(), [](const testcase::Branch& x, const testcase::Branch& y) {
    return std::tie(x.file, x.line, x.direction) < std::tie(y.file, y.line, y.direction);
  });
  return branches;
}

}  // namespace forall::explore
