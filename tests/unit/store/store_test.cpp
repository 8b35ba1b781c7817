#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <thread>

#include "base/error.h"
#include "helpers.h"

namespace forall::store {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::HasSubstr;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The result of SQL on the file, rows joined by ';'.
std::string query(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* db = nullptr;
  std::string text;
  EXPECT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  const auto append = [](void* out, int columns, char** values, char**) {
    auto& result = *static_cast<std::string*>(out);
    for (int i = 0; i < columns; ++i) {
      result += i == 0 ? (result.empty() ? "" : ";") : "|";
      result += values[i] == nullptr ? "NULL" : values[i];
    }
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), append, &text, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
  return text;
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
}

Case full_case() {
  Case c = numbered_case(7);
  c.name = "overflows";
  c.inputs[1].type = "unsigned __int128";
  c.inputs[1].kind = testcase::ScalarKind::UInt128;
  c.inputs[1].width = 128;
  c.inputs[1].value = {0xfedcba9876543210ULL, 0x8000000000000001ULL};
  c.inputs[2].value = {0xffffffffU, 0};
  c.inputs[3].type = "ns::Color";
  c.inputs[3].kind = testcase::ScalarKind::UnsignedEnum;
  c.inputs[4].is_choice = true;
  c.observations = {{"sum", "long", testcase::ScalarKind::Long, 64, {~0ULL, 0}, "a[0] + a[1]"}};
  c.outcome = {OutcomeKind::Crashed, Fault::SignedOverflow, "1 + x", "E", "triangle.h", 12, "f(int)"};
  c.covered = {{0xffffffffffffffffULL, 1}, {3, 0}};
  c.steps[0].site = 0xfffffffffffffff0ULL;
  return c;
}

Result result_of(std::vector<Case> cases) {
  Result result;
  result.put = put();
  result.verdict = VerdictKind::Refuted;
  result.cases = std::move(cases);
  result.undecided = {{"a * b == 7", "mul.h", 3, "timeout"}};
  result.ledger = {{"time-bound", "no time left", "t.cpp", 9, 2, "--seconds"}};
  result.paths = 10;
  result.failed = 1;
  result.discarded = 2;
  result.cut = 3;
  result.infeasible = 4;
  result.runs = 5;
  result.queries = 6;
  result.branches_covered = 7;
  result.branches_total = 8;
  result.seconds = 1.5;
  result.solver_seconds = 0.5;
  return result;
}

void expect_same(const Case& x, const Case& y) {
  EXPECT_EQ(x.put, y.put);
  EXPECT_EQ(x.name, y.name);
  ASSERT_EQ(x.inputs.size(), y.inputs.size());
  for (std::size_t i = 0; i < x.inputs.size(); ++i) {
    EXPECT_EQ(x.inputs[i].name, y.inputs[i].name);
    EXPECT_EQ(x.inputs[i].type, y.inputs[i].type);
    EXPECT_EQ(x.inputs[i].kind, y.inputs[i].kind);
    EXPECT_EQ(x.inputs[i].width, y.inputs[i].width);
    EXPECT_EQ(x.inputs[i].is_choice, y.inputs[i].is_choice);
    EXPECT_TRUE(x.inputs[i].value == y.inputs[i].value);
    EXPECT_EQ(x.inputs[i].target, y.inputs[i].target);
  }
  ASSERT_EQ(x.objects.size(), y.objects.size());
  for (std::size_t i = 0; i < x.objects.size(); ++i) {
    EXPECT_EQ(x.objects[i].name, y.objects[i].name);
    EXPECT_EQ(x.objects[i].type, y.objects[i].type);
  }
  ASSERT_EQ(x.observations.size(), y.observations.size());
  for (std::size_t i = 0; i < x.observations.size(); ++i) {
    EXPECT_EQ(x.observations[i].name, y.observations[i].name);
    EXPECT_EQ(x.observations[i].expression, y.observations[i].expression);
    EXPECT_TRUE(x.observations[i].value == y.observations[i].value);
  }
  EXPECT_EQ(x.outcome.kind, y.outcome.kind);
  EXPECT_EQ(x.outcome.fault, y.outcome.fault);
  EXPECT_EQ(x.outcome.message, y.outcome.message);
  EXPECT_EQ(x.outcome.exception_type, y.outcome.exception_type);
  EXPECT_EQ(x.outcome.file, y.outcome.file);
  EXPECT_EQ(x.outcome.line, y.outcome.line);
  EXPECT_EQ(x.outcome.function, y.outcome.function);
  ASSERT_EQ(x.steps.size(), y.steps.size());
  for (std::size_t i = 0; i < x.steps.size(); ++i) {
    EXPECT_EQ(x.steps[i].site, y.steps[i].site);
    EXPECT_EQ(x.steps[i].condition, y.steps[i].condition);
    EXPECT_EQ(x.steps[i].file, y.steps[i].file);
    EXPECT_EQ(x.steps[i].line, y.steps[i].line);
  }
  EXPECT_EQ(x.path_condition, y.path_condition);
  EXPECT_EQ(std::set(x.covered.begin(), x.covered.end()), std::set(y.covered.begin(), y.covered.end()));
  EXPECT_EQ(x.native, y.native);
  EXPECT_EQ(x.native_detail, y.native_detail);
}

TEST(Store, GivesBackWhatItWasGiven) {
  const Folder folder;
  const Result result = result_of({full_case(), numbered_case(8)});
  {
    const auto store = open(folder.database());
    const auto id = store->begin(result.put);
    for (const Case& c : result.cases) store->add(id, c);
    store->finish(id, result);
  }
  const auto store = open_existing(folder.database());
  const auto loaded = store->load("TriangleTest.Classify");
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->cases.size(), 2U);
  expect_same(loaded->cases[0], result.cases[0]);
  expect_same(loaded->cases[1], result.cases[1]);
  const auto found = store->find_case(loaded->cases[1].id);
  ASSERT_TRUE(found);
  expect_same(*found, result.cases[1]);
  EXPECT_EQ(loaded->verdict, VerdictKind::Refuted);
  EXPECT_EQ(loaded->paths, 10U);
  EXPECT_EQ(loaded->cut, 3U);
  EXPECT_EQ(loaded->queries, 6U);
  EXPECT_EQ(loaded->branches_total, 8U);
  EXPECT_EQ(loaded->seconds, 1.5);
  EXPECT_EQ(loaded->ledger.at(0).remedy, "--seconds");
  EXPECT_EQ(loaded->undecided.at(0).condition, "a * b == 7");
  EXPECT_EQ(loaded->put.parameters.at(1).type.element.at(0).members.at(1).name, "y");
  EXPECT_EQ(loaded->put.seeds, result.put.seeds);
  EXPECT_EQ(loaded->put.bounds.unfold, 8U);
  EXPECT_EQ(loaded->put.build.sources, result.put.build.sources);
  EXPECT_EQ(loaded->put.throws, "std::out_of_range");
  EXPECT_FALSE(store->find_case(999));
  EXPECT_FALSE(store->load("No.Such"));
}

