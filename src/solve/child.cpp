// The child closes all inherited descriptors but its pipe, works, writes the answer and a mark after it, and exits
// without the destructors of our statics. An answer without its mark is that of a child that died while it wrote.
#include "solve/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <utility>

namespace forall::solve {
namespace {

constexpr char kEndMark = '.';
constexpr int kBetweenLooks = 20;  // milliseconds

std::shared_mutex& fork_mutex() {
  static std::shared_mutex mutex;
  return mutex;
}

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(to, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) at += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void be_child(int to, pid_t parent, const std::function<std::string()>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it ended before we asked to end with it
  for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  constexpr int kAnswer = 3;
  if (to != kAnswer) ::dup2(to, kAnswer);
  ::close_range(kAnswer + 1, ~0U, 0);
  try {
    write_all(kAnswer, work() + kEndMark);
  } catch (...) {  // no answer: the parent says so
  }
  ::_exit(0);
}

}  // namespace

NoForks::NoForks() : lock_(fork_mutex()) {}

Child::Child(const std::function<std::string()>& work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    is_done_ = true;
    return;
  }
  ::fcntl(ends[1], F_SETFL, 0);  // the writer may wait
  const pid_t parent = ::getpid();
  {
    const std::unique_lock lock(fork_mutex());
    process_ = ::fork();
  }
  if (process_ == 0) be_child(ends[1], parent, work);
  ::close(ends[1]);
  pipe_ = ends[0];
  is_done_ = process_ < 0;
}

Child::~Child() {
  if (pipe_ >= 0) ::close(pipe_);
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Child::read_some() {
  char buffer[4096];
  while (!is_done_) {
    const ssize_t n = ::read(pipe_, buffer, sizeof buffer);
    if (n > 0) {
      received_.append(buffer, static_cast<std::size_t>(n));
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
      is_done_ = true;
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

bool Child::is_done() {
  read_some();
  return is_done_;
}

void Child::wait(const base::Deadline& deadline) {
  while (!is_done() && !deadline.passed()) {
    pollfd polled{pipe_, POLLIN, 0};
    ::poll(&polled, 1, kBetweenLooks);
  }
}

std::optional<std::string> Child::answer() {
  if (!is_done() || received_.empty() || received_.back() != kEndMark) return std::nullopt;
  return received_.substr(0, received_.size() - 1);
}

}  // namespace forall::solve
