// The ELF files that compilers and linkers write, read with LLVM's library. Nobody else of ours reads them.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace forall::program {

enum class FileKind { Other, Object, Program };  // a shared library is a Program

// By the head of the file, for any machine.
FileKind kind_of(const std::filesystem::path& path, base::Files& files);

// A file ends before what it says is in it, or is damaged in another way.
struct DamagedFile {};

// The sections of a 64-bit little-endian file; any other file has none. All functions throw DamagedFile. What they
// return lies in the bytes of the file.
class Elf {
 public:
  explicit Elf(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }

  // The contents of a section of data; empty if there is none of that name.
  std::string_view section(std::string_view name) const;

  // The names that the file defines for other files; without copies of what shared libraries define, such as std::cout,
  // for which the linker made room in the program. One that is in both tables of symbols is there twice.
  std::vector<std::string_view> definitions() const;

  // The names that the file refers to if somebody defines them.
  std::vector<std::string_view> weak_references() const;

 private:
  std::string_view bytes_;
  bool has_sections_ = false;
};

}  // namespace forall::program
