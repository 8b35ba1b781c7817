// What is special about files: which are taken, which are refused, how older ones are brought up to date.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "backend.h"
#include "records.h"
#include "store/database.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::OutcomeKind;
using testcase::Result;
using ::testing::HasSubstr;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(OpenSqlite, RefusesANewerSchemaAndLeavesTheFileAlone) {
  const Folder folder;
  {
    open(folder.database())->begin(put());
  }
  query_sqlite(folder.database(), "PRAGMA journal_mode = DELETE");
  query_sqlite(folder.database(), "PRAGMA user_version = 5");
  const std::string before = bytes_of(folder.database());
  EXPECT_THAT(error_of([&] { open(folder.database()); }), HasSubstr("newer forall (schema 5"));
  EXPECT_THAT(error_of([&] { open_existing(folder.database()); }), HasSubstr("newer forall"));
  EXPECT_EQ(bytes_of(folder.database()), before);
}

TEST(OpenSqlite, RefusesANewerSchemaThatIsStillInTheLog) {
  const Folder folder;
  {
    open(folder.database())->begin(put());
  }
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(folder.database().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "PRAGMA user_version = 7", nullptr, nullptr, nullptr), SQLITE_OK);
  const std::string before = bytes_of(folder.database());
  EXPECT_THAT(error_of([&] { open(folder.database()); }), HasSubstr("schema 7"));
  EXPECT_EQ(bytes_of(folder.database()), before);
  sqlite3_close(other);
}

TEST(OpenSqlite, RefusesWhatIsNotItsDatabase) {
  const Folder folder;
  std::ofstream(folder.database()) << "int main() { return 0; }  // a source file that was named by mistake\n"
                                   << std::string(200, 'x');
  const std::string before = bytes_of(folder.database());
  EXPECT_THAT(error_of([&] { open(folder.database()); }), HasSubstr("not a database"));
  EXPECT_EQ(bytes_of(folder.database()), before);

  const auto foreign = folder.path / "foreign.db";
  query_sqlite(foreign, "CREATE TABLE bookmarks (url TEXT)");
  const std::string theirs = bytes_of(foreign);
  EXPECT_THAT(error_of([&] { open(foreign); }), HasSubstr("another program"));
  EXPECT_EQ(bytes_of(foreign), theirs);
  EXPECT_THAT(error_of([&] { open(folder.path); }), HasSubstr("folder"));
}

TEST(OpenSqlite, NamesTheFileItCannotOpen) {
  const Folder folder;
  const auto missing = folder.path / "no" / "such" / "folder.db";
  EXPECT_THAT(error_of([&] { open_existing(missing); }), HasSubstr(missing.string() + ": there is no such database"));
  EXPECT_FALSE(std::filesystem::exists(missing));
  std::ofstream(folder.path / "file").flush();
  EXPECT_THAT(error_of([&] { open(folder.path / "file" / "cases.db"); }), HasSubstr((folder.path / "file").string()));
}

// Its first writer was killed before it had made the tables.
TEST(OpenSqlite, SaysThatADatabaseWithoutTablesHasNoCases) {
  const Folder folder;
  query_sqlite(folder.database(), "PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t");
  EXPECT_THAT(error_of([&] { open_existing(folder.database()); }), HasSubstr("no cases in it"));
  EXPECT_THROW(open_existing(folder.database()), NoCases);
  EXPECT_TRUE(open(folder.database())->list().empty());
}

TEST(OpenSqlite, TakesAnEmptyFileAsNew) {
  const Folder folder;
  std::ofstream(folder.database()).flush();
  EXPECT_TRUE(open(folder.database())->list().empty());
}

TEST(ReadSqlite, AnOutcomeOfAnOlderVersionIsReadFromItsMessage) {
  const Folder folder;
  Case c = numbered_case(1);
  c.name = "keeps_count";
  c.outcome.kind = testcase::OutcomeKind::Failed;
  c.outcome.message = "not pure: Store::total() returns 1\n  calls: a.total()";
  {
    const auto store = open(folder.database());
    store->finish(store->begin(put()), result_of({c}));
  }
  EXPECT_FALSE(testcase::is_unseen_natively(
      open_existing(folder.database())->load("TriangleTest.Classify")->cases.at(0).outcome));
  query_sqlite(folder.database(), "UPDATE cases SET data = replace(data, '\"version\":3', '\"version\":1')");
  const Case read = open_existing(folder.database())->load("TriangleTest.Classify")->cases.at(0);
  EXPECT_TRUE(testcase::is_unseen_natively(read.outcome));
  EXPECT_EQ(read.outcome.calls, (std::vector<testcase::ObserverCall>{{"a", "total()"}}));
}

// Files that older versions of forall wrote.
class OlderSchema : public ::testing::TestWithParam<int> {
 protected:
  OlderSchema() {
    const auto sql = std::filesystem::path(__FILE__).parent_path() / ("schema_" + std::to_string(GetParam()) + ".sql");
    query_sqlite(folder_.database(), bytes_of(sql));
  }

