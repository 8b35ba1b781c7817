// Opens SQLite files, and refuses those of other programs.
//
// application_id says that a file is forall's, user_version which schema it has. Both are in the first page, so a
// foreign or newer file is recognised by reading 100 bytes of it, before SQLite may touch it. The write-ahead log can
// hide a newer first page; therefore the version is read again through SQLite, with the log left alone when the file
// is refused.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "store/migrate.h"
#include "store/schema.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace forall::store {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kApplicationId = 0x666f7261;  // "fora"

[[noreturn]] void refuse(const std::string& file, const std::string& why) { throw base::UserError(file + ": " + why); }

void check_identity(const std::string& file, std::int64_t application, std::int64_t version) {
  if (application != kApplicationId) {
    refuse(file, "it is a database of another program, not of forall; name another file with --db");
  }
  check_version(file, version);
}

// Looks at the first bytes of the file. True if there is something to open, false if the file is absent or empty.
bool inspect(const std::string& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) refuse(file, "it is a folder, not a database");
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return false;
    refuse(file, std::string("it cannot be read: ") + std::generic_category().message(errno));
  }
  std::array<unsigned char, 100> head{};
  const ssize_t size = ::read(descriptor, head.data(), head.size());
  ::close(descriptor);
  if (size == 0) return false;
  if (size < 100 || std::string(head.begin(), head.begin() + 16) != std::string("SQLite format 3\0", 16)) {
    refuse(file, "it is not a database; name another file with --db or remove it");
  }
  const auto big_endian = [&](std::size_t at) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value * 256 + head[at + i];
    return value;
  };
  const std::int64_t version = big_endian(60), application = big_endian(68);
  // Both zero: the tables are still in the log, or their creation was killed. SQLite will tell.
  if (version != 0 || application != 0) check_identity(file, application, version);
  return true;
}

void set_version(SqliteConnection& connection) {
  connection.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
}

void create_tables(SqliteConnection& connection) {
  Transaction transaction(connection);
  if (connection.integer("PRAGMA user_version") != 0) return;  // another process was faster
  connection.execute(schema(Dialect::Sqlite));
  connection.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
  set_version(connection);
  transaction.commit();
}

// All steps or none; another process may have been faster.
void bring_up_to_date(SqliteConnection& connection) {
  Transaction transaction(connection);
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (version == kSchemaVersion) return;
  migrate(connection, version);
  set_version(connection);
  transaction.commit();
}

void keep_log(SqliteConnection& connection, bool keep) {
  sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
}

std::string uri_of(const std::string& file) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri.append({'%', kHex[byte / 16], kHex[byte % 16]});
    } else {
      uri += c;
    }
  }
  return uri;
}

// A reader of a file with an older schema leaves it unchanged, and reads an updated copy in memory.
std::unique_ptr<SqliteConnection> up_to_date_copy(SqliteConnection& from) {
  auto copy = std::make_unique<SqliteConnection>(
      from.name(), ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
  sqlite3_backup* backup = sqlite3_backup_init(copy->handle(), "main", from.handle(), "main");
  if (backup == nullptr) copy->fail(sqlite3_errcode(copy->handle()));
  sqlite3_backup_step(backup, -1);
  if (const int code = sqlite3_backup_finish(backup); code != SQLITE_OK) copy->fail(code);
  bring_up_to_date(*copy);
  return copy;
}

// A killed process loses nothing that was committed; a power failure may lose the last moments, but damages nothing. To
// change to a log SQLite wants the file for itself, and does not wait for it as it does elsewhere.
void use_log(SqliteConnection& connection) {
  constexpr int kMostTries = 3000;
  for (int i = 0; i < kMostTries; ++i) {
    const int code = sqlite3_exec(connection.handle(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if ((code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  connection.execute("PRAGMA journal_mode = WAL");
  connection.execute("PRAGMA synchronous = NORMAL");
}

}  // namespace

std::unique_ptr<Connection> open_sqlite(const std::string& file) {
  inspect(file);
  auto connection =
      std::make_unique<SqliteConnection>(file, file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
  keep_log(*connection, true);
  if (sqlite3_db_readonly(connection->handle(), "main") == 1) {
    refuse(file, "it is not writable; check the permissions of the file and its folder");
  }
  const std::int64_t tables = connection->integer("SELECT count(*) FROM sqlite_master");
  const std::int64_t version = connection->integer("PRAGMA user_version");
  if (tables != 0 || version != 0) check_identity(file, connection->integer("PRAGMA application_id"), version);
  keep_log(*connection, false);
  use_log(*connection);
  connection->execute("PRAGMA wal_autocheckpoint = 4000");
  connection->execute("PRAGMA cache_size = -16000");
  if (version == 0) {
    create_tables(*connection);
  } else if (version < kSchemaVersion) {
    bring_up_to_date(*connection);
  }
  connection->execute("PRAGMA foreign_keys = ON");  // not before: a migration drops tables that others refer to
  return connection;
}

std::unique_ptr<Connection> open_sqlite_to_read(const std::string& file) {
  if (!inspect(file)) {
    throw NoCases(file + ": there is no such database; run forall explore first, or name it with --db or FORALL_DB");
  }
  // Where the folder is read-only, SQLite cannot make its index of the log; without a log nothing can change under us.
  std::error_code error;
  const bool has_log = fs::exists(file + "-wal", error);
  const bool is_folder_writable = ::access(fs::absolute(file).parent_path().c_str(), W_OK) == 0;
  auto connection = std::make_unique<SqliteConnection>(
      file, uri_of(file) + (!has_log && !is_folder_writable ? "?immutable=1" : "?mode=ro"),
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
  const std::int64_t tables = connection->integer("SELECT count(*) FROM sqlite_master");
  const std::int64_t version = connection->integer("PRAGMA user_version");
  if (tables == 0 && version == 0) throw NoCases(file + ": there are no cases in it; run forall explore first");
  check_identity(file, connection->integer("PRAGMA application_id"), version);
  return version < kSchemaVersion ? up_to_date_copy(*connection) : std::move(connection);
}

}  // namespace forall::store
