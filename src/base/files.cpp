// Whole files, read and written atomically.
//
// A write goes to a fresh temporary file beside the target, is flushed to the disk and renamed over the old file:
// whatever happens in between (a crash, a kill, a full disk), a reader sees the old text or the new one, never a part.
#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.h"

namespace forall::base {

namespace fs = std::filesystem;

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void cannot(const char* what, const fs::path& path, int error) {
  throw UserError(std::string("cannot ") + what + " '" + path.string() + "': " + reason(error));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  // A full disk may show itself only here.
  int close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result;
  }

 private:
  int fd_;
};

// errno of the first failing step, 0 when all of the text is on the disk.
int write_through(const fs::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return errno;
  while (!text.empty()) {
    const ssize_t n = ::write(file.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  if (::fsync(file.get()) != 0 && errno != EINVAL && errno != EROFS) return errno;
  if (file.close() != 0 && errno != EINTR) return errno;
  return 0;
}

// Makes a rename durable. Some file systems refuse to sync a folder; the rename itself has happened by then.
void sync_folder(const fs::path& folder) {
  Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) (void)::fsync(directory.get());
}

class SystemFiles : public Files {
 public:
  std::optional<std::string> read(const fs::path& path) override {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) return std::nullopt;
    std::string text;
    char buffer[1 << 16];
    for (;;) {
      const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return std::nullopt;  // a folder, for one
      if (n == 0) return text;
      text.append(buffer, static_cast<std::size_t>(n));
    }
  }

  std::string read_head(const fs::path& path, std::size_t size) override {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};  // a pipe would make us wait
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string head(size, '\0');
    ssize_t n = -1;
    do {
      n = ::read(file.get(), head.data(), size);
    } while (n < 0 && errno == EINTR);
    head.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
    return head;
  }

  void write(const fs::path& path, std::string_view text) override {
    static std::atomic<unsigned> counter{0};
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path temporary =
        folder / fmt::format(".{}.{}.{}.tmp", path.filename().string(), ::getpid(), counter.fetch_add(1));
    int error = write_through(temporary, text);
    if (error == 0) {
      struct stat old{};  // an existing file keeps its permissions
      if (::stat(path.c_str(), &old) == 0 && S_ISREG(old.st_mode))
        (void)::chmod(temporary.c_str(), old.st_mode & 07777);
      if (::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
    }
    if (error != 0) {
      (void)::unlink(temporary.c_str());
      cannot("write", path, error);
    }
    sync_folder(folder);
  }

  void create_directories(const fs::path& path) override {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) cannot("create folder", path, error.value());
    if (!fs::is_directory(path, error)) cannot("create folder", path, ENOTDIR);
  }

  bool exists(const fs::path& path) override {
    std::error_code error;
    return fs::exists(path, error);
  }

  void remove(const fs::path& path) override {
    std::error_code error;
    fs::remove(path, error);
    if (error) cannot("remove", path, error.value());
  }
};

}  // namespace

Files& system_files() {
  static SystemFiles files;
  return files;
}

std::optional<std::string> MemoryFiles::read(const fs::path& path) {
  const auto found = contents.find(path);
  if (found == contents.end()) return std::nullopt;
  return found->second;
}

std::string MemoryFiles::read_head(const fs::path& path, std::size_t size) {
  return read(path).value_or("").substr(0, size);
}

void MemoryFiles::write(const fs::path& path, std::string_view text) { contents[path] = text; }

void MemoryFiles::create_directories(const fs::path& path) {
  if (contents.count(path) != 0) cannot("create folder", path, ENOTDIR);
  directories.insert(path);
}

bool MemoryFiles::exists(const fs::path& path) { return contents.count(path) != 0 || directories.count(path) != 0; }

void MemoryFiles::remove(const fs::path& path) {
  contents.erase(path);
  directories.erase(path);
}

}  // namespace forall::base
