// What the last exploration replaced: kept beside the database, so that a report can say what has changed since.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/compare.h"
#include "testcase/records.h"

namespace forall::cli {

// The results of one exploration's tests as they were before it.
class Before {
 public:
  // A database that is no file has none: others may have explored in the meantime.
  explicit Before(std::string database);
  void read(const std::vector<std::string>& puts);
  // Once the new results are stored. Where no test was explored anew, what is kept is that of an earlier exploration.
  void keep(const std::vector<testcase::Result>& results) const;

 private:
  std::string database_;
  std::vector<testcase::Result> results_;
  std::string explored_at_;
};

struct SinceBefore {
  std::string name;  // "the exploration before, of 2026-11-18 01:05:02 UTC"
  report::Comparison comparison;
};
// Nothing if no stored test had earlier results.
std::optional<SinceBefore> since_before(const std::string& database, const std::vector<testcase::Result>& results);

}  // namespace forall::cli
