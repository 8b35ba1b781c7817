// A queue on a server of the test's own.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "../store/postgres_query.h"
#include "scale/queue.h"

namespace forall::scale::testing_support {

using store::testing_support::error_of;
using store::testing_support::server;

inline std::string query(const std::string& sql, const std::string& user = "forall") {
  return store::testing_support::query_postgres(server().url("postgres", user), sql);
}

class OnServer : public ::testing::Test {
 protected:
  OnServer() {
    query("DROP SCHEMA IF EXISTS forall_queue CASCADE");
    queue_.make_tables();
  }
  static Queue::Settings settings(const std::string& worker, const std::string& user = "forall") {
    return {server().url("postgres", user), worker};
  }
  Queue queue_{settings("explorer")};
};

}  // namespace forall::scale::testing_support
