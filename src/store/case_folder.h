// A folder of case files, one for each PUT: Suite.Put.json (case_file.h).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/files.h"
#include "store/store.h"

namespace forall::store {

// The cases in the folder, to be read. Throws NoCases if there are none.
std::unique_ptr<Store> open_case_folder(const std::filesystem::path& folder);

// Where the cases of a PUT are.
std::filesystem::path case_file(const std::filesystem::path& folder, const std::string& put);

// The cases of one PUT; nothing if it has no file. Throws base::UserError if that is no file of cases.
std::optional<testcase::Result> read_case_file(base::Files& files, const std::filesystem::path& folder,
                                               const std::string& put);

// Writes the file of a PUT, with these cases of its result, and once for the folder how git merges them. Paths below the
// folder that has this one are written relative to it, so that the file is the same on every machine.
void write_case_file(base::Files& files, const std::filesystem::path& folder, const testcase::Result& result,
                     const std::vector<std::size_t>& cases);

}  // namespace forall::store
