// Folders are watched, not files: editors save by renaming a new file over the old one, which ends a watch of the file.
#include "base/file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"

namespace forall::base {
namespace {

namespace fs = std::filesystem;

constexpr int kPollMilliseconds = 100;  // how often `is_over` is asked, and how long files have to rest
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

[[noreturn]] void fail(const std::string& what) {
  const int error = errno;
  const char* hint = error == ENOSPC ? " (raise fs.inotify.max_user_watches)" : "";
  throw UserError("cannot watch " + what + ": " + std::strerror(error) + hint);
}

}  // namespace

FileWatch::FileWatch(const std::vector<fs::path>& files) : descriptor_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (descriptor_ < 0) fail("files");
  try {
    add(files);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

void FileWatch::add(const std::vector<fs::path>& files) {
  const std::lock_guard lock(mutex_);
  for (const fs::path& file : files) {
    const fs::path absolute = fs::absolute(file).lexically_normal();
    const fs::path folder = absolute.parent_path();
    if (!files_.insert(absolute).second || !watched_.insert(folder).second) continue;
    const int watch = inotify_add_watch(descriptor_, folder.c_str(), kEvents);
    if (watch < 0 && errno != ENOENT) fail(folder.string());
    if (watch >= 0) folders_[watch] = folder;
  }
}

FileWatch::~FileWatch() { ::close(descriptor_); }

void FileWatch::read_events(std::set<fs::path>& changed) {
  const std::lock_guard lock(mutex_);
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (;;) {
    const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
    if (size <= 0) return;
    for (ssize_t at = 0; at < size;) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      if ((event.mask & IN_Q_OVERFLOW) != 0) changed.insert(files_.begin(), files_.end());
      if (const auto folder = folders_.find(event.wd); folder != folders_.end() && event.len > 0) {
        const fs::path file = folder->second / (buffer.data() + at + sizeof event);
        if (files_.count(file) != 0) changed.insert(file);
      }
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }
}

std::vector<fs::path> FileWatch::wait(const std::function<bool()>& is_over) {
  std::set<fs::path> changed;
  while (!is_over()) {
    pollfd ready{descriptor_, POLLIN, 0};
    const int count = ::poll(&ready, 1, kPollMilliseconds);
    if (count > 0) {
      read_events(changed);
    } else if (count == 0 && !changed.empty()) {
      return {changed.begin(), changed.end()};
    }
  }
  return {};
}

}  // namespace forall::base
