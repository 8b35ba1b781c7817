// Tables, their version, and the refusal of what is not ours.
//
// application_id says that a file is forall's, user_version which schema it has. Both are in the first page, so a
// foreign or newer file is recognised by reading 100 bytes of it, before SQLite may touch it. The write-ahead log can
// hide a newer first page; therefore the version is asked again through SQLite, with the log left alone when the file
// is refused.
#include "store/schema.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/error.h"
#include "store/store.h"

namespace forall::store {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kApplicationId = 0x666f7261;  // "fora"

// One row of `cases` is one path. What a PUT looks like belongs to the exploration that saw it, since it may change.
// Numbers above 63 bits do not fit SQLite's integers: a value is decimal text for people and queries, and 16 bytes (the
// most significant first) for programs.
constexpr const char* kTables = R"sql(
CREATE TABLE puts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE           -- Suite.Function
);
CREATE TABLE explorations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  put_id INTEGER NOT NULL REFERENCES puts(id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('running', 'finished')),
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  definition TEXT NOT NULL,           -- JSON: parameters and what the PUT asks for
  started_at TEXT NOT NULL,           -- UTC
  finished_at TEXT,
  verdict TEXT,                       -- proved, refuted, open
  interrupted INTEGER NOT NULL DEFAULT 0,
  paths INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  discarded INTEGER NOT NULL DEFAULT 0,
  cut INTEGER NOT NULL DEFAULT 0,
  infeasible INTEGER NOT NULL DEFAULT 0,
  runs INTEGER NOT NULL DEFAULT 0,
  queries INTEGER NOT NULL DEFAULT 0,
  branches_covered INTEGER NOT NULL DEFAULT 0,
  branches_total INTEGER NOT NULL DEFAULT 0,
  seconds REAL NOT NULL DEFAULT 0,
  solver_seconds REAL NOT NULL DEFAULT 0
);
CREATE INDEX explorations_of_put ON explorations(put_id);
CREATE TABLE cases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,          -- in the order found
  name TEXT NOT NULL,
  outcome TEXT NOT NULL,              -- passed, failed, threw, crashed, ...
  fault TEXT NOT NULL,                -- signed overflow, ...; none
  message TEXT NOT NULL,
  exception_type TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  function TEXT NOT NULL,
  path_condition TEXT NOT NULL,       -- C++-like
  native TEXT NOT NULL CHECK (native IN ('not run', 'confirmed', 'differs')),
  native_detail TEXT NOT NULL
);
CREATE INDEX cases_of_exploration ON cases(exploration_id, position);
CREATE TABLE inputs (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,                 -- a, p.x, a[3]
  type TEXT NOT NULL,                 -- as C++ spells it
  kind TEXT NOT NULL,                 -- the fundamental type
  width INTEGER NOT NULL,             -- in bits
  is_choice INTEGER NOT NULL,
  value TEXT NOT NULL,                -- decimal
  bits BLOB NOT NULL CHECK (length(bits) = 16),
  target TEXT NOT NULL DEFAULT '',    -- of a pointer: the name of the object, '' for null
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE observations (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  kind TEXT NOT NULL,
  width INTEGER NOT NULL,
  value TEXT NOT NULL,
  bits BLOB NOT NULL CHECK (length(bits) = 16),
  expression TEXT NOT NULL,           -- over the inputs
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE decisions (              -- what paths share is stored once
  id INTEGER PRIMARY KEY,
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  site INTEGER NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  condition TEXT NOT NULL
);
CREATE INDEX decisions_of_exploration ON decisions(exploration_id);
CREATE TABLE steps (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  decision_id INTEGER NOT NULL,       -- goes with its exploration
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE coverage (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  branch INTEGER NOT NULL,
  direction INTEGER NOT NULL,
  PRIMARY KEY (case_id, branch, direction)
) WITHOUT ROWID;
CREATE TABLE ledger (
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  count INTEGER NOT NULL,
  remedy TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
) WITHOUT ROWID;
CREATE TABLE undecided (
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  condition TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
) WITHOUT ROWID;
CREATE VIEW failing_cases AS
  SELECT cases.id, puts.name AS put, cases.name, outcome, fault, message, exception_type, cases.file, cases.line,
         path_condition, native
  FROM cases JOIN explorations ON explorations.id = exploration_id JOIN puts ON puts.id = put_id
  WHERE outcome IN ('failed', 'threw', 'crashed');
CREATE VIEW open_puts AS
  SELECT puts.name AS put, ledger.kind, ledger.text, ledger.file, ledger.line, ledger.count, ledger.remedy
  FROM explorations JOIN puts ON puts.id = put_id LEFT JOIN ledger ON ledger.exploration_id = explorations.id
  WHERE verdict = 'open' OR state = 'running';
)sql";

// What the pointers of a case point to, in the order of creation. Since schema 2.
constexpr const char* kObjects = R"sql(
CREATE TABLE objects (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,                 -- list, *head, *head->next
  type TEXT NOT NULL,                 -- its dynamic type, as C++ spells it
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
)sql";

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw base::UserError(file.string() + ": " + why);
}

void check_identity(const fs::path& file, std::int64_t application, std::int64_t version) {
  if (application != kApplicationId) {
    refuse(file, "it is a database of another program, not of forall; name another file with --db");
  }
  if (version > kSchemaVersion) {
    refuse(file, "it was written by a newer forall (schema " + std::to_string(version) + ", this one knows " +
                     std::to_string(kSchemaVersion) + "); update forall or name another file with --db");
  }
}

// Looks at the first bytes of the file. True if there is something to open, false if the file is absent or empty.
bool inspect(const fs::path& file) {
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

void create_tables(Connection& connection) {
  Transaction transaction(connection);
  if (connection.integer("PRAGMA user_version") != 0) return;  // another process was faster
  connection.execute(kTables);
  connection.execute(kObjects);
  connection.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  connection.execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
  transaction.commit();
}

// From each version to the next, all steps or none; another process may have been faster.
void migrate(Connection& connection) {
  Transaction transaction(connection);
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (version < 2) {
    connection.execute("ALTER TABLE inputs ADD COLUMN target TEXT NOT NULL DEFAULT ''");
    connection.execute(kObjects);
  }
  connection.execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
  transaction.commit();
}

void keep_log(Connection& connection, bool keep) {
  sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
}

}  // namespace

std::unique_ptr<Connection> open_for_writing(const fs::path& file) {
  inspect(file);
  auto connection = std::make_unique<Connection>(file, file.string(),
                                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
  keep_log(*connection, true);
  if (sqlite3_db_readonly(connection->handle(), "main") == 1) {
    refuse(file, "it is not writable; check the permissions of the file and its folder");
  }
  const std::int64_t tables = connection->integer("SELECT count(*) FROM sqlite_master");
  const std::int64_t version = connection->integer("PRAGMA user_version");
  if (tables != 0 || version != 0) check_identity(file, connection->integer("PRAGMA application_id"), version);
  keep_log(*connection, false);
  // A killed process loses nothing that was committed; a power failure may lose the last moments, but damages nothing.
  connection->execute("PRAGMA journal_mode = WAL");
  connection->execute("PRAGMA synchronous = NORMAL");
  connection->execute("PRAGMA foreign_keys = ON");
  connection->execute("PRAGMA wal_autocheckpoint = 4000");
  if (version == 0) {
    create_tables(*connection);
  } else if (version < kSchemaVersion) {
    migrate(*connection);
  }
  return connection;
}

std::unique_ptr<Connection> open_for_reading(const fs::path& file) {
  if (!inspect(file)) refuse(file, "there is no such database; run forall explore first, or name it with --db");
  std::unique_ptr<Connection> connection;
  const auto open = [&](const std::string& name) {
    connection = std::make_unique<Connection>(file, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
    connection->integer("SELECT count(*) FROM sqlite_master");
  };
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    constexpr const char* kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri.append({'%', kHex[byte / 16], kHex[byte % 16]});
    } else {
      uri += c;
    }
  }
  // Where the folder is read-only, SQLite cannot make its index of the log; without a log nothing can change under us.
  std::error_code error;
  const bool has_log = fs::exists(file.string() + "-wal", error);
  const bool is_folder_writable = ::access(fs::absolute(file).parent_path().c_str(), W_OK) == 0;
  open(!has_log && !is_folder_writable ? uri + "?immutable=1" : uri + "?mode=ro");
  check_identity(file, connection->integer("PRAGMA application_id"), connection->integer("PRAGMA user_version"));
  return connection;
}

}  // namespace forall::store
