// A target as a process: started with the shared segment and two pipes, asked for runs, and finally ended.
//
//   start    segment, pipes -> posix_spawn -> Ready (or an explanation) -> catalog and sites
//   run      presets and request into the segment, one byte out, one byte back
//   too long SIGUSR1 to the worker (its handler records an endless loop and where), then SIGKILL, then the whole target
//   gone     restarted, and the request repeated; if it is gone again, that is an error of the user's program
//
// The process leads its own process group, so that Ctrl-C reaches only the explorer, and ending the target ends
// everything it started.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "abi/settings.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/process.h"
#include "target/segment_memory.h"
#include "target/symbolizer.h"
#include "target/target.h"

extern char** environ;

namespace forall::target {

namespace {

constexpr double kStartSeconds = 30;
constexpr double kGraceSeconds = 2;  // for a signal to take effect
constexpr double kShortGraceSeconds = 0.5;
constexpr int kBetweenLooks = 50;  // milliseconds between two checks of a deadline
constexpr off_t kMaxErrorOutput = 1 << 20;

class Descriptor {
 public:
  Descriptor() = default;
  // Takes over fd, moved above the numbers that a target expects its own descriptors at.
  explicit Descriptor(int fd) {
    if (fd < 0) return;
    fd_ = ::fcntl(fd, F_DUPFD_CLOEXEC, kFirstDescriptor);
    ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
  Pipe() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) == 0) {
      read = Descriptor(fds[0]);
      write = Descriptor(fds[1]);
    }
    if (read.get() < 0 || write.get() < 0) {
      throw base::UserError("cannot make a pipe to the target: " + std::generic_category().message(errno));
    }
  }
};

