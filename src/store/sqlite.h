// RAII over SQLite's C interface. Every failure is a base::UserError that names the file and says what went wrong;
// values are always bound, never spliced into SQL.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace forall::store {

class Connection;

// A prepared statement. Bind from 1 on, then step until it gives no more rows; reset makes it new.
class Statement {
 public:
  Statement(Connection& connection, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  Statement& bind(int index, std::string_view text);
  Statement& bind_blob(int index, std::string_view bytes);
  Statement& bind_null(int index);

  bool step();  // true: a row is there
  void run();   // no rows expected; resets

  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::string text(int column) const;
  std::string blob(int column) const;
  void reset();

 private:
  void check(int code) const;

  Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
};

class Connection {
 public:
  // flags: SQLITE_OPEN_...; `uri` is true where `name` is one.
  Connection(std::filesystem::path file, const std::string& name, int flags);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  void execute(const char* sql);
  std::int64_t integer(const char* sql);  // the first column of the first row
  std::int64_t last_id() const { return sqlite3_last_insert_rowid(handle_); }
  sqlite3* handle() const { return handle_; }
  const std::filesystem::path& file() const { return file_; }
  [[noreturn]] void fail(int code) const;

 private:
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

// Rolls back unless it was committed.
class Transaction {
 public:
  explicit Transaction(Connection& connection) : connection_(connection) { connection.execute("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Connection& connection_;
  bool is_open_ = true;
};

}  // namespace forall::store
