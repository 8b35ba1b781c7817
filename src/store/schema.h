// The schema of the database and its version.
#pragma once

#include <filesystem>
#include <memory>

#include "store/sqlite.h"

namespace forall::store {

// Opens the file for writing, creating it and its tables as needed. Throws base::UserError and leaves the file as it
// is, byte for byte, if it is not a database, belongs to another program or has a newer schema.
std::unique_ptr<Connection> open_for_writing(const std::filesystem::path& file);
// Opens an existing database for reading only.
std::unique_ptr<Connection> open_for_reading(const std::filesystem::path& file);

}  // namespace forall::store
