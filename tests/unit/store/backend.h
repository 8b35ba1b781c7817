// Tests that run on every kind of database: each gets an empty one.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <functional>
#include <memory>
#include <string>

#include "helpers.h"
#include "postgres_query.h"

namespace forall::store::testing_support {

enum class Backend { Sqlite, Postgres };

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
