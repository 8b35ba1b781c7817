// Saves the segment of a run to a file and loads it back: a saved trace is a bug report and a test input.
//
// The file is the segment itself with its tables packed: same header, same records, only offsets and capacities differ.
// So it carries the version of the trace format, and read_path reads it like a live one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "abi/segment.h"
#include "base/files.h"

namespace forall::trace {

// A segment loaded into memory.
class SavedTrace {
 public:
  // From the bytes of a file. Throws base::UserError, with `origin` and what is wrong, if a table is not inside them.
  SavedTrace(std::string_view bytes, const std::string& origin);
  const abi::Header& segment() const { return *reinterpret_cast<const abi::Header*>(words_.data()); }

 private:
  std::vector<std::uint64_t> words_;
};

// The bytes of the file. Throws base::SoundnessError if a table is outside the segment.
std::string pack(const abi::Header& segment);

void save_trace(base::Files& files, const std::filesystem::path& path, const abi::Header& segment);
SavedTrace load_trace(base::Files& files, const std::filesystem::path& path);

}  // namespace forall::trace
