// What the outside world does to a file: full disks, missing permissions. Each happens in a child process. For kills
// see tests/store/kill_test.cpp.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/error.h"
#include "helpers.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;

// Runs f in a child process; its result is the exit code.
template <typename F>
pid_t in_child(F f) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 99;
    try {
      code = f();
    } catch (...) {
    }
    _exit(code);
  }
  return child;
}

std::string integrity(const std::filesystem::path& file) {
  sqlite3* db = nullptr;
  std::string text;
  sqlite3_open(file.c_str(), &db);
  const auto append = [](void* out, int, char** values, char**) {
    static_cast<std::string*>(out)->append(values[0]);
    return 0;
  };
  sqlite3_exec(db, "PRAGMA integrity_check", append, &text, nullptr);
  sqlite3_exec(db, "PRAGMA foreign_key_check", append, &text, nullptr);
  sqlite3_close(db);
  return text;
}

// The largest file a process may write stands for a full disk: writing fails in the middle, as it does there.
TEST(FullDisk, IsAUserErrorAndLosesNothingStoredBefore) {
  const Folder folder;
  {
    const auto store = open(folder.database());
    testcase::Result result;
    result.put = put("Before");
    for (std::uint64_t n = 0; n < 50; ++n) result.cases.push_back(numbered_case(n));
    store->finish(store->begin(result.put), result);
  }
  const pid_t child = in_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto store = open(folder.database());
    try {
      const auto id = store->begin(put());
      for (std::uint64_t n = 0; n < 100000; ++n) store->add(id, numbered_case(n));
    } catch (const base::UserError& error) {
      const std::string text = error.what();
      return text.find(folder.database().string()) != std::string::npos && text.find("disk") != std::string::npos ? 42
                                                                                                                  : 43;
    }
    return 44;
  });
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(integrity(folder.database()), "ok");
  const auto store = open(folder.database());
  EXPECT_EQ(store->load("TriangleTest.Before")->cases.size(), 50U);
}

// Root may write anywhere, so the child becomes somebody else first.
template <typename F>
int as_nobody(F f) {
  const pid_t child = in_child([&]() -> int {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 98;
    try {
      return f();
    } catch (const base::UserError&) {
      return 42;
    }
  });
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ReadOnlyFolder, IsAUserErrorForWritersAndFineForReaders) {
  const Folder folder;
  {
    const auto store = open(folder.database());
    testcase::Result result;
    result.put = put();
    result.cases = {numbered_case(1)};
    store->finish(store->begin(result.put), result);
  }
  chmod(folder.database().c_str(), 0444);
  chmod(folder.path.c_str(), 0555);
  EXPECT_EQ(as_nobody([&] {
              open(folder.path / "new.db");
              return 0;
            }),
            42);
  EXPECT_EQ(as_nobody([&] {
              open(folder.database());
              return 0;
            }),
            42);
  EXPECT_EQ(as_nobody([&] { return static_cast<int>(open_existing(folder.database())->list().size()); }), 1);
  chmod(folder.path.c_str(), 0755);
}

}  // namespace
}  // namespace forall::store
