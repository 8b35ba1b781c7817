#include "scale/schema.h"

#include <fmt/format.h>

#include "base/error.h"

namespace forall::scale {
namespace {

constexpr const char* kTables = R"sql(
CREATE SCHEMA IF NOT EXISTS forall_queue;
CREATE TABLE forall_queue.version (version INTEGER NOT NULL);
CREATE TABLE forall_queue.plan (      -- explorations of one PUT that have given units away
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,           -- of everything that decides what is found
  put TEXT NOT NULL,                  -- Suite.Function
  program TEXT NOT NULL,              -- SHA-256 of the target
  forall TEXT NOT NULL,               -- which forall, by a digest of it
  libraries TEXT NOT NULL,            -- that the target loads, by a digest of them
  options BYTEA NOT NULL,
  earlier BYTEA NOT NULL,             -- the cases with which the exploration began
  state TEXT NOT NULL CHECK (state IN ('open', 'closing', 'done')),
  lease DOUBLE PRECISION NOT NULL,    -- seconds
  seconds DOUBLE PRECISION NOT NULL,  -- that the exploration may take; 0: no limit
  started_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ,
  units BIGINT NOT NULL DEFAULT 0,    -- of one that is done
  paths BIGINT NOT NULL DEFAULT 0,    -- of the search from the root; of one that is done, all
  failed BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE forall_queue.unit (
  plan BIGINT NOT NULL REFERENCES forall_queue.plan(id) ON DELETE CASCADE,
  key TEXT NOT NULL,                  -- of its task
  number BIGINT GENERATED ALWAYS AS IDENTITY,
  task BYTEA NOT NULL,
  is_hard BOOLEAN NOT NULL,
  is_done BOOLEAN NOT NULL DEFAULT FALSE,
  worker TEXT,                        -- who has it, or had it last
  leased_until TIMESTAMPTZ,           -- by the clock of the server
  claims INTEGER NOT NULL DEFAULT 0,
  claimed_at TIMESTAMPTZ,
  paths BIGINT NOT NULL DEFAULT 0,    -- found so far by who has it
  failed BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (plan, key)
);
CREATE INDEX unit_to_do ON forall_queue.unit (plan, is_hard, number) WHERE NOT is_done;
CREATE TABLE forall_queue.result (
  plan BIGINT NOT NULL REFERENCES forall_queue.plan(id) ON DELETE CASCADE,
  key TEXT NOT NULL,                  -- of the unit
  kind TEXT NOT NULL CHECK (kind IN ('whole', 'partial', 'lost', 'wrong')),
  facts BYTEA NOT NULL,
  message TEXT NOT NULL,              -- of what is wrong
  given TEXT NOT NULL,                -- "easy" or "hard" and the key of each unit that its search gave away
  worker TEXT NOT NULL,
  seconds DOUBLE PRECISION NOT NULL,
  paths BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  runs BIGINT NOT NULL,
  queries BIGINT NOT NULL,
  done_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (plan, key)
);
CREATE TABLE forall_queue.worker (
  name TEXT PRIMARY KEY,
  started_at TIMESTAMPTZ NOT NULL,
  seen_at TIMESTAMPTZ NOT NULL,
  has_left BOOLEAN NOT NULL DEFAULT FALSE,
  units BIGINT NOT NULL DEFAULT 0,
  twice BIGINT NOT NULL DEFAULT 0,    -- units that somebody else had completed before it
  paths BIGINT NOT NULL DEFAULT 0,
  seconds DOUBLE PRECISION NOT NULL DEFAULT 0
);
CREATE TABLE forall_queue.program (   -- targets, in pieces
  hash TEXT NOT NULL,                 -- SHA-256 of the whole
  position INTEGER NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (hash, position)
);
)sql";

std::int64_t integer(store::Connection& connection, const char* sql) {
  const auto statement = connection.prepare(sql);
  return statement->step() ? statement->integer(0) : 0;
}

}  // namespace

bool has_tables(store::Connection& connection) {
  if (integer(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = 'forall_queue'") == 0) return false;
  const std::int64_t version = integer(connection, "SELECT version FROM forall_queue.version");
  if (version == kQueueVersion) return true;
  throw base::UserError(
      fmt::format("{}: its queue is of another forall (version {}, here {}); use that one, or when no exploration is "
                  "under way, DROP SCHEMA forall_queue CASCADE",
                  connection.name(), version, kQueueVersion));
}

void make_tables(store::Connection& connection) {
  if (has_tables(connection)) return;
  store::Transaction transaction(connection);
  integer(connection, "SELECT 1 FROM pg_advisory_xact_lock(1718579809, -1)");
  if (has_tables(connection)) return;  // another process was faster
  connection.execute(kTables);
  connection.execute(fmt::format("INSERT INTO forall_queue.version VALUES ({})", kQueueVersion));
  transaction.commit();
}

}  // namespace forall::scale
