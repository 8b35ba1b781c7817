// Turns cases into rows, in memory. What the paths of an exploration share (decisions, their sites, branch directions)
// is numbered as it comes up.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::store {

// The identity of a case: everything but its name, its place and its native run, which are known only later.
struct CaseKey {
  std::uint64_t first = 0, second = 0;
  friend auto operator<=>(const CaseKey&, const CaseKey&) = default;
};

struct SiteRow {
  std::int64_t exploration, number;
  std::uint64_t site;
  std::string file;
  unsigned line;
};
struct DecisionRow {
  std::int64_t exploration, number, site;
  std::string condition;
};
struct DirectionRow {
  std::int64_t exploration, number;
  testcase::BranchDirection direction;
};
struct CaseRow {
  std::int64_t exploration = 0, position = 0;
  std::string name, native_detail;
  const char* native = "";
  testcase::Outcome outcome;
  std::string data;                            // JSON
  std::string condition, decisions, coverage;  // of the path; JSON
  CaseKey key;
};

struct Batch {
  std::vector<SiteRow> sites;
  std::vector<DecisionRow> decisions;
  std::vector<DirectionRow> directions;
  std::vector<CaseRow> cases;
};

const char* to_text(testcase::Case::Native native);

class Recorder {
 public:
  Recorder();
  ~Recorder();
  // Appends what has to be written for the case. Its numbers count from `begin` on, or from the first case on.
  void add(std::int64_t exploration, std::int64_t position, const testcase::Case& c, Batch& batch);
  void forget(std::int64_t exploration);

 private:
  struct Session;
  std::map<std::int64_t, std::unique_ptr<Session>> sessions_;
};

}  // namespace forall::store
