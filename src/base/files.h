// Reads and writes whole files. Writing is all or nothing: a crash, a kill or a full disk leaves the old file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace forall::base {

class Files {
 public:
  virtual ~Files() = default;
  virtual std::optional<std::string> read(const std::filesystem::path& path) = 0;
  // The first bytes of a regular file, fewer if it has fewer; nothing of anything else.
  virtual std::string read_head(const std::filesystem::path& path, std::size_t size) = 0;
  // Temporary file in the same folder, fsync, rename. Throws UserError that names the path and the reason.
  virtual void write(const std::filesystem::path& path, std::string_view text) = 0;
  virtual void create_directories(const std::filesystem::path& path) = 0;  // throws UserError
  virtual bool exists(const std::filesystem::path& path) = 0;
  virtual void remove(const std::filesystem::path& path) = 0;
};

Files& system_files();

// For tests.
class MemoryFiles : public Files {
 public:
  std::optional<std::string> read(const std::filesystem::path& path) override;
  std::string read_head(const std::filesystem::path& path, std::size_t size) override;
  void write(const std::filesystem::path& path, std::string_view text) override;
  void create_directories(const std::filesystem::path& path) override;
  bool exists(const std::filesystem::path& path) override;
  void remove(const std::filesystem::path& path) override;
  std::map<std::filesystem::path, std::string> contents;
  std::set<std::filesystem::path> directories;
};

}  // namespace forall::base
