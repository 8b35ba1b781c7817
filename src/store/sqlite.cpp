#include "store/sqlite.h"

#include <utility>

#include "base/error.h"

namespace forall::store {

namespace {

// What a user can do about a result code, in words.
std::string reason(int code, const char* message) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "the disk is full; free some space and run again (what was stored before is intact)";
    case SQLITE_IOERR:
      return std::string("reading or writing failed (") + message +
             "); is the disk full? What was stored before is intact";
    case SQLITE_READONLY:
    case SQLITE_PERM: return "it is not writable; check the permissions of the file and its folder";
    case SQLITE_CANTOPEN: return "it cannot be opened; check that its folder exists and is writable";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another process is writing to it; try again when that has ended";
    case SQLITE_NOTADB: return "it is not a database; name another file or remove it";
    case SQLITE_CORRUPT: return std::string("it is damaged (") + message + "); remove it to start anew";
    default: return message;
  }
}

}  // namespace

Connection::Connection(std::filesystem::path file, const std::string& name, int flags) : file_(std::move(file)) {
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string why = reason(code, handle_ != nullptr ? sqlite3_errmsg(handle_) : "out of memory");
    sqlite3_close(handle_);
    throw base::UserError(file_.string() + ": " + why);
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, 10'000);
}

Connection::~Connection() { sqlite3_close(handle_); }

void Connection::fail(int code) const {
  throw base::UserError(file_.string() + ": " + reason(code, sqlite3_errmsg(handle_)));
}

void Connection::execute(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::integer(const char* sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

Statement::Statement(Connection& connection, const char* sql) : connection_(connection) {
  check(sqlite3_prepare_v3(connection.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) connection_.fail(code);
}

Statement& Statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, index, value));
  return *this;
}

Statement& Statement::bind(int index, double value) {
  check(sqlite3_bind_double(statement_, index, value));
  return *this;
}

// The text need not outlive the call.
Statement& Statement::bind(int index, std::string_view text) {
  check(sqlite3_bind_text64(statement_, index, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
  check(sqlite3_bind_blob64(statement_, index, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind_null(int index) {
  check(sqlite3_bind_null(statement_, index));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    // The connection's message is of this statement until it is reset.
    const std::string message = sqlite3_errmsg(connection_.handle());
    sqlite3_reset(statement_);
    throw base::UserError(connection_.file().string() + ": " + reason(code, message.c_str()));
  }
  return false;
}

void Statement::run() {
  step();
  reset();
}

void Statement::reset() { sqlite3_reset(statement_); }

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return bytes == nullptr ? std::string()
                          : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::string Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return bytes == nullptr ? std::string()
                          : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

void Transaction::commit() {
  connection_.execute("COMMIT");
  is_open_ = false;
}

// A failed write may have rolled back already; then there is nothing to do.
Transaction::~Transaction() {
  if (is_open_ && sqlite3_get_autocommit(connection_.handle()) == 0) {
    sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

}  // namespace forall::store
