// What the outside world does to a database: kills, full disks, missing permissions. Each happens in a child process.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

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

// Writes explorations until it is killed. After each flush it says through the pipe how many cases are safe.
int write_forever(const std::filesystem::path& file, int out) {
  const auto store = open(file);
  for (;;) {
    const auto id = store->begin(put());
    std::uint64_t safe = 0;
    const auto say = [&] { return write(out, &safe, sizeof safe) == sizeof safe; };
    testcase::Result result;
    result.put = put();
    for (std::uint64_t n = 0; n < 400; ++n) {
      store->add(id, numbered_case(n));
      result.cases.push_back(numbered_case(n));
      if (n % 16 == 15) {
        store->flush();
        safe = n + 1;
        if (!say()) return 1;
      }
    }
    result.paths = 400;
    store->finish(id, result);
  }
}

TEST(KilledWriter, LeavesASoundDatabaseWithEverythingItCommitted) {
  const Folder folder;
  std::mt19937 random(1);
  std::uint64_t most = 0;
  for (int round = 0; round < 60; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = in_child([&] { return write_forever(folder.database(), ends[1]); });
    close(ends[1]);
    usleep(static_cast<useconds_t>(random() % 30000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself";
    std::uint64_t safe = 0, next = 0;
    bool has_finished = false;
    while (read(ends[0], &next, sizeof next) == sizeof next) {
      has_finished = has_finished || next < safe;  // the writer began again
      safe = next;
    }
    close(ends[0]);
    most = std::max(most, safe);

    ASSERT_EQ(integrity(folder.database()), "ok") << "round " << round;
    if (safe == 0 && !has_finished) continue;
    const auto store = open(folder.database());  // the next exploration goes on with it
    const auto list = store->list();
    ASSERT_EQ(list.size(), 1U);
    const auto loaded = store->load("TriangleTest.Classify");
    ASSERT_TRUE(loaded);
    if (list[0].complete) {
      ASSERT_EQ(loaded->cases.size(), 400U) << "round " << round;
    } else {
      ASSERT_GE(loaded->cases.size(), safe) << "round " << round;
    }
    for (std::size_t n = 0; n < loaded->cases.size(); ++n) {
      const testcase::Case& c = loaded->cases[n];
      ASSERT_EQ(c.inputs.size(), 5U);
      ASSERT_EQ(c.steps.size(), 20U);
      ASSERT_EQ(c.covered.size(), 20U);
      ASSERT_EQ(c.inputs[0].value.lo, n);
    }
  }
  EXPECT_GT(most, 0U) << "no writer got far enough to test anything";
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
