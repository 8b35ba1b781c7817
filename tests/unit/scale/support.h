// A queue on a server of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <functional>
#include <string>

#include "../../store/postgres_server.h"
#include "base/error.h"
#include "scale/queue.h"

namespace forall::scale::testing_support {

// One for the program.
inline store::testing_support::PostgresServer& server() {
  static store::testing_support::PostgresServer instance;
  return instance;
}

inline std::string query(const std::string& sql, const std::string& user = "forall") {
  PGconn* connection = PQconnectdb(server().url("postgres", user).c_str());
  EXPECT_EQ(PQstatus(connection), CONNECTION_OK) << PQerrorMessage(connection);
  PGresult* result = PQexec(connection, ("SET client_min_messages = warning;" + sql).c_str());
  const auto status = PQresultStatus(result);
  EXPECT_TRUE(status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) << PQresultErrorMessage(result) << sql;
  std::string text;
  for (int row = 0; row < PQntuples(result); ++row) {
    for (int i = 0; i < PQnfields(result); ++i) {
      text += i == 0 ? (row == 0 ? "" : ";") : "|";
      text += PQgetisnull(result, row, i) == 1 ? "NULL" : PQgetvalue(result, row, i);
    }
  }
  PQclear(result);
  PQfinish(connection);
  return text;
}

inline std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
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
