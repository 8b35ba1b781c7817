// Writes explorations. Cases come by the thousand, so they share transactions; see sqlite_store.cpp for when these end.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/sqlite.h"
#include "testcase/records.h"

namespace forall::store {

class Writer {
 public:
  explicit Writer(Connection& connection);

  // Each expects a transaction around it.
  std::int64_t begin(const testcase::Put& put);
  void add(std::int64_t exploration, const testcase::Case& c);
  void finish(std::int64_t exploration, const testcase::Result& result);

  // A transaction was rolled back: what was remembered of it does not hold.
  void forget();

 private:
  // What was written of a running exploration.
  struct Session {
    std::int64_t cases = 0;
    std::unordered_map<std::string, std::int64_t> decisions;            // row of each
    std::unordered_map<std::string, std::vector<std::int64_t>> by_key;  // rows of cases, by what identifies a case
    bool is_complete = true;                                            // false: rows may exist that are not in here
  };

  std::int64_t insert_case(std::int64_t exploration, Session& session, const testcase::Case& c, std::int64_t position);
  void insert_details(std::int64_t exploration, Session& session, std::int64_t row, const testcase::Case& c);
  std::int64_t decision_row(std::int64_t exploration, Session& session, const testcase::Step& step);
  void write_cases(std::int64_t exploration, const std::vector<testcase::Case>& cases);
  void write_lines(std::int64_t exploration, const testcase::Result& result);

  Connection& connection_;
  std::map<std::int64_t, Session> sessions_;
  Statement insert_case_, insert_input_, insert_object_, insert_observation_, insert_decision_, insert_step_,
      insert_coverage_, update_case_, delete_case_;
};

}  // namespace forall::store