testcase::Type type_of(testcase::Type::Kind kind, const char* spelling) {
  testcase::Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}

TEST(Store, GivesBackPutsOfEveryKindAndCasesWithObjects) {
  using Kind = testcase::Type::Kind;
  const Folder folder;
  testcase::Type number = type_of(Kind::Scalar, "int");
  number.width = 32;
  testcase::Type pointer = type_of(Kind::Pointer, "std::shared_ptr<Node>");
  pointer.pointee = "Node";
  pointer.ownership = testcase::Type::Ownership::Shared;
  testcase::Type node = type_of(Kind::Object, "Node");
  node.has_default = false;
  node.members = {{"value_", number}, {"next_", pointer}};
  testcase::Type views = type_of(Kind::Sequence, "std::span<int>");
  views.is_view = true;
  views.is_copyable = false;
  views.element = {number};
  testcase::Type made = type_of(Kind::Call, "List");
  made.callee = "MakeList";
  made.members = {{"0", number}};
  Result result = result_of({numbered_case(1)});
  result.put.parameters = {{"head", pointer, true}, {"views", views}, {"list", made}};
  result.put.classes = {{"Node", node}};
  result.put.origins = {"Node: by its state"};
  result.put.bounds.length = 9;
  result.put.bounds.objects = 4;
  testcase::InputValue head;
  head.name = "head";
  head.kind = testcase::ScalarKind::Pointer;
  head.width = 64;
  head.value.lo = 0x7f0000000010;
  head.target = "*head";
  result.cases[0].inputs.push_back(head);
  result.cases[0].objects = {{"*head", "Node"}, {"*head->next_", "Leaf"}};
  {
    const auto store = open(folder.database());
    const auto id = store->begin(result.put);
    store->add(id, result.cases[0]);
    store->finish(id, result);
  }
  const auto loaded = open_existing(folder.database())->load("TriangleTest.Classify");
  ASSERT_TRUE(loaded);
  expect_same(loaded->cases.at(0), result.cases[0]);
  const testcase::Put& put = loaded->put;
  EXPECT_TRUE(put.parameters.at(0).is_reference);
  EXPECT_EQ(put.parameters[0].type.kind, Kind::Pointer);
  EXPECT_EQ(put.parameters[0].type.pointee, "Node");
  EXPECT_EQ(put.parameters[0].type.ownership, testcase::Type::Ownership::Shared);
  EXPECT_TRUE(put.parameters.at(1).type.is_view);
  EXPECT_FALSE(put.parameters[1].type.is_copyable);
  EXPECT_EQ(put.parameters[1].type.element.at(0).width, 32U);
  EXPECT_EQ(put.parameters.at(2).type.callee, "MakeList");
  EXPECT_EQ(put.classes.at("Node").kind, Kind::Object);
  EXPECT_FALSE(put.classes.at("Node").has_default);
  EXPECT_EQ(put.classes.at("Node").members.at(1).name, "next_");
  EXPECT_EQ(put.origins, result.put.origins);
  EXPECT_EQ(put.bounds.length, 9U);
  EXPECT_EQ(put.bounds.objects, 4U);
  EXPECT_EQ(open_existing(folder.database())->find_put("TriangleTest.Classify")->classes.size(), 1U);
  EXPECT_FALSE(open_existing(folder.database())->find_put("No.Such"));
}

