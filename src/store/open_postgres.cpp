// Finds or makes the tables in a PostgreSQL database. They are in the schema `forall`, and its table `schema_version`
// says which version they have. Two processes that make them at once are put in order by a lock.
#include "base/error.h"
#include "store/postgres.h"
#include "store/schema.h"
#include "store/store.h"

namespace forall::store {

namespace {

// 0: there are no tables yet.
std::int64_t version_of(PostgresConnection& connection) {
  if (connection.integer("SELECT count(*) FROM pg_namespace WHERE nspname = 'forall'") == 0) return 0;
  if (connection.integer("SELECT count(*) FROM pg_class WHERE relnamespace = 'forall'::regnamespace") == 0) return 0;
  if (connection.integer("SELECT count(*) FROM pg_class WHERE relnamespace = 'forall'::regnamespace AND "
                         "relname = 'schema_version'") == 0) {
    throw base::UserError(connection.name() +
                          ": its schema 'forall' belongs to another program; name another database with --db");
  }
  const std::int64_t version = connection.integer("SELECT version FROM forall.schema_version");
  check_version(connection.name(), version);
  return version;
}

void create_tables(PostgresConnection& connection) {
  Transaction transaction(connection);
  connection.integer("SELECT 1 FROM pg_advisory_xact_lock(1718579809, 0)");
  if (version_of(connection) != 0) return;  // another process was faster
  // An owner may have made it for users who may not.
  if (connection.integer("SELECT count(*) FROM pg_namespace WHERE nspname = 'forall'") == 0) {
    connection.execute("CREATE SCHEMA forall");
  }
  connection.execute(schema(Dialect::Postgres));
  connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (" +
                     std::to_string(kSchemaVersion) + ")");
  transaction.commit();
}

// All or nothing; another process may have been faster.
void bring_up_to_date(PostgresConnection& connection) {
  Transaction transaction(connection);
  connection.integer("SELECT 1 FROM pg_advisory_xact_lock(1718579809, 0)");
  if (version_of(connection) == kSchemaVersion) return;
  connection.execute(from_3_to_4(Dialect::Postgres));
  connection.execute("UPDATE schema_version SET version = " + std::to_string(kSchemaVersion));
  transaction.commit();
}

void check_encoding(PostgresConnection& connection) {
  if (connection.integer("SELECT count(*) FROM pg_database WHERE datname = current_database() AND "
                         "pg_encoding_to_char(encoding) = 'UTF8'") == 0) {
    throw base::UserError(connection.name() +
                          ": its encoding is not UTF-8; create one with createdb --encoding=UTF8 "
                          "--template=template0");
  }
}

}  // namespace

std::unique_ptr<Connection> open_postgres(const std::string& url) {
  auto connection = std::make_unique<PostgresConnection>(url, true);
  check_encoding(*connection);
  const std::int64_t version = version_of(*connection);
  if (version == 0) {
    create_tables(*connection);
  } else if (version < kSchemaVersion) {
    bring_up_to_date(*connection);
  }
  return connection;
}

std::unique_ptr<Connection> open_postgres_to_read(const std::string& url) {
  auto connection = std::make_unique<PostgresConnection>(url, false);
  const std::int64_t version = version_of(*connection);
  if (version == 0) {
    throw NoCases(connection->name() +
                  ": there are no cases in it; run forall explore first, or name another database with --db");
  }
  connection->set_schema_version(version);
  return connection;
}

}  // namespace forall::store
