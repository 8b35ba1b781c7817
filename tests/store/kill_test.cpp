// Kills a process that records, at random moments, again and again, and looks after each kill whether the database is
// sound and has everything that the process was told is kept.
//
//   store_kill_test [--kills N] [--seed S]     N kills for each kind of database
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <random>

#include "../unit/store/backend.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;

int kills = 25;
unsigned seed = 1;

constexpr std::uint64_t kCases = 60, kFlushed = 8, kPuts = 3;

// What the writer is sure of. The cases of an exploration have a first input that nobody else has.
struct Acknowledged {
  std::uint64_t put = 0;
  std::uint64_t first = 0;  // number of the first case
  std::uint64_t cases = 0;
  bool has_finished = false;
};

std::string put_name(std::uint64_t number) { return "Put" + std::to_string(number); }

testcase::Case case_of(std::uint64_t number, std::uint64_t put) {
  testcase::Case c = numbered_case(number);
  c.put = "TriangleTest." + put_name(put);
  c.name = "";
  return c;
}

// Records explorations until it is killed, and says through the pipe what is kept.
int write_forever(const std::string& where, std::uint64_t first, int out) {
  const auto store = open(where);
  store->start_run({"kill test", "1"});
  for (std::uint64_t round = 0;; ++round) {
    Acknowledged safe{(first / 1000 + round) % kPuts, first + round * kCases};
    const auto say = [&] { return write(out, &safe, sizeof safe) == sizeof safe; };
    testcase::Result result;
    result.put = put(put_name(safe.put));
    const auto id = store->begin(result.put);
    for (std::uint64_t n = 0; n < kCases; ++n) {
      result.cases.push_back(case_of(safe.first + n, safe.put));
      store->add(id, result.cases.back());
      if (n % kFlushed != kFlushed - 1) continue;
      store->flush();
      safe.cases = n + 1;
      if (!say()) return 1;
    }
    for (auto& c : result.cases) c.name = "named";
    result.paths = kCases;
    store->finish(id, result);
    safe.has_finished = true;
    safe.cases = kCases;
    if (!say()) return 1;
  }
}

class KilledWriter : public OnEachBackend {
 protected:
  // All that a writer acknowledged until it was killed: so long after its start, or after its first acknowledgement.
  std::vector<Acknowledged> run_and_kill(std::uint64_t first, bool is_recording, useconds_t after) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const std::string database = where();
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      try {
        write_forever(database, first, ends[1]);
      } catch (const std::exception& error) {
        fprintf(stderr, "the writer failed: %s\n", error.what());
      }
      _exit(99);
    }
    close(ends[1]);
    std::vector<Acknowledged> all;
    const auto read_one = [&] {
      Acknowledged next;
      if (read(ends[0], &next, sizeof next) != sizeof next) return false;
      all.push_back(next);
      return true;
    };
    if (is_recording) read_one();
    usleep(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself";
    while (read_one()) {
    }
    close(ends[0]);
    return all;
  }

  void expect_sound() const {
    if (GetParam() == Backend::Sqlite) {
      ASSERT_EQ(query("PRAGMA integrity_check"), "ok");
      ASSERT_EQ(query("PRAGMA foreign_key_check"), "");
    }
    if (!has_tables()) return;
    for (const char* nothing :
         {"SELECT count(*) FROM cases LEFT JOIN paths ON case_id = id WHERE case_id IS NULL",
          "SELECT count(*) FROM paths LEFT JOIN cases ON case_id = id WHERE id IS NULL",
          "SELECT count(*) FROM cases LEFT JOIN explorations e ON e.id = exploration_id WHERE e.id IS NULL",
          "SELECT count(*) FROM puts LEFT JOIN explorations e ON e.id = exploration_id WHERE e.id IS NULL",
          "SELECT count(*) FROM explorations LEFT JOIN puts ON puts.id = put_id WHERE puts.id IS NULL",
          "SELECT count(*) FROM explorations LEFT JOIN runs ON runs.id = run_id WHERE runs.id IS NULL",
          "SELECT count(*) FROM explorations e WHERE state = 'finished' AND cases <> (SELECT count(*) FROM cases "
          "WHERE exploration_id = e.id)",
          "SELECT count(*) FROM cases JOIN explorations e ON e.id = exploration_id WHERE state = 'finished' AND name "
          "<> 'named'"}) {
      ASSERT_EQ(query(nothing), "0") << nothing;
    }
  }

  bool has_tables() const {
    return query(GetParam() == Backend::Sqlite
                     ? "SELECT count(*) FROM sqlite_master WHERE name = 'puts'"
                     : "SELECT count(*) FROM pg_tables WHERE schemaname = 'forall' AND tablename = 'puts'") != "0";
  }

  // How many of these cases are there, in any exploration.
  std::uint64_t kept(const Acknowledged& safe) const {
    std::string conditions;
    for (std::uint64_t n = 0; n < safe.cases; ++n) {
      conditions += (n == 0 ? "'a[0] == " : ", 'a[0] == ") + std::to_string(safe.first + n) + "'";
    }
    return std::stoull(query("SELECT count(*) FROM paths WHERE condition IN (" + conditions + ")"));
  }

  // Everything that can be shown can be read, whole.
  void expect_readable() const {
    const auto store = open_existing(where());
    for (const PutSummary& summary : store->list()) {
      const auto result = store->load(summary.name);
      ASSERT_TRUE(result);
      ASSERT_EQ(result->cases.size(), summary.cases);
      ASSERT_TRUE(!summary.complete || summary.cases == kCases);
      for (const testcase::Case& c : result->cases) {
        ASSERT_EQ(c.inputs.size(), 5U);
        ASSERT_EQ(c.steps.size(), 20U);
        ASSERT_EQ(c.covered.size(), 20U);
        ASSERT_EQ(c.path_condition, "a[0] == " + std::to_string(c.inputs[0].value.lo));
      }
    }
  }
};
ON_EACH_BACKEND(KilledWriter);