// Turns a database into one of schema 1, which had neither objects nor pointers.
void downgrade(const std::filesystem::path& file) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(handle,
                         "DROP TABLE objects; ALTER TABLE inputs DROP COLUMN target; PRAGMA user_version = 1; "
                         "PRAGMA wal_checkpoint(TRUNCATE)",
                         nullptr, nullptr, nullptr),
            SQLITE_OK)
      << sqlite3_errmsg(handle);
  sqlite3_close(handle);
}

TEST(OpenSqlite, ReadsAnOlderSchemaAndBringsItUpToDateToWrite) {
  const Folder folder;
  const Result result = result_of({full_case()});
  {
    const auto store = open(folder.database());
    store->finish(store->begin(result.put), result);
  }
  downgrade(folder.database());
  const auto before = open_existing(folder.database())->load("TriangleTest.Classify");
  ASSERT_TRUE(before);
  expect_same(before->cases.at(0), result.cases[0]);
  EXPECT_EQ(query(folder.database(), "PRAGMA user_version"), "1");

  Result more = result_of({numbered_case(3)});
  more.put.name = "Other";
  more.cases[0].put = "TriangleTest.Other";
  more.cases[0].inputs[0].target = "*p";
  more.cases[0].objects = {{"*p", "Node"}};
  const auto store = open(folder.database());
  store->finish(store->begin(more.put), more);
  expect_same(store->load("TriangleTest.Classify")->cases.at(0), result.cases[0]);
  expect_same(store->load("TriangleTest.Other")->cases.at(0), more.cases[0]);
  EXPECT_EQ(query(folder.database(), "PRAGMA user_version"), "2");
}

