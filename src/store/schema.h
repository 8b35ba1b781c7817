// The schema of the database: the same tables and views in SQLite and PostgreSQL.
#pragma once

#include <memory>
#include <string>

#include "store/database.h"

namespace forall::store {

// Keywords that differ between the two.
enum class Dialect { Sqlite, Postgres };

// The statements that make all tables and views of schema kSchemaVersion in an empty database.
std::string schema(Dialect dialect);
// Those that make schema 4 of schema 3.
std::string from_3_to_4(Dialect dialect);

// Throws base::UserError for a version that this forall does not know.
void check_version(const std::string& database, std::int64_t version);

// Opens for writing, creating missing tables. Throws base::UserError and leaves everything as it is, byte for byte, if
// it is not a database, belongs to another program or has a newer schema.
std::unique_ptr<Connection> open_sqlite(const std::string& file);
std::unique_ptr<Connection> open_postgres(const std::string& url);
// Opens for reading only what exists.
std::unique_ptr<Connection> open_sqlite_to_read(const std::string& file);
std::unique_ptr<Connection> open_postgres_to_read(const std::string& url);

}  // namespace forall::store
