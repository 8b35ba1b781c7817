// A zygote and its worker.
//
//   start   a fixed address layout (the program starts itself again without randomization), segment, catalog, Ready
//   zygote  forks a worker and waits; when it dies in a run: writes its status, forks the next, replies Died
//   worker  reads a command, runs, replies Done; ends when the explorer is gone, or when the next run belongs to
//           another test suite than the one it has set up: the next worker does that run
//
// The worker has everything the program had after its start, so a crash costs one fork. Zygote and worker communicate
// through a shared page. A child that the code under test forks does not speak for the run: it has no pipes and its own
// segment, and is a program like any other until it ends.
#include "runtime/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/catalog.h"
#include "runtime/faults.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"

extern char** environ;

namespace forall::runtime {

namespace {

constexpr rlim_t kStackSize = rlim_t{8} << 20;

struct Shared {
  bool running;
  bool quit;
  bool pending;  // a command was read and is left to the next worker
};
Shared* shared = nullptr;

[[noreturn]] void give_up(const char* reason) {
  std::fprintf(stderr, "forall: %s\n", reason);
  _exit(2);
}

bool read_byte(int fd, u8& byte) {
  for (;;) {
    const ssize_t n = read(fd, &byte, 1);
    if (n == 1) return true;
    if (n < 0 && errno == EINTR) continue;
    return false;
  }
}

void reply(abi::Reply answer) {
  const u8 byte = static_cast<u8>(answer);
  while (write(abi::kReplyFd, &byte, 1) < 0 && errno == EINTR) {
  }
}

// Gives the stack and globals the same addresses in every process. Returns only if they have them, or cannot.
void fix_layout() {
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  if (stack.rlim_cur != kStackSize && (stack.rlim_max == RLIM_INFINITY || stack.rlim_max >= kStackSize)) {
    stack.rlim_cur = kStackSize;
    setrlimit(RLIMIT_STACK, &stack);
  }
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int current = personality(0xffffffff);
  const bool fixed = current != -1 && (current & ADDR_NO_RANDOMIZE) != 0;
  if (fixed || std::getenv(kFixedLayoutVariable) != nullptr) {
    g.randomized = !fixed;
    return;
  }
  g.randomized = true;
  if (current == -1 || personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE) == -1) return;
  static char buffer[1 << 16];
  static char* arguments[4096];
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t size = 0;
  for (ssize_t n = 1; n > 0 && size < static_cast<ssize_t>(sizeof buffer) - 1; size += n > 0 ? n : 0) {
    n = read(file, buffer + size, sizeof buffer - 1 - static_cast<std::size_t>(size));
  }
  close(file);
  std::size_t count = 0;
  for (ssize_t i = 0; i < size && count + 1 < sizeof arguments / sizeof arguments[0];) {
    arguments[count++] = buffer + i;
    i += static_cast<ssize_t>(std::strlen(buffer + i)) + 1;
  }
  setenv(kFixedLayoutVariable, "1", 1);
  execve("/proc/self/exe", arguments, environ);
}

abi::Header* map_segment() {
  struct stat status{};
  if (fstat(abi::kSegmentFd, &status) != 0 || status.st_size < static_cast<off_t>(sizeof(abi::Header))) return nullptr;
  void* memory =
      mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, abi::kSegmentFd, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<abi::Header*>(memory);
}

bool is_child_of_run = false;

constexpr Kept kKept[] = {shared, is_child_of_run};

void note_child() {
  if (g.in_run) add_ledger(abi::LedgerKind::ThreadStarted, nullptr, "a process by fork");
}

void leave_run_to_parent() {
  if (!g.in_run) return;
  is_child_of_run = true;
  g.in_run = false;
  close(abi::kCommandFd);
  close(abi::kReplyFd);
  mmap(g.header, g.header->segment_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, abi::kSegmentFd, 0);
}

ForallPut* put_at(u32 index) {
  ForallPut* put = g.first_put;
  for (; put != nullptr && index > 0; --index) put = put->next;
  return put;
}

[[noreturn]] void work(pid_t zygote) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != zygote) _exit(0);
  install_signal_handlers();
  g.header->worker_pid = static_cast<u32>(getpid());
  pthread_atfork(nullptr, note_child, leave_run_to_parent);
  const void* suite = nullptr;
  const auto next_run = [] {
    u8 command = 0;
    return shared->pending || (read_byte(abi::kCommandFd, command) && command == static_cast<u8>(abi::Command::Run));
  };
  while (next_run()) {
    shared->pending = false;
    ForallPut* put = put_at(g.header->request.put);
    if (put == nullptr) give_up("the explorer asked for a test that does not exist");
    if (suite != nullptr && suite != put->suite_identity) {
      shared->pending = true;
      _exit(0);
    }
    shared->running = true;
    if (suite != put->suite_identity) set_up_suite(put);
    suite = put->suite_identity;
    run_put(put);
    if (is_child_of_run) _exit(0);
    shared->running = false;
    reply(abi::Reply::Done);
    // Threads may still run, or the run had effects that cannot be undone: the next worker has neither.
    if (g.threads || g.has_lasting_effects) _exit(0);
  }
  shared->quit = true;
  _exit(0);
}

pid_t fork_worker() {
  const pid_t zygote = getpid();
  const pid_t worker = fork();
  if (worker == 0) work(zygote);
  if (worker < 0) give_up("cannot fork");
  g.header->worker_pid = static_cast<u32>(worker);
  return worker;
}

// Waits for the end of the worker, and ends it when the explorer is gone (it may be in an endless loop).
int wait_for(pid_t worker) {
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(worker, &status, WNOHANG);
    if (ended == worker || (ended < 0 && errno != EINTR)) break;
    pollfd commands = {abi::kCommandFd, 0, 0};
    if (ppoll(&commands, 1, nullptr, &before) > 0 && (commands.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
      kill(worker, SIGKILL);
      _exit(0);
    }
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return status;
}

void on_child(int) {}  // only to interrupt ppoll

[[noreturn]] void serve() {
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) give_up("no memory");
  shared = static_cast<Shared*>(memory);
  struct sigaction action{};
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, nullptr);
  pid_t worker = fork_worker();
  reply(abi::Reply::Ready);
  for (;;) {
    const int status = wait_for(worker);
    if (shared->quit) _exit(0);
    const bool in_run = shared->running;
    shared->running = false;
    g.header->exit_status = status;
    worker = fork_worker();
    if (in_run) reply(abi::Reply::Died);
  }
}

}  // namespace

// Not reset: they belong to the process.
FORALL_MODULE(serve) = {.phase = Phase::Tables, .keeps = kKept};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" bool __forall_serve(const char* (*set_up)(void)) {
  if (std::getenv(forall::abi::kExploreVariable) == nullptr) return false;
  fix_layout();
  forall::abi::Header* header = map_segment();
  if (header == nullptr) give_up("no segment: this program was not started by an explorer");
  if (!attach(header)) {
    reply(forall::abi::Reply::Done);  // not Ready: the explorer says which version it wanted
    give_up("the explorer has a different version");
  }
  g.serving = true;
  if (const char* problem = set_up()) give_up(problem);
  if (const char* problem = write_catalog()) give_up(problem);
  prepare_runs();
  serve();
}
