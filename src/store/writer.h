// Writes runs, explorations and their cases.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/database.h"
#include "store/recorder.h"
#include "store/store.h"
#include "testcase/records.h"

namespace forall::store {

class Writer {
 public:
  explicit Writer(Connection& connection);

  // Each is done as a whole or not at all.
  void start_run(const RunInfo& run);
  bool forget(const std::string& put);
  void move(const testcase::Put& put);
  std::int64_t begin(const testcase::Put& put);
  void write(const Batch& batch);
  // Everything that was added is in a batch that was written. The recorder knows the numbers it has assigned.
  void finish(std::int64_t exploration, const testcase::Result& result, Recorder& recorder);

  // Within a transaction: cases with the numbers that count from `id` on.
  void insert(const Batch& batch, std::int64_t id);
  // Within a transaction: all of a result but its cases.
  void insert_lines(std::int64_t exploration, const testcase::Result& result);
  // Reserves so many row numbers; returns the first.
  std::int64_t reserve(const char* table, std::size_t count);

 private:
  struct KeyHash {
    std::size_t operator()(const CaseKey& key) const { return key.first; }
  };
  // The rows of the cases of a running exploration. If a write failed, or another process began it,
  // there may be more.
  struct Session {
    std::unordered_map<CaseKey, std::vector<std::int64_t>, KeyHash> rows;
    bool is_complete = true;
  };
  struct CaseUpdate {
    std::int64_t id, position;
    const testcase::Case* to;
  };

  void lock_put(std::int64_t put);
  std::int64_t put_of(std::int64_t exploration);
  void remove(std::int64_t exploration);
  std::vector<std::int64_t> ended(const std::string& which, std::int64_t put);
  std::vector<CaseUpdate> match(std::int64_t exploration, Session& session, const testcase::Result& result,
                                Recorder& recorder, Batch& batch);
  void update_cases(const std::vector<CaseUpdate>& updates);
  void update_exploration(std::int64_t exploration, const testcase::Result& result);

  Connection& connection_;
  std::int64_t run_ = 0;
  std::map<std::int64_t, Session> sessions_;
  Rows cases_, paths_, sites_, decisions_, directions_, updates_;
};

}  // namespace forall::store
