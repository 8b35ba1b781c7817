// Tells when one of some files is written, replaced, created or removed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace forall::base {

class FileWatch {
 public:
  // Throws UserError if the system cannot watch them.
  explicit FileWatch(const std::vector<std::filesystem::path>& files);
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;
  ~FileWatch();

  // More of them, also while another thread waits.
  void add(const std::vector<std::filesystem::path>& files);

  // Waits for a change and then until nothing has changed for a moment: an editor or a version control system may write
  // several files. Gives the files; none if the waiting `is_over` before.
  std::vector<std::filesystem::path> wait(const std::function<bool()>& is_over);

 private:
  void read_events(std::set<std::filesystem::path>& changed);

  int descriptor_ = -1;
  std::mutex mutex_;                              // for what follows
  std::map<int, std::filesystem::path> folders_;  // by the number of their watch
  std::set<std::filesystem::path> files_, watched_;
};

}  // namespace forall::base
