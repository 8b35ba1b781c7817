// SQLite behind the interface of database.h.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <set>

#include "store/database.h"

namespace forall::store {

class SqliteConnection : public Connection {
 public:
  // flags: SQLITE_OPEN_...; `where` is the file or a URI of it.
  SqliteConnection(const std::filesystem::path& file, const std::string& where, int flags);
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;
  ~SqliteConnection() override;

  std::unique_ptr<Statement> prepare(const std::string& sql) override;
  void execute(const std::string& sql) override;
  void begin() override { execute("BEGIN IMMEDIATE"); }
  void begin_reading() override { execute("BEGIN"); }
  void commit() override { execute("COMMIT"); }
  void roll_back() noexcept override;
  std::size_t rows_per_statement() const override { return 1; }
  // By a lock on one byte of a file beside the database: the system releases it with the process, and it works from
  // container to container, where process numbers do not.
  void hold(std::int64_t run) override;
  bool is_held(std::int64_t run) override;
  const std::string& name() const override { return name_; }

  std::int64_t integer(const std::string& sql);  // the first column of the first row
  sqlite3* handle() const { return handle_; }
  [[noreturn]] void fail(int code) const;

 private:
  int open_locks();

  std::string name_;
  sqlite3* handle_ = nullptr;
  int locks_ = -1;
  std::set<std::int64_t> held_;  // by this connection: a lock does not stop its own holder
};

}  // namespace forall::store