// A wait status in words, for messages.
std::string describe_end(int status) {
  if (WIFSIGNALED(status)) return std::string("ended by signal ") + ::strsignal(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

class ProcessTarget : public Target {
 public:
  explicit ProcessTarget(const std::filesystem::path& program)
      : program_(std::filesystem::absolute(program)), symbolizer_(program_, base::system_processes()) {
    start();
  }
  ~ProcessTarget() override { end(); }

  const std::vector<testcase::Put>& puts() const override { return puts_; }
  const std::vector<testcase::Site>& sites() const override { return sites_; }
  const abi::Header& segment() const override { return memory_.header(); }
  std::vector<Frame> symbolize(const std::vector<std::uint64_t>& addresses) override { return symbolizer_(addresses); }

  RunReport run(const RunRequest& request) override {
    trim_error_output();
    std::optional<RunReport> report = try_run(request);
    if (!report) {
      restart();
      report = try_run(request);
    }
    if (!report) {
      throw base::UserError(
          fmt::format("'{}' ended twice while running {} ({}); the test must not end its parent process",
                      program_.string(), puts_[request.put].full_name(), describe_end(last_status_)));
    }
    return *report;
  }

 private:
  enum class Waited { Byte, Timeout, Gone, Ended };

  // Empty if the target is gone, or does not answer even after SIGKILL to its worker.
  std::optional<RunReport> try_run(const RunRequest& request) {
    testcase::NamedValues presets = request.values;
    if (request.concrete) presets[abi::kConcreteRun] = {1, 0};
    memory_.prepare_run({request.put, request.unfold, request.decisions, request.leaks ? 1U : 0U, request.length,
                         request.objects, request.stand_ins},
                        presets);
    if (!send(abi::Command::Run)) return std::nullopt;
    RunReport report;
    std::uint8_t reply = 0;
    Waited waited = receive(reply, request.seconds, request.deadline);
    for (const int signal : {SIGUSR1, SIGKILL}) {
      if (waited != Waited::Timeout) break;
      report.timed_out = true;
      signal_worker(signal);
      waited = receive(reply, kGraceSeconds, request.deadline);
    }
    if (waited == Waited::Ended) {
      report.ended_early = true;
      signal_worker(SIGKILL);
      if (receive(reply, kShortGraceSeconds) != Waited::Byte) restart();
      return report;
    }
    if (waited != Waited::Byte) return std::nullopt;
    if (!memory_.intact()) {
      throw base::UserError("the code under test wrote into forall's own memory while running " +
                            puts_[request.put].full_name() + "; look for a wild pointer (AddressSanitizer finds it)");
    }
    report.died = reply == static_cast<std::uint8_t>(abi::Reply::Died);
    report.wait_status = report.died ? memory_.header().exit_status : 0;
    // The run may have ended by itself just before the signal.
    const abi::Outcome& outcome = memory_.header().outcome;
    if (report.timed_out && outcome.kind != abi::OutcomeKind::None && outcome.fault != abi::Fault::EndlessLoop) {
      report.timed_out = false;
    }
    return report;
  }

  void restart() {
    end();
    start();
  }

  void start() {
    memory_.reset_all();
    const std::string name = fmt::format("'{}'", program_.string());
    errors_ = Descriptor(::memfd_create("forall-target-stderr", MFD_CLOEXEC));
    if (errors_.get() >= 0) ::fcntl(errors_.get(), F_SETFL, O_APPEND);
    Pipe commands, replies;
    if (const int error = spawn(commands.read.get(), replies.write.get())) {
      throw base::UserError("cannot run " + name + ": " + std::generic_category().message(error));
    }
    commands_ = std::move(commands.write);
    replies_ = std::move(replies.read);
    commands.read.close();
    replies.write.close();

    std::uint8_t reply = 0;
    const Waited waited = receive(reply, kStartSeconds);
    if (waited == Waited::Byte && reply == static_cast<std::uint8_t>(abi::Reply::Ready) && memory_.intact()) {
      read_catalog();
      return;
    }
    const bool other_version = waited == Waited::Byte;
    const bool silent = waited == Waited::Timeout;
    end();
    if (other_version) throw base::UserError(name + " was built by another version of forall; build it again");
    std::string text = name + " is not a target of forall: ";
    text += silent ? "it did not answer in time" : describe_end(last_status_) + " without an answer";
    text += "; build it with 'forall c++'";
    if (const std::string said = error_output(); !said.empty()) text += "\n" + said;
    throw base::UserError(text);
  }

  void read_catalog() {
    try {
      std::vector<testcase::Put> puts = testcase::parse_catalog(memory_.catalog_text());
      std::vector<testcase::Site> sites = memory_.sites();
      if (started_ && (puts.size() != puts_.size() || sites.size() != sites_.size())) {
        throw base::UserError(fmt::format("'{}' was changed during the exploration", program_.string()));
      }
      if (!started_) {
        puts_ = std::move(puts);
        sites_ = std::move(sites);
      }
    } catch (...) {
      end();
      throw;
    }
    started_ = true;
    memory_.keep_catalog();
  }

  // Returns errno, or 0 if the process was started.
  int spawn(int command, int reply) {
    struct sigaction pipe_action{};
    // A write to a target that is gone must fail, not end this process.
    if (::sigaction(SIGPIPE, nullptr, &pipe_action) == 0 && pipe_action.sa_handler == SIG_DFL) {
      ::signal(SIGPIPE, SIG_IGN);
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (errors_.get() >= 0) posix_spawn_file_actions_adddup2(&actions, errors_.get(), 2);
    posix_spawn_file_actions_adddup2(&actions, memory_.descriptor(), abi::kSegmentFd);
    posix_spawn_file_actions_adddup2(&actions, command, abi::kCommandFd);
    posix_spawn_file_actions_adddup2(&actions, reply, abi::kReplyFd);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGQUIT, SIGHUP}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    const std::string variable = std::string(abi::kExploreVariable) + "=1";
    std::vector<char*> environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) environment.push_back(*entry);
    environment.push_back(const_cast<char*>(variable.c_str()));
    environment.push_back(nullptr);
    std::string path = program_.string();
    char* arguments[] = {path.data(), nullptr};
    pid_t child = 0;
    const int error = ::posix_spawn(&child, path.c_str(), &actions, &attributes, arguments, environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    process_ = error == 0 ? child : 0;
    if (error == 0) watch_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));  // optional
    return error;
  }

  bool send(abi::Command command) {
    const auto byte = static_cast<std::uint8_t>(command);
    for (;;) {
      const ssize_t n = ::write(commands_.get(), &byte, 1);
      if (n == 1) return true;
      if (n < 0 && errno == EINTR) continue;
      return false;
    }
  }

  // 0 seconds: no limit.
  Waited receive(std::uint8_t& byte, double seconds, const base::Deadline& deadline = {}) {
    const double end = base::system_clock().now() + seconds;
    for (;;) {
      int milliseconds = kBetweenLooks;
      if (seconds > 0) {
        const double left = std::clamp(end - base::system_clock().now(), 0.0, 1e6);
        milliseconds = std::min(milliseconds, static_cast<int>(left * 1000) + 1);
      }
      // A worker that outlives its target keeps the pipe open, so the process itself is watched too.
      pollfd polled[] = {{replies_.get(), POLLIN, 0}, {watch_.get(), POLLIN, 0}};
      const int ready = ::poll(polled, 2, milliseconds);
      if (ready > 0 && polled[0].revents == 0) return Waited::Gone;
      if (ready > 0) {
        const ssize_t n = ::read(replies_.get(), &byte, 1);
        if (n == 1) return Waited::Byte;
        if (n < 0 && errno == EINTR) continue;
        return Waited::Gone;
      }
      if (ready < 0 && errno != EINTR) return Waited::Gone;
      if (deadline.passed()) return Waited::Ended;
      if (seconds > 0 && base::system_clock().now() >= end) return Waited::Timeout;
    }
  }

  // The id comes from memory that code under test can write, so only a process of the target's group is signalled.
  void signal_worker(int signal) {
    const auto worker = static_cast<pid_t>(memory_.header().worker_pid);
    if (worker > 1 && ::getpgid(worker) == process_) ::kill(worker, signal);
  }

  // Ends the process and everything it started.
  void end() {
    if (process_ == 0) return;
    if (commands_.get() >= 0) send(abi::Command::Quit);
    commands_.close();
    bool ended = false;
    for (int waited = 0; waited < 50 && !ended; ++waited) {  // up to 50 ms for a destructor or an atexit handler
      ended = reap(WNOHANG);
      if (!ended) ::usleep(1000);
    }
    ::kill(-process_, SIGKILL);
    if (!ended) {
      ::kill(process_, SIGKILL);
      reap(0);
    }
    replies_.close();
    watch_.close();
    process_ = 0;
  }

  bool reap(int options) {
    for (;;) {
      const pid_t ended = ::waitpid(process_, &last_status_, options);
      if (ended == process_) return true;
      if (ended < 0 && errno == EINTR) continue;
      return ended < 0;  // something else has waited for it
    }
  }

  std::string error_output() const {
    char buffer[4096];
    const ssize_t n = errors_.get() < 0 ? 0 : ::pread(errors_.get(), buffer, sizeof buffer, 0);
    std::string text(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  // A test that prints in every run must not fill the memory.
  void trim_error_output() {
    if (++runs_ % 256 != 0 || errors_.get() < 0) return;
    struct stat status{};
    if (::fstat(errors_.get(), &status) == 0 && status.st_size > kMaxErrorOutput) {
      (void)!::ftruncate(errors_.get(), 0);
    }
  }

  std::filesystem::path program_;
  Symbolizer symbolizer_;
  SegmentMemory memory_;
  Descriptor commands_, replies_, errors_, watch_;
  pid_t process_ = 0;
  int last_status_ = 0;
  std::uint64_t runs_ = 0;
  bool started_ = false;
  std::vector<testcase::Put> puts_;
  std::vector<testcase::Site> sites_;
};

}  // namespace

std::unique_ptr<Target> start_target(const std::filesystem::path& program) {
  std::error_code error;
  if (!std::filesystem::exists(program, error)) {
    throw base::UserError(fmt::format("no such file: '{}'", program.string()));
  }
  if (std::filesystem::is_directory(program, error)) {
    throw base::UserError(fmt::format("'{}' is a folder, not a program", program.string()));
  }
  return std::make_unique<ProcessTarget>(program);
}

}  // namespace forall::target
