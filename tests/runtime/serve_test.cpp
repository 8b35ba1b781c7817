// A target as a process, driven through the segment and the pipes as the explorer drives it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "segment.h"

namespace forall::runtime_tests {
namespace {

using abi::Fault;
using abi::OutcomeKind;

class Serve : public testing::Test {
 protected:
  void SetUp() override {
    const std::size_t size = lay_out(nullptr);
    const int segment = memfd_create("segment", 0);
    ASSERT_EQ(ftruncate(segment, static_cast<off_t>(size)), 0);
    header = static_cast<abi::Header*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, segment, 0));
    lay_out(header);
    int to[2], from[2];
    ASSERT_EQ(pipe2(to, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(from, O_CLOEXEC), 0);
    process = fork();
    if (process == 0) {
      dup2(segment, abi::kSegmentFd);
      dup2(to[0], abi::kCommandFd);
      dup2(from[1], abi::kReplyFd);
      setenv(abi::kExploreVariable, "1", 1);
      execl(FORALL_TEST_TARGET, FORALL_TEST_TARGET, nullptr);
      _exit(99);
    }
    close(segment);
    close(to[0]);
    close(from[1]);
    commands = to[1];
    replies = from[0];
    ASSERT_EQ(reply(), 'r');
  }

  void TearDown() override {
    close(commands);
    int status = 0;
    waitpid(process, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(replies);
  }

  char reply(int milliseconds = 20000) {
    pollfd polled = {replies, POLLIN, 0};
    char byte = 0;
    if (poll(&polled, 1, milliseconds) != 1 || read(replies, &byte, 1) != 1) return 0;
    return byte;
  }

  void start(std::uint64_t x) {
    records<abi::Preset>(*header, header->presets)[0] = {base::fnv1a("x"), {x, 0}};
    header->presets.count = 1;
    header->request = {0, 100, 1000, 0};
    header->outcome.kind = OutcomeKind::None;
    ASSERT_EQ(write(commands, "R", 1), 1);
  }

  char run(std::uint64_t x) {
    start(x);
    return reply();
  }

  std::string message() { return text_at(*header, header->outcome.message); }

  abi::Header* header = nullptr;
  pid_t process = 0;
  int commands = -1, replies = -1;
};

TEST_F(Serve, CatalogHasPutsAndSites) {
  EXPECT_EQ(std::string(records<char>(*header, header->catalog), header->catalog.count),
            R"([{"suite":"S","name":"N"}])");
  ASSERT_GE(header->sites.count, 1u);
  const auto site = records<abi::SiteRecord>(*header, header->sites)[0];
  EXPECT_EQ(text_at(*header, site.function), "test(int)");
  EXPECT_EQ(text_at(*header, site.file), "target.cpp");
}

TEST_F(Serve, ManyRunsInOneWorker) {
  ASSERT_EQ(run(0), 'D');
  const std::uint32_t worker = header->worker_pid;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(run(i % 2), 'D');
    ASSERT_EQ(header->outcome.kind, i % 2 ? OutcomeKind::Failed : OutcomeKind::Passed);
    ASSERT_EQ(header->decisions.count, 1u);
    ASSERT_EQ(header->inputs.count, 1u);
  }
  EXPECT_EQ(header->worker_pid, worker);
}

TEST_F(Serve, EndsOfInstrumentedCodeKeepTheWorker) {
  const std::uint32_t worker = header->worker_pid;
  EXPECT_EQ(run(2), 'D');
  EXPECT_EQ(header->outcome.fault, Fault::Abort);
  EXPECT_GT(header->outcome.frame_count, 1u);
  EXPECT_EQ(run(4), 'D');
  EXPECT_EQ(header->outcome.fault, Fault::Terminate);
  EXPECT_EQ(message(), "std::terminate was called: uncaught std::runtime_error");
  EXPECT_EQ(run(8), 'D');
  EXPECT_EQ(header->outcome.fault, Fault::Exit);
  EXPECT_EQ(message(), "exit(3)");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(run(12), 'D');
  EXPECT_EQ(run(10), 'D');
  EXPECT_EQ(header->outcome.kind, OutcomeKind::Threw);
  EXPECT_EQ(text_at(*header, header->outcome.exception_type), "std::runtime_error");
  EXPECT_EQ(message(), "caught later");
  EXPECT_EQ(header->worker_pid, worker);
}

TEST_F(Serve, SignalsEndTheWorkerAndAnotherIsReady) {
  const struct {
    std::uint64_t x;
    Fault fault;
  } cases[] = {{3, Fault::Abort}, {5, Fault::StackOverflow}, {7, Fault::NullDereference}, {9, Fault::Exit}};
  for (const auto& c : cases) {
    ASSERT_EQ(run(c.x), 'X') << c.x;
    EXPECT_EQ(header->outcome.kind, OutcomeKind::Crashed) << c.x;
    EXPECT_EQ(header->outcome.fault, c.fault) << c.x;
    EXPECT_GT(header->outcome.frame_count, 0u) << c.x;
    EXPECT_TRUE(WIFEXITED(header->exit_status));
    EXPECT_EQ(header->decisions.count, 1u) << "the trace up to the fault is there";
    ASSERT_EQ(run(0), 'D');
    EXPECT_EQ(header->outcome.kind, OutcomeKind::Passed);
  }
}

TEST_F(Serve, AStackThatCannotBeWalkedKeepsThePlaceOfTheFault) {
  ASSERT_EQ(run(7), 'X');
  ASSERT_GT(header->outcome.frame_count, 0u);
  const std::uint64_t near = header->outcome.frames[0];  // in the same function or next to it
  ASSERT_EQ(run(14), 'X');
  EXPECT_EQ(header->outcome.fault, Fault::IllegalInstruction);
  ASSERT_EQ(header->outcome.frame_count, 1u) << "the walk has not faulted";
  const std::uint64_t here = header->outcome.frames[0];
  EXPECT_LT(here > near ? here - near : near - here, 1u << 16);
  ASSERT_EQ(run(0), 'D');
}

TEST_F(Serve, EndlessLoopIsEndedByASignal) {
  for (const int signal : {SIGUSR1, SIGALRM}) {
    start(6);
    EXPECT_EQ(reply(200), 0);
    kill(static_cast<pid_t>(header->worker_pid), signal);
    ASSERT_EQ(reply(), 'X');
    EXPECT_EQ(header->outcome.fault, Fault::EndlessLoop);
    EXPECT_GT(header->outcome.frame_count, 1u);
    ASSERT_EQ(run(0), 'D');
  }
}

TEST_F(Serve, KilledWorkerLeavesNoOutcome) {
  start(6);
  EXPECT_EQ(reply(200), 0);
  kill(static_cast<pid_t>(header->worker_pid), SIGKILL);
  ASSERT_EQ(reply(), 'X');
  EXPECT_EQ(header->outcome.kind, OutcomeKind::None);
  EXPECT_TRUE(WIFSIGNALED(header->exit_status));
  ASSERT_EQ(run(0), 'D');
}

TEST_F(Serve, LateSignalDoesNotHurt) {
  ASSERT_EQ(run(0), 'D');
  kill(static_cast<pid_t>(header->worker_pid), SIGUSR1);
  ASSERT_EQ(run(0), 'D');
  EXPECT_EQ(header->outcome.kind, OutcomeKind::Passed);
}

TEST_F(Serve, GlobalsAndEarlyHeapAreTheSameInEveryRun) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(run(11), 'D');
    EXPECT_EQ(message(), "1,1");
  }
}

TEST_F(Serve, ThreadIsInTheLedgerAndDoesNotOutliveItsRun) {
  ASSERT_EQ(run(13), 'D');
  ASSERT_EQ(header->ledger.count, 1u);
  EXPECT_EQ(records<abi::LedgerRecord>(*header, header->ledger)[0].kind, abi::LedgerKind::ThreadStarted);
  ASSERT_EQ(run(0), 'D');
  EXPECT_EQ(header->ledger.count, 0u);
}

TEST_F(Serve, TargetEndsWhenTheExplorerGoesAwayInTheMiddleOfARun) {
  start(6);
  EXPECT_EQ(reply(100), 0);
  // TearDown closes the pipe and waits.
}

}  // namespace
}  // namespace forall::runtime_tests
