// SQL from outside of what is tested, and what it says of mistakes.
#pragma once

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <functional>
#include <string>

#include "../../store/postgres_server.h"
#include "base/error.h"

namespace forall::store::testing_support {

// One server for the program; it is started where the first test needs it.
inline PostgresServer& server() {
  static PostgresServer instance;
  return instance;
}

// The result of SQL, columns joined by '|', rows by ';'.
inline std::string query_postgres(const std::string& url, const std::string& sql) {
  PGconn* connection = PQconnectdb(url.c_str());
  EXPECT_EQ(PQstatus(connection), CONNECTION_OK) << PQerrorMessage(connection);
  PQclear(PQexec(connection, "SET search_path = forall; SET client_min_messages = warning"));
  PGresult* result = PQexec(connection, sql.c_str());
  EXPECT_TRUE(PQresultStatus(result) == PGRES_TUPLES_OK || PQresultStatus(result) == PGRES_COMMAND_OK)
      << PQresultErrorMessage(result) << "\n"
      << sql;
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

}  // namespace forall::store::testing_support
