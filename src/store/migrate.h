// Brings SQLite files of older schemas up to date.
#pragma once

#include <cstdint>

#include "store/sqlite.h"

namespace forall::store {

// Within a transaction, with foreign keys off: from this version to kSchemaVersion, with all that the file holds. The
// caller sets the version.
void migrate(SqliteConnection& connection, std::int64_t version);

}  // namespace forall::store
