// The real Target against a fake one: this program itself, which serves instead of testing when it is started as a
// target.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "target/target.h"
#include "trace/path.h"

namespace forall::target {
namespace {

namespace fs = std::filesystem;
using abi::Fault;
using abi::OutcomeKind;
using ::testing::HasSubstr;

constexpr const char* kMode = "FORALL_FAKE_TARGET";

// What the fake target's tests do.
enum FakePut : std::uint32_t {
  kPasses,
  kAborts,
  kLoops,
  kLoopsDeaf,
  kKillsParent,
  kKillsParentOnce,
  kScribbles,
  kPutCount
};

abi::Header* fake_segment = nullptr;

template <typename Record>
Record* records(const abi::Table& table) {
  return reinterpret_cast<Record*>(reinterpret_cast<char*>(fake_segment) + table.offset);
}

void fake_catalog() {
  std::string text = "[";
  for (std::uint32_t i = 0; i < kPutCount; ++i) {
    text.append(i == 0 ? "" : ",").append(R"({"suite":"Fake","name":"T)").append(std::to_string(i));
    text += R"(","file":"fake.cpp","line":3,"parameters":[]})";
  }
  text += "]";
  std::memcpy(records<char>(fake_segment->catalog), text.data(), text.size());
  fake_segment->catalog.count = static_cast<std::uint32_t>(text.size());
  std::memcpy(records<char>(fake_segment->strings) + 1, "fake.cpp", 9);
  fake_segment->strings.count = 10;
  abi::SiteRecord& site = records<abi::SiteRecord>(fake_segment->sites)[0];
  site.id = 77;
  site.file = site.user_file = 1;
  site.line = site.user_line = 12;
  site.directions = 2;
  fake_segment->sites.count = 1;
}

void on_too_long(int) {
  fake_segment->outcome.kind = OutcomeKind::Crashed;
  fake_segment->outcome.fault = Fault::EndlessLoop;
  ::_exit(7);
}

[[noreturn]] void fake_worker() {
  switch (fake_segment->request.put) {
    case kAborts: std::abort();
    case kLoops:
      ::signal(SIGUSR1, on_too_long);
      for (;;) ::pause();
    case kLoopsDeaf:
      ::signal(SIGUSR1, SIG_IGN);
      for (;;) ::pause();
    case kKillsParentOnce:
      if (fake_segment->presets.count == 1 && ::access(std::getenv("FORALL_FAKE_ONCE"), F_OK) != 0) {
        std::ofstream(std::getenv("FORALL_FAKE_ONCE")) << "x";
        ::kill(::getppid(), SIGKILL);
        for (;;) ::pause();
      }
      break;
    case kKillsParent:
      ::kill(::getppid(), SIGKILL);
      for (;;) ::pause();
    case kScribbles: fake_segment->nodes.offset = 3; break;
    default: break;
  }
  // Gives the presets back as inputs.
  for (std::uint32_t i = 0; i < fake_segment->presets.count; ++i) {
    abi::InputRecord& input = records<abi::InputRecord>(fake_segment->inputs)[i];
    input = {};
    input.key = records<abi::Preset>(fake_segment->presets)[i].key;
    input.value = records<abi::Preset>(fake_segment->presets)[i].value;
    fake_segment->inputs.count = i + 1;
  }
  fake_segment->outcome.kind = OutcomeKind::Passed;
  ::_exit(0);
}

void reply(abi::Reply byte) { (void)!::write(abi::kReplyFd, &byte, 1); }

[[noreturn]] void fake_server() {
  for (;;) {
    abi::Command command{};
    if (::read(abi::kCommandFd, &command, 1) != 1 || command == abi::Command::Quit) ::_exit(0);
    int held[2];
    (void)!::pipe(held);  // the worker starts when its number is in the header
    const pid_t worker = ::fork();
    if (worker == 0) {
      char go;
      (void)!::read(held[0], &go, 1);
      fake_worker();
    }
    fake_segment->worker_pid = static_cast<std::uint32_t>(worker);
    (void)!::write(held[1], "g", 1);
    int status = 0;
    ::waitpid(worker, &status, 0);
    ::close(held[0]);
    ::close(held[1]);
    fake_segment->exit_status = status;
    reply(WIFEXITED(status) && WEXITSTATUS(status) == 0 ? abi::Reply::Done : abi::Reply::Died);
  }
}

// Before main, and before GoogleTest.
const bool served = [] {
  if (std::getenv(abi::kExploreVariable) == nullptr) return false;
  const std::string_view mode = std::getenv(kMode) == nullptr ? "" : std::getenv(kMode);
  if (mode == "silent") ::_exit(5);
  if (mode == "complains") {
    (void)!::write(2, "cannot open libmissing.so\n", 26);
    ::_exit(127);
  }
  const off_t size = ::lseek(abi::kSegmentFd, 0, SEEK_END);
  fake_segment = static_cast<abi::Header*>(
      ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, abi::kSegmentFd, 0));
  fake_catalog();
  if (mode == "other-version") fake_segment->version = 99;
  if (mode == "bad-catalog") fake_segment->catalog.count = 5;
  reply(abi::Reply::Ready);
  fake_server();
}();

