// Runs a body in a child process, so that this process survives a crash.
#ifndef FORALL_INTERNAL_CHILD_PROCESS_H_
#define FORALL_INTERNAL_CHILD_PROCESS_H_

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "forall/internal/config.h"
#include "forall/internal/text.h"

namespace forall::internal::native {

inline constexpr int kChildSeconds = 10;

struct ChildEnd {
  bool has_ended = false;  // by itself, with an answer
  std::string text;        // its answer, or how it ended: "crashed (signal 11: Segmentation fault)"
};

inline long milliseconds_now() {
  struct timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000L * now.tv_sec + now.tv_nsec / 1000000L;
}

// Reads to the end, or as long as a child may take. False: it timed out.
FORALL_INTERNAL_SUPPORT inline bool read_answer(int from, std::string& text) {
  const long end = milliseconds_now() + 1000L * kChildSeconds;
  for (;;) {
    const long left = end - milliseconds_now();
    struct pollfd waited = {from, POLLIN, 0};
    if (left <= 0 || poll(&waited, 1, static_cast<int>(left)) == 0) return false;
    char buffer[512];
    const ssize_t got = read(from, buffer, sizeof buffer);
    if (got == 0) return true;
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  }
}

FORALL_INTERNAL_SUPPORT inline ChildEnd end_of_child(int status, bool is_late, const std::string& answer) {
  if (is_late) return {false, joined({"did not end in ", std::to_string(kChildSeconds), " seconds"})};
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {false, joined({"crashed (signal ", std::to_string(signal), ": ", strsignal(signal), ")"})};
  }
  if (!answer.empty()) return {true, answer};
  return {false, joined({"ended the process with exit code ", std::to_string(WEXITSTATUS(status))})};
}

// The body returns the answer, which is not empty.
template <class Body>
ChildEnd run_in_child(Body&& body) {
  int pipe_ends[2];
  std::fflush(nullptr);
  if (pipe(pipe_ends) != 0) return {false, "could not be run: no pipe"};
  const pid_t child = fork();
  if (child < 0) {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return {false, "could not be run: no process"};
  }
  if (child == 0) {
    close(pipe_ends[0]);
    const std::string answer = body();
    std::fflush(nullptr);
    const ssize_t written = write(pipe_ends[1], answer.data(), answer.size());
    _exit(written < 0 ? 1 : 0);
  }
  close(pipe_ends[1]);
  std::string answer;
  const bool is_late = !read_answer(pipe_ends[0], answer);
  close(pipe_ends[0]);
  if (is_late) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return end_of_child(status, is_late, answer);
}

}  // namespace forall::internal::native

#endif  // FORALL_INTERNAL_CHILD_PROCESS_H_
