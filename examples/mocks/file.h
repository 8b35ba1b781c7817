// Files, and code that writes to them. There is no implementation of IFile here: the tests mock it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

struct IFile {
  virtual ~IFile() = default;
  virtual bool open(const std::string& path) = 0;
  // How many characters were read, 0 at the end, -1 for an error.
  virtual long read(char* buffer, std::size_t size) = 0;
  // How many characters were written, maybe fewer than asked for; -1 for an error.
  virtual long write(const char* data, std::size_t size) = 0;
  virtual void close() = 0;
};

// Tries at most three times.
inline bool write_all(IFile& file, std::string_view text) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const long written = file.write(text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    if (text.empty()) return true;
  }
  return false;
}

// The same with a mistake: after a partial write it begins again with the first character.
inline bool write_all_again(IFile& file, std::string_view text) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const long written = file.write(text.data(), text.size());
    if (written < 0) return false;
    if (static_cast<std::size_t>(written) == text.size()) return true;
  }
  return false;
}

// Another mistake: after an error it closes the file and goes on.
inline bool save(IFile& file, std::string_view text) {
  if (!file.open("notes.txt")) return false;
  if (!write_all(file, text)) file.close();
  const bool is_complete = file.write("\n", 1) == 1;
  file.close();
  return is_complete;
}

enum class CopyResult { Copied, CannotOpen, CannotRead, CannotWrite };

// Copies a file of at most four characters, two at a time.
inline CopyResult copy(IFile& from, IFile& to) {
  if (!from.open("a")) return CopyResult::CannotOpen;
  if (!to.open("b")) {
    from.close();
    return CopyResult::CannotOpen;
  }
  CopyResult result = CopyResult::Copied;
  char buffer[2];
  for (int part = 0; part < 2; ++part) {
    const long count = from.read(buffer, sizeof buffer);
    if (count < 0) result = CopyResult::CannotRead;
    if (count <= 0) break;
    if (!write_all(to, std::string_view(buffer, static_cast<std::size_t>(count)))) {
      result = CopyResult::CannotWrite;
      break;
    }
  }
  from.close();
  to.close();
  return result;
}
