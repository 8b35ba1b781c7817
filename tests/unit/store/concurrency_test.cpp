// Processes that record at the same time, and databases of different kinds that record the same.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "backend.h"
#include "records.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;
using testcase::Result;

class Writers : public OnEachBackend {
 protected:
  // f(i) in `count` processes at once.
  template <typename F>
  void at_once(int count, F f) {
    std::vector<pid_t> children;
    for (int i = 0; i < count; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        try {
          f(i);
        } catch (const std::exception& error) {
          fprintf(stderr, "process %d: %s\n", i, error.what());
          _exit(1);
        }
        _exit(0);
      }
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0);
    }
  }

  static void explore(const std::string& where, const std::string& name, std::uint64_t first) {
    const auto store = open(where);
    store->start_run({"forall explore", "1"});
    Result result = result_of({});
    result.put = put(name);
    const auto id = store->begin(result.put);
    for (std::uint64_t n = 0; n < 200; ++n) {
      result.cases.push_back(numbered_case(first + n));
      result.cases.back().put = result.put.full_name();
      store->add(id, result.cases.back());
      if (n % 50 == 49) store->flush();
    }
    store->finish(id, result);
  }
};
ON_EACH_BACKEND(Writers);

// The tables are made by whoever comes first.
TEST_P(Writers, OfDifferentPutsDoNotDisturbEachOther) {
  const std::string database = where();
  at_once(3, [&](int i) {
    for (int n = 0; n < 2; ++n) {
      explore(database, "Put" + std::to_string(i) + std::to_string(n), static_cast<std::uint64_t>(i) * 1000);
    }
  });
  const auto store = open_existing(where());
  const auto list = store->list();
  ASSERT_EQ(list.size(), 6U);
  for (const auto& summary : list) {
    EXPECT_TRUE(summary.complete);
    const auto loaded = store->load(summary.name);
    ASSERT_EQ(loaded->cases.size(), 200U);
    const auto first = loaded->cases[0].inputs[0].value.lo;
    for (std::size_t n = 0; n < 200; ++n) {
      testcase::Case expected = numbered_case(first + n);
      expected.put = summary.name;
      expect_same(loaded->cases[n], expected);
    }
  }
}

TEST_P(Writers, OfOnePutLeaveTheResultOfOneOfThem) {
  const std::string database = where();
  at_once(3, [&](int i) {
    for (int n = 0; n < 2; ++n) explore(database, "Put", static_cast<std::uint64_t>(i) * 1000);
  });
  const auto loaded = open_existing(where())->load("TriangleTest.Put");
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->cases.size(), 200U);
  const auto first = loaded->cases[0].inputs[0].value.lo;
  for (std::size_t n = 0; n < 200; ++n) EXPECT_EQ(loaded->cases[n].inputs[0].value.lo, first + n);
  EXPECT_EQ(query("SELECT count(*) FROM explorations WHERE state = 'finished'"), "1");
}

TEST_P(Writers, MakeTheTablesOnce) {
  const std::string database = where();
  at_once(4, [&](int) { open(database); });
  EXPECT_TRUE(open_existing(where())->list().empty());
}

// All rows but ids and times, as text.
std::vector<std::string> rows_of(const Database& database) {
  std::vector<std::string> rows;
  for (
      const char* sql :
      {"SELECT name FROM puts ORDER BY id",
       "SELECT state, file, line, definition, verdict, interrupted, paths, failed, cases, discarded, cut, infeasible, "
       "runs, queries, branches_covered, branches_total, fingerprint FROM explorations ORDER BY id",
       "SELECT seconds, solver_seconds FROM explorations WHERE state = 'finished'",
       "SELECT cases.exploration_id, position, name, outcome, fault, message, exception_type, file, line, function, "
       "data, native, native_detail, condition, decisions, coverage FROM cases JOIN paths ON case_id = id ORDER BY "
       "cases.exploration_id, position",
       "SELECT * FROM sites ORDER BY exploration_id, number", "SELECT * FROM decisions ORDER BY exploration_id, number",
       "SELECT * FROM directions ORDER BY exploration_id, number",
       "SELECT * FROM branches ORDER BY exploration_id, position",
       "SELECT * FROM code ORDER BY exploration_id, position", "SELECT * FROM stale ORDER BY exploration_id, position",
       "SELECT * FROM ledger ORDER BY exploration_id, position",
       "SELECT * FROM undecided ORDER BY exploration_id, position",
       "SELECT put, case_name, position, name, type, kind, width, value, target FROM inputs ORDER BY case_id, position",
       "SELECT put, position, file, line, condition FROM steps ORDER BY case_id, position",
       "SELECT put, name, outcome, fault, path_condition FROM failing_cases ORDER BY id",
       "SELECT put, kind, text, file, line, count, remedy FROM open_puts ORDER BY kind",
       "SELECT put, file, line, function, direction FROM uncovered_branches ORDER BY direction",
       "SELECT put, name, reason, data FROM stale_cases ORDER BY name"}) {
    rows.push_back(database.query(sql));
  }
  return rows;
}

TEST(Backends, HaveTheSameRowsForTheSameResults) {
  std::vector<std::vector<std::string>> rows;
  for (const Backend backend : {Backend::Sqlite, Backend::Postgres}) {
    const Database database(backend);
    const auto store = open(database.where());
    store->start_run({"forall explore", "1"});
    for (const bool is_finished : {true, true, false}) {
      Result result = result_of({full_case(), numbered_case(3), numbered_case(4)});
      result.seconds = 0.1234567890123;
      result.cases[1].outcome.message = std::string("\xff\0\\x41", 6);
      const auto id = store->begin(result.put);
      for (const auto& c : result.cases) store->add(id, c);
      if (!is_finished) break;
      result.cases[1].name = "named";
      store->finish(id, result);
    }
    store->flush();
    rows.push_back(rows_of(database));
  }
  for (std::size_t i = 0; i < rows[0].size(); ++i) EXPECT_EQ(rows[0][i], rows[1][i]);
}

}  // namespace
}  // namespace forall::store
