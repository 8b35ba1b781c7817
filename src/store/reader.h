// Rows back into records. Reads that take several statements see one snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/store.h"

namespace forall::store {

class Reader {
 public:
  explicit Reader(Connection& connection);
  ~Reader();

  std::vector<PutSummary> list();
  enum class Part { All, Summary };
  std::optional<testcase::Result> result(const std::string& put, Part part);
  std::optional<testcase::Case> find_case(std::int64_t id);
  std::optional<testcase::Put> find_put(const std::string& put);
  std::vector<CaseName> case_names(const std::string& put);

 private:
  struct Shared;
  const Shared& shared_of(std::int64_t exploration, bool is_finished);
  testcase::Case read_case(const Statement& row, Part part);

  Connection& connection_;
  std::unique_ptr<Shared> shared_;  // of the exploration that was read last
  std::unique_ptr<Statement> case_;
};

}  // namespace forall::store