TEST(Store, KeepsValuesReadableForQueries) {
  const Folder folder;
  {
    const auto store = open(folder.database());
    const auto id = store->begin(put());
    store->finish(id, result_of({full_case()}));
  }
  EXPECT_EQ(query(folder.database(), "SELECT value, kind, width FROM inputs WHERE position IN (1, 2)"),
            "170141183460469231768498806334086722064|unsigned __int128|128;-1|int|32");
  EXPECT_EQ(query(folder.database(), "SELECT put, fault, line FROM failing_cases"),
            "TriangleTest.Classify|signed overflow|12");
  EXPECT_EQ(query(folder.database(), "PRAGMA user_version"), std::to_string(kSchemaVersion));
}

TEST(Store, TakesNamesAndNativeRunsFromTheResult) {
  const Folder folder;
  const auto store = open(folder.database());
  const auto id = store->begin(put());
  for (std::uint64_t n = 0; n < 3; ++n) store->add(id, numbered_case(n));
  Result result = result_of({numbered_case(2), numbered_case(0), numbered_case(5)});
  result.cases[0].name = "second";
  result.cases[1].native = Case::Native::Differs;
  result.cases[1].native_detail = "exits";
  store->finish(id, result);
  const auto loaded = store->load("TriangleTest.Classify");
  ASSERT_EQ(loaded->cases.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) expect_same(loaded->cases[i], result.cases[i]);
}

TEST(Store, ReplacesEarlierExplorationsOnlyWhenFinished) {
  const Folder folder;
  const auto store = open(folder.database());
  const auto first = store->begin(put());
  store->finish(first, result_of({numbered_case(1), numbered_case(2)}));
  const auto second = store->begin(put());
  store->add(second, numbered_case(3));
  store->flush();
  EXPECT_EQ(store->load("TriangleTest.Classify")->cases.size(), 2U);
  store->finish(second, result_of({numbered_case(3)}));
  EXPECT_EQ(store->load("TriangleTest.Classify")->cases.size(), 1U);
  EXPECT_EQ(query(folder.database(), "SELECT count(*) FROM explorations"), "1");
  EXPECT_EQ(query(folder.database(), "SELECT count(*) FROM inputs"), "5");
}

TEST(Store, ShowsUnfinishedAndInterruptedExplorationsAsIncomplete) {
  const Folder folder;
  {
    const auto store = open(folder.database());
    store->add(store->begin(put("Killed")), full_case());
    Result result = result_of({numbered_case(1)});
    result.put = put("Interrupted");
    result.interrupted = true;
    store->finish(store->begin(result.put), result);
    result.put = put("Whole");
    result.interrupted = false;
    store->finish(store->begin(result.put), result);
  }
  const auto store = open_existing(folder.database());
  const auto list = store->list();
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].name, "TriangleTest.Interrupted");
  EXPECT_FALSE(list[0].complete);
  EXPECT_EQ(list[1].name, "TriangleTest.Killed");
  EXPECT_FALSE(list[1].complete);
  EXPECT_EQ(list[1].paths, 1U);
  EXPECT_EQ(list[1].failed, 1U);
  EXPECT_EQ(list[1].verdict, VerdictKind::Open);
  EXPECT_TRUE(list[2].complete);
  EXPECT_EQ(list[2].verdict, VerdictKind::Refuted);
  EXPECT_EQ(list[2].line, 17);
  const auto killed = store->load("TriangleTest.Killed");
  EXPECT_TRUE(killed->interrupted);
  EXPECT_EQ(killed->verdict, VerdictKind::Open);
  EXPECT_EQ(killed->ledger.at(0).kind, "unfinished-exploration");
}