  static void expect_all(const Result& result) {
    EXPECT_EQ(result.verdict, testcase::VerdictKind::Refuted);
    EXPECT_EQ(result.paths, 10U);
    EXPECT_EQ(result.branches_total, 8U);
    EXPECT_EQ(result.seconds, 1.5);
    EXPECT_EQ(result.solver_seconds, 0.5);
    EXPECT_EQ(result.put.bounds.unfold, 8U);
    EXPECT_EQ(result.ledger.at(0).remedy, "--seconds");
    EXPECT_EQ(result.undecided.at(0).reason, "timeout");
    ASSERT_EQ(result.cases.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) expect_case(result.cases[i], i + 1);
    const bool has_objects = GetParam() >= 2;
    EXPECT_EQ(result.cases[2].objects.size(), has_objects ? 1U : 0U);
    ASSERT_EQ(result.cases[2].inputs.size(), has_objects ? 3U : 2U);
    if (has_objects) {
      EXPECT_EQ(result.cases[2].inputs[2].target, "*head");
      EXPECT_EQ(result.cases[2].inputs[2].value.lo, 0x7f0000000010U);
      EXPECT_EQ(result.cases[2].inputs[2].kind, testcase::ScalarKind::Pointer);
      EXPECT_EQ(result.cases[2].objects[0].type, "Node");
    }
  }

  static void expect_case(const Case& c, std::size_t n) {
    EXPECT_EQ(c.id, static_cast<std::int64_t>(n));
    EXPECT_EQ(c.name, "case_" + std::to_string(n));
    EXPECT_EQ(c.inputs.at(0).value.lo, (0 - n) & 0xffffffffU);
    EXPECT_EQ(c.inputs.at(1).value.hi, 0x8000000000000001ULL);
    EXPECT_TRUE(c.inputs[1].is_choice);
    EXPECT_EQ(c.observations.at(0).value.lo, 0x3fe0000000000000ULL);
    EXPECT_EQ(c.observations[0].expression, "a + b");
    ASSERT_EQ(c.steps.size(), 2U);
    EXPECT_EQ(c.steps[0].site, 0xfffffffffffffff0ULL);
    EXPECT_EQ(c.steps[0].condition, n == 2 ? "a < 0" : "a >= 0");
    EXPECT_EQ(c.steps[1].condition, "b != 0");
    EXPECT_EQ(c.path_condition, "a == -" + std::to_string(n));
    EXPECT_EQ(c.covered, (std::vector<testcase::BranchDirection>{{~0ULL, 1}, {3, 0}}));
    if (n != 2) return;
    EXPECT_EQ(c.outcome.kind, OutcomeKind::Crashed);
    EXPECT_EQ(c.outcome.fault, testcase::Fault::SignedOverflow);
    EXPECT_EQ(c.outcome.message, std::string("bytes\xff\0\\x41", 11));
    EXPECT_EQ(c.outcome.function, "f(int)");
    EXPECT_EQ(c.native, Case::Native::Differs);
    EXPECT_EQ(c.native_detail, "exits");
  }

  Folder folder_;
};
INSTANTIATE_TEST_SUITE_P(, OlderSchema, ::testing::Values(1, 2));

TEST_P(OlderSchema, IsReadAndStaysAsItIs) {
  const std::string before = bytes_of(folder_.database());
  const auto store = open_existing(folder_.database());
  expect_all(store->load("Old.Finished").value());
  const auto killed = store->load("Old.Killed").value();
  EXPECT_TRUE(killed.interrupted);
  EXPECT_EQ(killed.cases.at(0).inputs.at(0).value.lo, 0xfffffffeU);
  EXPECT_EQ(store->list().size(), 2U);
  EXPECT_EQ(bytes_of(folder_.database()), before);
}

TEST_P(OlderSchema, IsBroughtUpToDateToWrite) {
  {
    const auto store = open(folder_.database());
    expect_all(store->load("Old.Finished").value());
    EXPECT_EQ(store->load("Old.Killed")->cases.size(), 1U);
    Result more = result_of({full_case()});
    store->finish(store->begin(more.put), more);
    expect_same(store->load("TriangleTest.Classify")->cases.at(0), more.cases[0]);
    EXPECT_EQ(store->case_names("TriangleTest.Classify").at(0).id, 5) << "a number that was never given before";
  }
  EXPECT_EQ(query_sqlite(folder_.database(), "PRAGMA user_version"), std::to_string(kSchemaVersion));
  EXPECT_EQ(query_sqlite(folder_.database(), "PRAGMA integrity_check; PRAGMA foreign_key_check"), "ok");
  EXPECT_EQ(query_sqlite(folder_.database(), "SELECT count(*) FROM sqlite_master WHERE name LIKE '%old%'"), "0");
  expect_all(open_existing(folder_.database())->load("Old.Finished").value());
}

}  // namespace
}  // namespace forall::store
