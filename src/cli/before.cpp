// A JSON file, DATABASE.before.json: the output of forall explore --json with `explored_at`. It holds the tests that were
// explored anew and had results before; all others are what they were.
#include "cli/before.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "report/report.h"
#include "store/store.h"

namespace forall::cli {
namespace {

using nlohmann::ordered_json;

bool is_file(const std::string& database) { return database.find("://") == std::string::npos; }

std::filesystem::path file_of(const std::string& database) { return database + ".before.json"; }

}  // namespace

Before::Before(std::string database) : database_(std::move(database)) {}

void Before::read(const std::vector<std::string>& puts) {
  if (!is_file(database_)) return;
  try {
    const auto store = store::open_existing(database_);
    const std::set<std::string> wanted(puts.begin(), puts.end());
    for (const store::PutSummary& put : store->list()) {
      if (wanted.count(put.name) == 0) continue;
      auto result = store->load_summary(put.name);
      if (!result) continue;
      results_.push_back(std::move(*result));
      explored_at_ = std::max(explored_at_, put.explored_at);
    }
  } catch (const base::UserError&) {  // the first exploration, or another process holds the database for long
    results_.clear();
  }
}

void Before::keep(const std::vector<testcase::Result>& results) const {
  if (!is_file(database_)) return;
  std::set<std::string> anew;
  for (const testcase::Result& result : results) {
    if (!result.is_kept) anew.insert(result.put.full_name());
  }
  if (anew.empty()) return;
  std::vector<testcase::Result> replaced;
  std::copy_if(results_.begin(), results_.end(), std::back_inserter(replaced),
               [&](const testcase::Result& result) { return anew.count(result.put.full_name()) != 0; });
  if (replaced.empty()) {  // tests that are all new
    base::system_files().remove(file_of(database_));
    return;
  }
  auto json = base::parse_ordered_json(report::results_json(replaced, {}));
  json["explored_at"] = explored_at_;
  base::system_files().write(file_of(database_), base::json_text(json) + "\n");
}

std::optional<SinceBefore> since_before(const std::string& database, const std::vector<testcase::Result>& results) {
  if (!is_file(database)) return std::nullopt;
  const auto text = base::system_files().read(file_of(database));
  if (!text) return std::nullopt;
  const std::string name = file_of(database).string();
  try {
    const auto json = base::parse_ordered_json(*text);
    std::set<std::string> known;
    for (const auto& put : json.at("puts")) known.insert(put.at("name").get<std::string>());
    std::vector<testcase::Result> now;
    std::copy_if(results.begin(), results.end(), std::back_inserter(now),
                 [&](const testcase::Result& result) { return known.count(result.put.full_name()) != 0; });
    if (now.empty()) return std::nullopt;
    SinceBefore since{fmt::format("the exploration before, of {} UTC", json.at("explored_at").get<std::string>()),
                      report::compare(*text, now)};
    since.comparison.not_explored.clear();  // those that this report leaves out
    return since;
  } catch (const std::exception&) {
    throw base::UserError(name + ": error: damaged; remove the file, or give --against FILE");
  }
}

}  // namespace forall::cli