class ProcessTargetTest : public ::testing::Test {
 protected:
  ~ProcessTargetTest() override { ::unsetenv(kMode); }
  static fs::path program() { return fs::read_symlink("/proc/self/exe"); }
  static std::string start_error(const fs::path& path, const char* mode = "") {
    ::setenv(kMode, mode, 1);
    try {
      start_target(path);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "started";
  }
  static RunRequest request(FakePut put, double seconds = 20) {
    RunRequest r;
    r.put = put;
    r.seconds = seconds;
    return r;
  }
};

TEST_F(ProcessTargetTest, ReadsCatalogAndSites) {
  const auto target = start_target(program());
  ASSERT_EQ(target->puts().size(), kPutCount);
  EXPECT_EQ(target->puts()[1].full_name(), "Fake.T1");
  ASSERT_EQ(target->sites().size(), 1u);
  EXPECT_EQ(target->sites()[0].id, 77u);
  EXPECT_EQ(target->sites()[0].file, "fake.cpp");
  EXPECT_EQ(target->sites()[0].line, 12u);
}

TEST_F(ProcessTargetTest, GivesPresetsByTheHashOfTheirNames) {
  const auto target = start_target(program());
  RunRequest r = request(kPasses);
  r.values = {{"a", {3, 0}}, {"p.x", {4, 5}}};
  const RunReport report = target->run(r);
  EXPECT_FALSE(report.died);
  EXPECT_EQ(target->segment().outcome.kind, OutcomeKind::Passed);
  const auto* inputs = trace::table<abi::InputRecord>(target->segment(), target->segment().inputs);
  ASSERT_EQ(target->segment().inputs.count, 2u);
  EXPECT_EQ(inputs[0].key, 0xaf63dc4c8601ec8cULL);  // FNV-1a of "a"
  EXPECT_EQ(inputs[1].value, (abi::Bits{4, 5}));
  target->run(request(kPasses));
  EXPECT_EQ(target->segment().inputs.count, 0u);
}

TEST_F(ProcessTargetTest, ReportsTheSignalOfACrashAndGoesOn) {
  const auto target = start_target(program());
  const RunReport crash = target->run(request(kAborts));
  EXPECT_TRUE(crash.died);
  EXPECT_FALSE(crash.timed_out);
  EXPECT_TRUE(WIFSIGNALED(crash.wait_status));
  EXPECT_EQ(WTERMSIG(crash.wait_status), SIGABRT);
  EXPECT_EQ(target->segment().outcome.kind, OutcomeKind::None);
  EXPECT_FALSE(target->run(request(kPasses)).died);
}

TEST_F(ProcessTargetTest, AsksAnEndlessLoopToSayWhereItIs) {
  const auto target = start_target(program());
  const RunReport report = target->run(request(kLoops, 0.05));
  EXPECT_TRUE(report.timed_out);
  EXPECT_TRUE(report.died);
  EXPECT_EQ(target->segment().outcome.fault, Fault::EndlessLoop);
  EXPECT_FALSE(target->run(request(kPasses)).timed_out);
}

TEST_F(ProcessTargetTest, KillsAnEndlessLoopThatDoesNotListen) {
  const auto target = start_target(program());
  const RunReport report = target->run(request(kLoopsDeaf, 0.05));
  EXPECT_TRUE(report.timed_out);
  EXPECT_TRUE(report.died);
  EXPECT_EQ(target->segment().outcome.kind, OutcomeKind::None);
  EXPECT_FALSE(target->run(request(kPasses)).died);
}

TEST_F(ProcessTargetTest, StartsATargetThatIsGoneAgain) {
  const fs::path once = fs::temp_directory_path() / ("forall-once-" + std::to_string(::getpid()));
  fs::remove(once);
  ::setenv("FORALL_FAKE_ONCE", once.c_str(), 1);
  const auto target = start_target(program());
  RunRequest r = request(kKillsParentOnce);
  r.values = {{"a", {3, 0}}};
  EXPECT_FALSE(target->run(r).died);
  EXPECT_EQ(target->segment().outcome.kind, OutcomeKind::Passed);
  EXPECT_TRUE(fs::exists(once));
  fs::remove(once);
}

TEST_F(ProcessTargetTest, ATargetThatIsGoneTwiceIsAnError) {
  const auto target = start_target(program());
  try {
    target->run(request(kKillsParent));
    FAIL() << "no error";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Fake.T4"));
  }
}

TEST_F(ProcessTargetTest, DoesNotBelieveAnOverwrittenHeader) {
  const auto target = start_target(program());
  EXPECT_THROW(target->run(request(kScribbles)), base::UserError);
}

TEST_F(ProcessTargetTest, SaysWhatIsWrongWithAProgramThatIsNoTarget) {
  EXPECT_THAT(start_error("/no/such/program"), HasSubstr("no such file"));
  EXPECT_THAT(start_error("/"), HasSubstr("is a folder"));
  EXPECT_THAT(start_error("/etc/passwd"), HasSubstr("Permission denied"));
  EXPECT_THAT(start_error("/bin/true"), HasSubstr("is not a target of forall"));
  EXPECT_THAT(start_error(program(), "silent"), HasSubstr("exit code 5"));
  EXPECT_THAT(start_error(program(), "complains"), HasSubstr("cannot open libmissing.so"));
  EXPECT_THAT(start_error(program(), "other-version"), HasSubstr("another version"));
  EXPECT_THAT(start_error(program(), "bad-catalog"), HasSubstr("catalog"));
}

TEST_F(ProcessTargetTest, LeavesNoProcessBehind) {
  pid_t worker = 0;
  {
    const auto target = start_target(program());
    target->run(request(kPasses));
    worker = static_cast<pid_t>(target->segment().worker_pid);
  }
  EXPECT_NE(::kill(worker, 0), 0);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(ProcessTargetTest, TargetsOfSeveralThreadsDoNotDisturbEachOther) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([] {
      const auto target = start_target(program());
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(target->run(request(i % 4 == 0 ? kAborts : kPasses)).died, i % 4 == 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace forall::target