TEST_P(KilledWriter, LeavesASoundDatabaseWithEverythingItCommitted) {
  std::mt19937 random(seed);
  std::uint64_t acknowledged = 0, finished = 0, within = 0;
  for (int round = 0; round < kills; ++round) {
    const std::uint64_t first = static_cast<std::uint64_t>(round + 1) * 100'000;
    // Some die while they open the database, most while they record.
    const auto all = run_and_kill(first, round % 4 != 0, static_cast<useconds_t>(random() % 40'000));
    expect_sound();
    if (HasFatalFailure()) FAIL() << "after kill " << round + 1;
    if (has_tables()) expect_readable();
    if (HasFatalFailure()) FAIL() << "after kill " << round + 1;
    if (all.empty()) continue;
    const Acknowledged& last = all.back();
    ASSERT_EQ(kept(last), last.cases) << "after kill " << round + 1;
    // An exploration that is whole is shown until the next of its PUT is whole.
    for (std::uint64_t put = 0; put < kPuts; ++put) {
      const Acknowledged* newest = nullptr;
      for (const auto& each : all) {
        if (each.has_finished && each.put == put) newest = &each;
      }
      if (newest == nullptr) continue;
      const auto shown = open_existing(where())->load("TriangleTest." + put_name(put));
      ASSERT_TRUE(shown);
      EXPECT_FALSE(shown->interrupted);
      EXPECT_GE(shown->cases.at(0).inputs[0].value.lo, newest->first) << "after kill " << round + 1;
      ++finished;
    }
    acknowledged += last.cases;
    within += last.has_finished ? 0 : 1;
  }
  EXPECT_GT(within, 0U) << "no writer was killed while it recorded";
  printf("%d kills, %llu of them within an exploration; %llu explorations and %llu cases looked for, all there\n",
         kills, static_cast<unsigned long long>(within), static_cast<unsigned long long>(finished),
         static_cast<unsigned long long>(acknowledged));
  EXPECT_LE(std::stoi(query("SELECT count(*) FROM explorations")), 12) << "what is left behind is removed some time";
}

}  // namespace
}  // namespace forall::store

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--kills") == 0) forall::store::kills = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--seed") == 0) forall::store::seed = static_cast<unsigned>(std::atoi(argv[i + 1]));
  }
  return RUN_ALL_TESTS();
}