TEST(Store, NamesAreData) {
  const Folder folder;
  const std::string name = "'); DROP TABLE cases; --";
  {
    const auto store = open(folder.database());
    Result result = result_of({numbered_case(1)});
    result.put = put(name);
    result.cases[0].name = "\"; DELETE FROM puts; x\0y'";
    store->finish(store->begin(result.put), result);
  }
  const auto store = open_existing(folder.database());
  EXPECT_EQ(store->list().at(0).name, "TriangleTest." + name);
  EXPECT_EQ(store->load("TriangleTest." + name)->cases.size(), 1U);
}

TEST(Store, KeepsCasesWithoutFurtherCalls) {
  const Folder folder;
  const auto writer = open(folder.database());
  const auto id = writer->begin(put());
  writer->add(id, numbered_case(1));
  // Another process sees the case although the writer does nothing more.
  std::string count;
  for (int i = 0; i < 600 && count != "1"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    count = query(folder.database(), "SELECT count(*) FROM cases");
  }
  EXPECT_EQ(count, "1");
}

TEST(Store, RecordsThousandsOfCases) {
  const Folder folder;
  const auto store = open(folder.database());
  const auto id = store->begin(put());
  std::vector<Case> cases;
  for (std::uint64_t n = 0; n < 5000; ++n) cases.push_back(numbered_case(n * 2654435761U));
  for (const Case& c : cases) store->add(id, c);
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].name = "case_" + std::to_string(i);
  store->finish(id, result_of(cases));
  const auto loaded = store->load("TriangleTest.Classify");
  ASSERT_EQ(loaded->cases.size(), 5000U);
  expect_same(loaded->cases[4321], cases[4321]);
  EXPECT_EQ(query(folder.database(), "PRAGMA integrity_check"), "ok");
}

TEST(Store, SharesTheFileBetweenWriters) {
  const Folder folder;
  const auto write = [&](const std::string& name) {
    const auto store = open(folder.database());
    Result result = result_of({});
    result.put = put(name);
    const auto id = store->begin(result.put);
    for (std::uint64_t n = 0; n < 300; ++n) {
      store->add(id, numbered_case(n));
      result.cases.push_back(numbered_case(n));
    }
    store->finish(id, result);
  };
  {
    std::jthread other(write, "Other");
    write("One");
  }
  const auto list = open_existing(folder.database())->list();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].cases + list[1].cases, 600U);
}

TEST(OpenSqlite, RefusesANewerSchemaAndLeavesTheFileAlone) {
  const Folder folder;
  {
    open(folder.database())->begin(put());
  }
  query(folder.database(), "PRAGMA journal_mode = DELETE");
  query(folder.database(), "PRAGMA user_version = 3");
  const std::string before = bytes_of(folder.database());
  EXPECT_THAT(error_of([&] { open(folder.database()); }), HasSubstr("newer forall (schema 3"));
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
  query(foreign, "CREATE TABLE bookmarks (url TEXT)");
  const std::string theirs = bytes_of(foreign);
  EXPECT_THAT(error_of([&] { open(foreign); }), HasSubstr("another program"));
  EXPECT_EQ(bytes_of(foreign), theirs);
  EXPECT_THAT(error_of([&] { open(folder.path); }), HasSubstr("folder"));
}

TEST(OpenSqlite, NamesTheFileItCannotOpen) {
  const Folder folder;
  const auto missing = folder.path / "no" / "such" / "folder.db";
  EXPECT_THAT(error_of([&] { open(missing); }), HasSubstr(missing.string()));
  EXPECT_THAT(error_of([&] { open_existing(missing); }), HasSubstr("no such database"));
  EXPECT_FALSE(std::filesystem::exists(missing));
}

TEST(OpenSqlite, TakesAnEmptyFileAsNew) {
  const Folder folder;
  std::ofstream(folder.database()).flush();
  EXPECT_TRUE(open(folder.database())->list().empty());
}

TEST(OpenSqliteExisting, RefusesToWrite) {
  const Folder folder;
  {
    open(folder.database());
  }
  const auto store = open_existing(folder.database());
  EXPECT_THAT(error_of([&] { store->begin(put()); }), HasSubstr("reading only"));
}

}  // namespace
}  // namespace forall::store
