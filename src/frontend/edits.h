// Edits of source files, as a patch or in place.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"

namespace forall::frontend {

struct Edit {
  std::filesystem::path file;
  std::size_t offset = 0;  // in bytes
  std::size_t length = 0;  // of what is replaced; 0: the text is inserted
  std::string text;
};

// Both throw base::UserError for a file that cannot be read, an edit outside of its file, and edits that overlap.
// A unified diff that `patch -p1` and `git apply` take in the folder `root`; empty if nothing changes.
std::string patch_of(const std::vector<Edit>& edits, const std::filesystem::path& root, base::Files& files);
// Nothing is written unless all edits fit.
void apply_edits(const std::vector<Edit>& edits, base::Files& files);

}  // namespace forall::frontend
