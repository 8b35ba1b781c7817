// Tests that run on every kind of database: each gets an empty one.
#pragma once

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include <functional>
#include <memory>
#include <string>

#include "../../store/postgres_server.h"
#include "base/error.h"
#include "helpers.h"

namespace forall::store::testing_support {

enum class Backend { Sqlite, Postgres };

// One server for the program; it is started where the first test needs it.
inline PostgresServer& server() {
  static PostgresServer instance;
  return instance;
}

// The result of SQL, columns joined by '|', rows by ';'.
inline std::string query_sqlite(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* db = nullptr;
  std::string text;
  EXPECT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  sqlite3_busy_timeout(db, 10'000);
  const auto append = [](void* out, int columns, char** values, char**) {
    auto& result = *static_cast<std::string*>(out);
    for (int i = 0; i < columns; ++i) {
      result += i == 0 ? (result.empty() ? "" : ";") : "|";
      result += values[i] == nullptr ? "NULL" : values[i];
    }
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), append, &text, nullptr), SQLITE_OK) << sqlite3_errmsg(db) << "\n" << sql;
  sqlite3_close(db);
  return text;
}

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

// An empty database.
class Database {
 public:
  explicit Database(Backend backend) : backend_(backend) {
    if (backend == Backend::Postgres) query("DROP SCHEMA IF EXISTS forall CASCADE");
  }
  std::string where() const {
    return backend_ == Backend::Sqlite ? folder_.database().string() : server().url("postgres");
  }
  std::string query(const std::string& sql) const {
    return backend_ == Backend::Sqlite ? query_sqlite(folder_.database(), sql) : query_postgres(where(), sql);
  }

 private:
  Backend backend_;
  Folder folder_;
};

class OnEachBackend : public ::testing::TestWithParam<Backend> {
 protected:
  std::string where() const { return database_.where(); }
  std::string query(const std::string& sql) const { return database_.query(sql); }

 private:
  Database database_{GetParam()};
};

inline std::string name_of(const ::testing::TestParamInfo<Backend>& info) {
  return info.param == Backend::Sqlite ? "Sqlite" : "Postgres";
}

}  // namespace forall::store::testing_support

#define ON_EACH_BACKEND(fixture)                                                                   \
  INSTANTIATE_TEST_SUITE_P(, fixture,                                                              \
                           ::testing::Values(::forall::store::testing_support::Backend::Sqlite,    \
                                             ::forall::store::testing_support::Backend::Postgres), \
                           ::forall::store::testing_support::name_of)
