// PostgreSQL behind the interface of database.h. All tables are in a schema of their own, so that forall can share a
// database with others.
#pragma once

#include <libpq-fe.h>

#include <string>

#include "store/database.h"

namespace forall::store {

class PostgresConnection : public Connection {
 public:
  // Read-only connections cannot change anything.
  PostgresConnection(const std::string& url, bool is_writing);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;
  ~PostgresConnection() override { PQfinish(handle_); }

  std::unique_ptr<Statement> prepare(const std::string& sql) override;
  void execute(const std::string& sql) override;
  void begin() override { execute("BEGIN"); }
  void begin_reading() override { execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); }
  void commit() override { execute("COMMIT"); }
  void roll_back() noexcept override;
  std::size_t rows_per_statement() const override { return 64; }
  // By an advisory lock of the session, which the server releases with the connection.
  void hold(std::int64_t run) override;
  bool is_held(std::int64_t run) override;
  const std::string& name() const override { return name_; }

  std::int64_t integer(const std::string& sql);  // the first column of the first row
  PGconn* handle() const { return handle_; }
  // The result, if it is one; it throws what the server says otherwise, and clears the result.
  PGresult* check(PGresult* result) const;

 private:
  std::string name_;
  PGconn* handle_ = nullptr;
  int statements_ = 0;
};

}  // namespace forall::store
