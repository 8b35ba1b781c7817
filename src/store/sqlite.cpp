#include "store/sqlite.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
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
    case SQLITE_CONSTRAINT:
      if (code != SQLITE_CONSTRAINT_FOREIGNKEY) return message;
      return "rows of this exploration were removed by somebody else meanwhile; run it again";
    case SQLITE_NOTADB: return "it is not a database; name another file or remove it";
    case SQLITE_CORRUPT: return std::string("it is damaged (") + message + "); remove it to start over";
    default: return message;
  }
}

class SqliteStatement : public Statement {
 public:
  SqliteStatement(SqliteConnection& connection, const std::string& sql) : connection_(connection) {
    check(sqlite3_prepare_v3(connection.handle(), sql.c_str(), static_cast<int>(sql.size()) + 1,
                             SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
  }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement() override { sqlite3_finalize(statement_); }

  using Statement::bind;
  Statement& bind(int index, std::int64_t value) override {
    check(sqlite3_bind_int64(statement_, index, value));
    return *this;
  }
  Statement& bind(int index, double value) override {
    check(sqlite3_bind_double(statement_, index, value));
    return *this;
  }
  Statement& bind_null(int index) override {
    check(sqlite3_bind_null(statement_, index));
    return *this;
  }
  Statement& bind_raw(int index, std::string_view text, Text how) override {
    check(sqlite3_bind_text64(statement_, index, text.data() == nullptr ? "" : text.data(), text.size(),
                              how == Text::Lent ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
  }

  bool step() override {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) {
      // The connection's message is of this statement until it is reset.
      const std::string message = sqlite3_errmsg(connection_.handle());
      sqlite3_reset(statement_);
      throw base::UserError(connection_.name() + ": " + reason(code, message.c_str()));
    }
    return false;
  }
  void reset() override { sqlite3_reset(statement_); }

  std::int64_t integer(int column) const override { return sqlite3_column_int64(statement_, column); }
  double real(int column) const override { return sqlite3_column_double(statement_, column); }
  bool is_null(int column) const override { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::string_view raw(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  void check(int code) const {
    if (code != SQLITE_OK) connection_.fail(code);
  }

  SqliteConnection& connection_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& file, const std::string& where, int flags)
    : name_(file.string()) {
  const int code = sqlite3_open_v2(where.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string why = reason(code, handle_ != nullptr ? sqlite3_errmsg(handle_) : "out of memory");
    sqlite3_close(handle_);
    throw base::UserError(name_ + ": " + why);
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, 30'000);
}

SqliteConnection::~SqliteConnection() {
  sqlite3_close(handle_);
  if (locks_ >= 0) ::close(locks_);
}

void SqliteConnection::fail(int code) const {
  throw base::UserError(name_ + ": " + reason(code, sqlite3_errmsg(handle_)));
}

std::unique_ptr<Statement> SqliteConnection::prepare(const std::string& sql) {
  return std::make_unique<SqliteStatement>(*this, sql);
}

void SqliteConnection::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

// A failed write may have rolled back already; then there is nothing to do.
void SqliteConnection::roll_back() noexcept {
  if (sqlite3_get_autocommit(handle_) == 0) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::int64_t SqliteConnection::integer(const std::string& sql) {
  SqliteStatement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

int SqliteConnection::open_locks() {
  if (locks_ < 0) {
    const std::string file = name_ + "-runs";
    locks_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (locks_ < 0) throw base::UserError(file + ": it cannot be opened: " + std::generic_category().message(errno));
  }
  return locks_;
}

namespace {

struct flock lock_of(std::int64_t run) {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = run;
  lock.l_len = 1;
  return lock;
}

}  // namespace

// Where the file system has no locks the run counts as ended; then another process that finishes first may remove its
// cases.
void SqliteConnection::hold(std::int64_t run) {
  struct flock lock = lock_of(run);
  ::fcntl(open_locks(), F_OFD_SETLK, &lock);
  held_.insert(run);
}

bool SqliteConnection::is_held(std::int64_t run) {
  struct flock lock = lock_of(run);
  return held_.contains(run) || (::fcntl(open_locks(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK);
}

}  // namespace forall::store
