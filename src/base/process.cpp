// Runs a program to its end and collects what it writes.
//
// The child is made by posix_spawn with its standard input from /dev/null and its output in close-on-exec pipes, so
// that programs started at the same time on other threads cannot hold them open. It leads a process group of its own: a
// limit on time ends all that it started, and Ctrl-C at the terminal reaches only us.
#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include "base/clock.h"

extern char** environ;

namespace forall::base {

namespace {

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(read);
    close(write);
  }
  bool open() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) return false;
    read = fds[0];
    write = fds[1];
    return true;
  }
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
};

// Our environment with the request's variables replaced or added.
std::vector<std::string> environment_of(const ProcessRequest& request) {
  std::vector<std::string> result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(request.environment.begin(), request.environment.end(),
                                      [&](const auto& variable) { return variable.first == name; });
    if (!replaced) result.emplace_back(text);
  }
  for (const auto& [name, value] : request.environment) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

// errno of the failure, 0 when the child runs.
int spawn(const ProcessRequest& request, int out, int err, pid_t& child) {
  SpawnSettings settings;
  posix_spawn_file_actions_addopen(&settings.actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&settings.actions, out, 1);
  posix_spawn_file_actions_adddup2(&settings.actions, err, 2);
  if (request.working_directory) {
    posix_spawn_file_actions_addchdir_np(&settings.actions, request.working_directory->c_str());
  }
  sigset_t none, ours;
  sigemptyset(&none);
  sigemptyset(&ours);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGQUIT, SIGHUP}) sigaddset(&ours, signal);
  posix_spawnattr_setsigmask(&settings.attributes, &none);
  posix_spawnattr_setsigdefault(&settings.attributes, &ours);
  posix_spawnattr_setpgroup(&settings.attributes, 0);
  posix_spawnattr_setflags(&settings.attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> arguments = request.command;
  std::vector<std::string> environment = environment_of(request);
  return ::posix_spawnp(&child, arguments[0].c_str(), &settings.actions, &settings.attributes,
                        pointers(arguments).data(), pointers(environment).data());
}

// The end of the time a process may take, or of our patience.
class Deadline {
 public:
  explicit Deadline(double seconds, std::vector<const std::atomic<bool>*> stops = {})
      : end_(seconds > 0 ? system_clock().now() + seconds : 0), stops_(std::move(stops)) {}
  bool limited() const { return end_ != 0 || !stops_.empty(); }
  bool passed() const {
    const bool is_stopped =
        std::any_of(stops_.begin(), stops_.end(), [](const std::atomic<bool>* stop) { return stop->load(); });
    return is_stopped || (end_ != 0 && system_clock().now() >= end_);
  }
  int milliseconds() const {
    if (!limited()) return -1;
    if (!stops_.empty()) return kStopInterval;
    const double left = std::max(0.0, (end_ - system_clock().now()) * 1000) + 1;
    return static_cast<int>(std::min(left, static_cast<double>(std::numeric_limits<int>::max())));
  }

 private:
  static constexpr int kStopInterval = 50;
  double end_;
  std::vector<const std::atomic<bool>*> stops_;
};

// Reads both pipes until their writers are gone. False when the time is over first.
bool collect(Pipe& out, Pipe& err, ProcessResult& result, const Deadline& deadline) {
  while (out.read >= 0 || err.read >= 0) {
    if (deadline.passed()) return false;
    pollfd polled[2] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};  // negative descriptors are ignored
    if (::poll(polled, 2, deadline.milliseconds()) < 0 && errno != EINTR) return true;
    for (int i = 0; i < 2; ++i) {
      if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      Pipe& pipe = i == 0 ? out : err;
      char buffer[1 << 16];
      const ssize_t n = ::read(pipe.read, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        Pipe::close(pipe.read);
      } else {
        (i == 0 ? result.output : result.error).append(buffer, static_cast<std::size_t>(n));
      }
    }
  }
  return true;
}

// A child may close its output long before it ends. False when the time is over first.
bool await(pid_t child, int& status, const Deadline& deadline) {
  useconds_t pause = 100;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, deadline.limited() ? WNOHANG : 0);
    if (ended == child) return true;
    if (ended < 0 && errno != EINTR) {
      status = 0;
      return true;
    }
    if (deadline.passed()) return false;
    if (deadline.limited()) ::usleep(pause = std::min<useconds_t>(pause * 2, 10000));
  }
}

class SystemProcesses : public Processes {
 public:
  ProcessResult run(const ProcessRequest& request) override {
    ProcessResult result;
    if (request.command.empty()) {
      result.output = "no command given";
      return result;
    }
    Pipe out, err;
    if (!out.open() || (!request.merge_output && !err.open())) {
      result.output = "cannot make a pipe: " + std::generic_category().message(errno);
      return result;
    }
    pid_t child = 0;
    if (const int error = spawn(request, out.write, request.merge_output ? out.write : err.write, child)) {
      result.output = "cannot run '" + request.command[0] + "': " + std::generic_category().message(error);
      return result;
    }
    result.started = true;
    Pipe::close(out.write);
    Pipe::close(err.write);

    const Deadline deadline(request.seconds, request.stops);
    int status = 0;
    if (!collect(out, err, result, deadline) || !await(child, status, deadline)) {
      result.timed_out = true;
      ::kill(-child, SIGKILL);
      ::kill(child, SIGKILL);
      await(child, status, Deadline(0));
    }
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
  }
};

}  // namespace

Processes& system_processes() {
  static SystemProcesses processes;
  return processes;
}

std::string quote_command(const std::vector<std::string>& command) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
  std::string result;
  for (const std::string& word : command) {
    if (!result.empty()) result += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      result += word;
      continue;
    }
    result += '\'';
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    result += '\'';
  }
  return result;
}

}  // namespace forall::base
