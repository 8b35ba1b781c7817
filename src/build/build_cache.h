// What was built before, and whether it would be built the same again.
//
// Beside each file that a compiler or linker made, FILE, lies FILE.made: a digest of the command, the digest of FILE,
// and every file that the tool read, with its state. If all of that is still so, FILE need not be made again. FILE and
// FILE.made are each replaced as a whole, so a kill at any moment leaves a pair that fits or one that does not, and the
// latter is made again.
//
// A header that would be found now in a folder that is searched before that of the header of the same name that was
// read is not noticed. Where a source asks for headers, or assembly includes files, nothing is recorded: a compiler
// does not say which.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace forall::build {

// The files of the first rule of a makefile as compilers and linkers write it.
std::vector<std::filesystem::path> parse_dependencies(std::string_view makefile);

// Headers and libraries of the system's packages: nobody edits them, and a package manager changes their times.
bool is_system_path(const std::filesystem::path& path);

// The state of files: of the system's, size and time; of all others a digest of the contents. Each is looked at once,
// so all that is built together goes by the same state. Thread-safe.
class FileStates {
 public:
  explicit FileStates(base::Files& files) : files_(files) {}
  // Empty if it cannot be read.
  std::string of(const std::filesystem::path& path);
  // Forgets a file that was made anew.
  void forget(const std::filesystem::path& path);

 private:
  base::Files& files_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::string> known_;
};

// The compiler's program, and the variables of the environment that it reads.
std::string identity_of_compiler(const std::string& compiler, FileStates& states);
// Also if its name, such as c++, leads to clang.
bool is_clang(const std::string& compiler);

struct BuildRecord {
  struct Input {
    std::filesystem::path path;  // absolute
    std::string state;
    friend bool operator==(const Input&, const Input&) = default;
  };
  std::string command;
  std::string output;  // state of the file that was made
  std::vector<Input> inputs;
  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};
std::string to_text(const BuildRecord& record);
// Nothing if the text is damaged or of another version.
std::optional<BuildRecord> build_record_from_text(const std::string& text);

// The files that compilers take flags from: @FILE and --config FILE, and those that these name in turn.
std::vector<std::filesystem::path> files_of_flags(const std::vector<std::string>& flags, base::Files& files);

// A folder of things that were built. The object holds the folder's lock, so explorations at the same time in one
// folder build one after the other, and the later ones find what the first one built.
//
// Records and the contents of inputs go through `files`. The lock, links, times and the renaming of what a compiler has
// written are those of the real folder: they are what keeps processes apart, and nothing else can say what they do.
class BuildCache {
 public:
  // Waits for the lock. Throws base::UserError if the folder will not do, or if `stop` was raised meanwhile.
  BuildCache(const std::filesystem::path& folder, const std::atomic<bool>& stop, base::Files& files);
  BuildCache(const BuildCache&) = delete;
  BuildCache& operator=(const BuildCache&) = delete;
  ~BuildCache();

  // Makes `file`, unless it is there and was made by the same command of the same inputs. `make` writes its output to
  // the first path that it is given, and the names of its inputs, as a makefile, to the second; `others` are inputs
  // that the tool does not name. Thread-safe for different files. Gives the record of the file.
  using Make = std::function<void(const std::filesystem::path& output, const std::filesystem::path& dependencies)>;
  BuildRecord provide(const std::filesystem::path& file, const std::string& command, const Make& make,
                      const std::vector<std::filesystem::path>& others = {});

  // A name of its own for a file of the folder, that stays what it is when the file is replaced. The name ends with
  // the process, or earlier by `release`.
  std::filesystem::path hold(const std::filesystem::path& file);
  static void release(const std::filesystem::path& name);

  FileStates& states() { return states_; }

 private:
  void remove_leftovers() const;
  bool may_be_recorded(const std::vector<std::filesystem::path>& inputs) const;

  const std::filesystem::path folder_;
  base::Files& files_;
  int lock_ = -1;
  std::int64_t begin_ = 0;  // by the clock of the file system, in nanoseconds
  std::atomic<unsigned> made_{0};
  FileStates states_;
};

}  // namespace forall::build
