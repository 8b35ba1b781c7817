// A live segment has room for many more records than a run writes, so saving copies only the existing records, table
// by table, and loading checks every table before anything reads it.
#include "trace/save.h"

#include <cstring>
#include <optional>

#include "base/error.h"
#include "trace/tables.h"

namespace forall::trace {

namespace {

[[noreturn]] void unreadable(const std::string& origin, const std::string& why) {
  throw base::UserError(std::string("cannot read the trace ").append(origin).append(": ").append(why));
}

void append(std::string& bytes, const void* data, std::size_t size) {
  if (size != 0) bytes.append(static_cast<const char*>(data), size);
}

}  // namespace

std::string pack(const abi::Header& segment) {
  abi::Header header = segment;
  std::string bytes;
  append(bytes, &header, sizeof header);
  for (const TableField& t : kTables) {
    abi::Table& table = header.*t.field;
    if (const std::string error = table_error(t, table, segment.segment_size); !error.empty()) {
      throw base::SoundnessError(std::string("the segment cannot be saved: ").append(error));
    }
    bytes.resize((bytes.size() + kTableAlignment - 1) / kTableAlignment * kTableAlignment, '\0');
    const char* records = reinterpret_cast<const char*>(&segment) + table.offset;
    table.offset = bytes.size();
    table.capacity = table.count;
    append(bytes, records, table.count * t.record_size);
  }
  header.segment_size = bytes.size();
  header.header_size = sizeof header;
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

SavedTrace::SavedTrace(std::string_view bytes, const std::string& origin)
    : words_((bytes.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t)) {
  if (!bytes.empty()) std::memcpy(words_.data(), bytes.data(), bytes.size());
  std::uint64_t magic = 0;
  if (bytes.size() >= sizeof magic) magic = words_[0];
  if (magic != abi::kTraceMagic) unreadable(origin, "this is not a trace of forall");
  if (bytes.size() < sizeof(abi::Header)) unreadable(origin, "the file ends inside its header");
  const abi::Header& header = segment();
  if (header.version != abi::kTraceVersion) {
    unreadable(origin, std::string("it has format version ")
                           .append(std::to_string(header.version))
                           .append(", this program reads version ")
                           .append(std::to_string(abi::kTraceVersion)));
  }
  if (header.header_size != sizeof(abi::Header)) unreadable(origin, "its header has a different size");
  if (header.segment_size != bytes.size()) unreadable(origin, "the file is shorter or longer than its header says");
  for (const TableField& t : kTables) {
    if (const std::string error = table_error(t, header.*t.field, bytes.size()); !error.empty())
      unreadable(origin, error);
  }
}

void save_trace(base::Files& files, const std::filesystem::path& path, const abi::Header& segment) {
  files.write(path, pack(segment));
}

SavedTrace load_trace(base::Files& files, const std::filesystem::path& path) {
  const std::optional<std::string> bytes = files.read(path);
  if (!bytes) unreadable(path.string(), "there is no such file");
  return SavedTrace(*bytes, path.string());
}

}  // namespace forall::trace
