// Rows back into records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/sqlite.h"
#include "store/store.h"

namespace forall::store {

std::vector<PutSummary> read_list(Connection& connection);
std::optional<testcase::Result> read_result(Connection& connection, const std::string& put);
std::optional<testcase::Case> read_case(Connection& connection, std::int64_t id);
std::optional<testcase::Put> read_put(Connection& connection, const std::string& put);

}  // namespace forall::store
