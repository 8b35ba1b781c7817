// Work in a process of its own, which can be killed at any moment.
//
// The child is a fork, so it sees a copy of all our memory and returns nothing but the text that `work` returns.
// It ends when its Child is destroyed, and with us.
#pragma once

#include <sys/types.h>

#include <functional>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

#include "base/deadline.h"

namespace forall::solve {

class Child {
 public:
  explicit Child(const std::function<std::string()>& work);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  // Has it ended? Does not wait.
  bool is_done();
  // Waits until it has ended, or the deadline.
  void wait(const base::Deadline& deadline);
  // Nothing if it has not ended, or not by itself, or could not be started.
  std::optional<std::string> answer();

 private:
  void read_some();

  pid_t process_ = -1;
  int pipe_ = -1;
  bool is_done_ = false;
  std::string received_;
};

// Held while a library that has locks of its own is used in this process. In a fork such a lock would be held for ever
// by a thread that is not there, so forks wait for it.
class NoForks {
 public:
  NoForks();

 private:
  std::shared_lock<std::shared_mutex> lock_;
};

}  // namespace forall::solve
