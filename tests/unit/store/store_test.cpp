#include "store/store.h"
#include "base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "backend.h"
#include "records.h"

namespace forall::store {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::HasSubstr;

class StoreTest : public OnEachBackend {};
ON_EACH_BACKEND(StoreTest);

TEST_P(StoreTest, ForgetsAPutWithAllItsCases) {
  const Result result = result_of({full_case(), numbered_case(8)});
  const auto store = open(where());
  const auto id = store->begin(result.put);
  for (const Case& c : result.cases) store->add(id, c);
  store->finish(id, result);
  const std::int64_t row = store->load("TriangleTest.Classify")->cases[0].id;
  EXPECT_FALSE(store->forget("TriangleTest.Other"));
  EXPECT_TRUE(store->forget("TriangleTest.Classify"));
  EXPECT_TRUE(store->list().empty());
  EXPECT_FALSE(store->find_case(row));
  EXPECT_FALSE(store->forget("TriangleTest.Classify"));
}

TEST_P(StoreTest, MovesAPut) {
  Result result = result_of({full_case()});
  result.ledger = {
      {testcase::LedgerKind::TimeBound, "of the PUT", result.put.file, static_cast<unsigned>(result.put.line), 1, ""},
      {testcase::LedgerKind::UnfoldBound, "of a loop", "list.h", 2, 1, ""}};
  const auto store = open(where());
  store->finish(store->begin(result.put), result);
  testcase::Put moved = result.put;
  moved.file = "moved.cpp";
  moved.line += 7;
  store->move(moved);
  EXPECT_EQ(store->list()[0].file, "moved.cpp");
  EXPECT_EQ(store->list()[0].line, moved.line);
  const auto loaded = store->load(moved.full_name());
  EXPECT_EQ(loaded->put.line, moved.line);
  EXPECT_EQ(loaded->ledger[0].file, "moved.cpp");
  EXPECT_EQ(loaded->ledger[0].line, static_cast<unsigned>(moved.line));
  EXPECT_EQ(loaded->ledger[1].line, 2u);
  EXPECT_EQ(loaded->cases.size(), 1u);
}

TEST(PlaceTest, IsAFileOrAKnownUrl) {
  for (const char* where : {"", ":memory:", "mysql://x/y", "postgresq://alice@/team"}) {
    EXPECT_THROW(open(where), base::UserError) << where;
    EXPECT_THROW(open_existing(where), base::UserError) << where;
  }
  EXPECT_FALSE(std::filesystem::exists("mysql:"));
}

TEST_P(StoreTest, GivesBackWhatItWasGiven) {
  const Result result = result_of({full_case(), numbered_case(8)});
  {
    const auto store = open(where());
    const auto id = store->begin(result.put);
    for (const Case& c : result.cases) store->add(id, c);
    store->finish(id, result);
  }
  const auto store = open_existing(where());
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
  EXPECT_EQ(loaded->fingerprint, result.fingerprint);
  EXPECT_EQ(loaded->code, result.code);
  ASSERT_EQ(loaded->branches.size(), 2U);
  EXPECT_EQ(loaded->branches[1].direction, result.branches[1].direction);
  EXPECT_EQ(loaded->branches[1].function, "f(int)");
  EXPECT_TRUE(loaded->branches[0].is_covered);
  EXPECT_FALSE(loaded->branches[1].is_covered);
  ASSERT_EQ(loaded->stale.size(), 1U);
  EXPECT_EQ(loaded->stale[0].reason, result.stale[0].reason);
  EXPECT_EQ(loaded->stale[0].inputs.at(0).value.lo, 5U);
  EXPECT_EQ(loaded->stale[0].objects.at(0).type, "Node");
  ASSERT_EQ(loaded->axioms.size(), 3U);
  EXPECT_EQ(loaded->axioms[1].put, "TableTest.GetIsPure");
  EXPECT_EQ(loaded->axioms[1].standing, testcase::UsedAxiom::Standing::Stale);
  EXPECT_EQ(loaded->axioms[1].why, result.axioms[1].why);
  EXPECT_EQ(loaded->missing.at(0).term, result.missing[0].term);
  EXPECT_EQ(loaded->missing[0].sketch, result.missing[0].sketch);
  EXPECT_EQ(loaded->notes.at(0).kind, testcase::NoteKind::CasesWithoutRun);
  EXPECT_EQ(loaded->notes[0].text, result.notes[0].text);
  EXPECT_EQ(store->list().at(0).axioms, 2U) << "a refused one is not assumed";
  EXPECT_TRUE(loaded->put.is_pure);
  EXPECT_EQ(loaded->put.uses, result.put.uses);
  EXPECT_EQ(loaded->put.describes.at(0).spelling, "Triangle<int>");
  EXPECT_EQ(loaded->put.describes[0].index, 3U);
  EXPECT_EQ(loaded->put.parameters.at(1).type.element.at(0).members.at(1).name, "y");
  EXPECT_EQ(loaded->put.seeds, result.put.seeds);
  EXPECT_EQ(loaded->put.bounds.unfold, 8U);
  EXPECT_EQ(loaded->put.build.sources, result.put.build.sources);
  EXPECT_EQ(loaded->put.throws, "std::out_of_range");
  EXPECT_FALSE(store->find_case(999));
  EXPECT_FALSE(store->load("No.Such"));
}

// Schema 4 is schema 3 and more.
TEST_P(StoreTest, TakesADatabaseWithoutAxioms) {
  Result old = result_of({full_case()});
  {
    const auto store = open(where());
    store->finish(store->begin(old.put), old);
  }
  query("DROP VIEW assumptions");
  for (const char* table : {"axioms", "missing_axioms", "notes"}) query(std::string("DROP TABLE ") + table);
  query(GetParam() == Backend::Sqlite ? "PRAGMA user_version = 3" : "UPDATE schema_version SET version = 3");
  {
    const auto store = open_existing(where());
    EXPECT_EQ(store->list().at(0).axioms, 0U);
    EXPECT_TRUE(store->load("TriangleTest.Classify")->axioms.empty());
    expect_same(store->load("TriangleTest.Classify")->cases.at(0), old.cases[0]);
  }
  const auto store = open(where());
  expect_same(store->load("TriangleTest.Classify")->cases.at(0), old.cases[0]);
  store->finish(store->begin(old.put), old);
  EXPECT_EQ(store->load("TriangleTest.Classify")->axioms.size(), 3U);
  EXPECT_EQ(query("SELECT put, axiom, standing FROM assumptions ORDER BY axiom"),
            "TriangleTest.Classify|TableTest.GetIsPure|stale;TriangleTest.Classify|TableTest.SetThenGet|proved");
}

testcase::Type type_of(testcase::Type::Kind kind, const char* spelling) {
  testcase::Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}

TEST_P(StoreTest, GivesBackPutsOfEveryKindAndCasesWithObjects) {
  using Kind = testcase::Type::Kind;
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
  result.put.origins = {{"Node", "by its state"}};
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
    const auto store = open(where());
    const auto id = store->begin(result.put);
    store->add(id, result.cases[0]);
    store->finish(id, result);
  }
  const auto loaded = open_existing(where())->load("TriangleTest.Classify");
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
  EXPECT_EQ(open_existing(where())->find_put("TriangleTest.Classify")->classes.size(), 1U);
  EXPECT_FALSE(open_existing(where())->find_put("No.Such"));
}

TEST_P(StoreTest, KeepsValuesReadableForQueries) {
  {
    const auto store = open(where());
    const auto id = store->begin(put());
    store->finish(id, result_of({full_case()}));
  }
  EXPECT_EQ(query("SELECT value, kind, width FROM inputs WHERE position IN (1, 2) ORDER BY position"),
            "170141183460469231768498806334086722064|unsigned __int128|128;-1|int|32");
  EXPECT_EQ(query("SELECT put, fault, line FROM failing_cases"), "TriangleTest.Classify|signed overflow|12");
  EXPECT_EQ(query("SELECT put, name, value, expression FROM observations"), "TriangleTest.Classify|sum|-1|a[0] + a[1]");
  EXPECT_EQ(query("SELECT put, file, line, function, direction FROM uncovered_branches"),
            "TriangleTest.Classify|triangle.h|12|f(int)|1");
  EXPECT_EQ(query("SELECT file, line, direction FROM coverage"), "triangle.h|12|0");
  EXPECT_EQ(query("SELECT file, line, condition FROM steps WHERE position = 1"), "sort.h|1|a[1] < b");
  EXPECT_EQ(query("SELECT put, name, reason FROM stale_cases"),
            "TriangleTest.Classify|was_small|triangle.h:12: now a == 5, before a != 5");
  EXPECT_EQ(query("SELECT name FROM code ORDER BY position"), "_Z1fv;_Z1gi");
  EXPECT_EQ(query("SELECT count(*) FROM open_puts"), "0");
}

TEST_P(StoreTest, TakesNamesAndNativeRunsFromTheResult) {
  const auto store = open(where());
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

TEST_P(StoreTest, ReplacesEarlierExplorationsOnlyWhenFinished) {
  const auto store = open(where());
  const auto first = store->begin(put());
  store->finish(first, result_of({numbered_case(1), numbered_case(2)}));
  const auto second = store->begin(put());
  store->add(second, numbered_case(3));
  store->flush();
  EXPECT_EQ(store->load("TriangleTest.Classify")->cases.size(), 2U);
  store->finish(second, result_of({numbered_case(3)}));
  EXPECT_EQ(store->load("TriangleTest.Classify")->cases.size(), 1U);
  EXPECT_EQ(query("SELECT count(*) FROM explorations"), "1");
  EXPECT_EQ(query("SELECT count(*) FROM inputs"), "5");
}

TEST_P(StoreTest, ShowsUnfinishedAndInterruptedExplorationsAsIncomplete) {
  {
    const auto store = open(where());
    store->add(store->begin(put("Killed")), full_case());
    Result result = result_of({numbered_case(1)});
    result.put = put("Interrupted");
    result.interrupted = true;
    store->finish(store->begin(result.put), result);
    result.put = put("Whole");
    result.interrupted = false;
    store->finish(store->begin(result.put), result);
  }
  const auto store = open_existing(where());
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
  EXPECT_EQ(killed->ledger.at(0).kind, testcase::LedgerKind::UnfinishedExploration);
}

TEST_P(StoreTest, NamesAreData) {
  using namespace std::string_literals;
  for (const std::string& name : {"'); DROP TABLE cases; --"s, "\"quoted\" and \\ and \\x41"s, "Größe_日本_🦀"s,
                                  "a\0b"s, "bytes \xff\xc0\x80 \xed\xa0\x80"s, "%s ?1 $1 {id}\n\t"s}) {
    Result result = result_of({full_case()});
    result.put = put(name);
    result.put.name = name;
    Case& c = result.cases[0];
    c.put = result.put.full_name();
    for (std::string* text : {&c.name, &c.outcome.message, &c.outcome.file, &c.inputs[0].name, &c.inputs[4].type,
                              &c.path_condition, &c.steps[3].condition, &c.native_detail, &c.observations[0].name}) {
      *text = name;
    }
    c.inputs[4].kind = testcase::ScalarKind::SignedEnum;
    result.ledger[0].text = name;
    {
      const auto store = open(where());
      const auto id = store->begin(result.put);
      store->add(id, c);
      store->finish(id, result);
    }
    const auto store = open_existing(where());
    const auto loaded = store->load(result.put.full_name());
    ASSERT_TRUE(loaded) << name;
    ASSERT_EQ(loaded->cases.size(), 1U);
    expect_same(loaded->cases[0], c);
    EXPECT_EQ(loaded->ledger.at(0).text, name);
    EXPECT_EQ(store->case_names(result.put.full_name()).at(0).name, name);
    EXPECT_EQ(query("SELECT count(*) FROM inputs WHERE case_id = " + std::to_string(loaded->cases[0].id)), "5");
  }
  EXPECT_EQ(open_existing(where())->list().size(), 6U);
}

TEST_P(StoreTest, NamesItsCasesInTheirOrderAndGivesEachByItsNumber) {
  const auto store = open(where());
  Result result = result_of({numbered_case(2), full_case(), numbered_case(1)});
  for (std::size_t i = 0; i < 3; ++i) result.cases[i].name = "case_" + std::to_string(9 - i);
  store->finish(store->begin(result.put), result);
  const auto names = store->case_names("TriangleTest.Classify");
  ASSERT_EQ(names.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(names[i].name, result.cases[i].name);
    expect_same(store->find_case(names[i].id).value(), result.cases[i]);
  }
  EXPECT_TRUE(store->case_names("No.Such").empty());
}

TEST_P(StoreTest, SumsUpWithRefutingCasesOnly) {
  const auto store = open(where());
  const Result result = result_of({numbered_case(2), full_case(), numbered_case(1)});
  store->finish(store->begin(result.put), result);
  const auto summary = store->load_summary("TriangleTest.Classify");
  ASSERT_TRUE(summary);
  ASSERT_EQ(summary->cases.size(), 1U);
  EXPECT_EQ(summary->cases[0].outcome.fault, Fault::SignedOverflow);
  EXPECT_EQ(summary->cases[0].inputs.size(), 5U);
  EXPECT_TRUE(summary->cases[0].steps.empty());
  EXPECT_EQ(summary->paths, 10U);
  EXPECT_EQ(summary->code, result.code);
  EXPECT_EQ(summary->ledger.size(), 1U);
  EXPECT_FALSE(store->load_summary("No.Such"));
}

TEST_P(StoreTest, KeepsRunsWithoutTheirPasswords) {
  const auto store = open(where());
  store->start_run({"forall explore a.cpp --db postgresql://me:secret@host/cases", "1.2.3"});
  store->finish(store->begin(put()), result_of({}));
  EXPECT_EQ(query("SELECT command, version FROM runs JOIN explorations ON run_id = runs.id"),
            "forall explore a.cpp --db postgresql://me@host/cases|1.2.3");
}

// Two explorations of one PUT at a time: nobody fails, and what is shown is what finished last.
TEST_P(StoreTest, TheLastToFinishWins) {
  const auto slow = open(where()), quick = open(where());
  const auto first = slow->begin(put()), second = quick->begin(put());
  slow->add(first, numbered_case(1));
  quick->add(second, numbered_case(2));
  quick->finish(second, result_of({numbered_case(2)}));
  slow->add(first, numbered_case(3));
  slow->finish(first, result_of({numbered_case(1), numbered_case(3)}));
  const auto loaded = quick->load("TriangleTest.Classify");
  ASSERT_EQ(loaded->cases.size(), 2U);
  EXPECT_EQ(loaded->cases[1].inputs[0].value.lo, 3U);
  EXPECT_EQ(query("SELECT count(*) FROM explorations"), "1");
  EXPECT_EQ(query("SELECT count(*) FROM paths"), "2");
}

TEST_P(StoreTest, RemovesWhatKilledProcessesLeftBehindAndNothingOfLivingOnes) {
  const auto explore_and_die = [&] {
    const auto killed = open(where());
    killed->add(killed->begin(put()), numbered_case(1));
  };
  // A server may take a moment to notice that a client has gone.
  const auto until = [&](const std::string& states, const std::function<void()>& f) {
    for (int i = 0; i < 200 && query("SELECT state FROM explorations ORDER BY id") != states; ++i) {
      if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      f();
    }
    EXPECT_EQ(query("SELECT state FROM explorations ORDER BY id"), states);
  };
  const auto living = open(where());
  const auto exploration = living->begin(put());
  living->add(exploration, numbered_case(4));
  explore_and_die();
  EXPECT_EQ(query("SELECT count(*) FROM explorations"), "2");
  const auto store = open(where());
  until("running;finished", [&] { store->finish(store->begin(put()), result_of({numbered_case(2)})); });
  living->finish(exploration, result_of({numbered_case(4)}));
  EXPECT_EQ(store->load("TriangleTest.Classify")->cases.at(0).inputs[0].value.lo, 4U);
  explore_and_die();
  until("finished", [&] { store->start_run({"forall explore", "1"}); });
}

TEST_P(StoreTest, KeepsCasesWithoutFurtherCalls) {
  const auto writer = open(where());
  const auto id = writer->begin(put());
  writer->add(id, numbered_case(1));
  // Another process sees the case although the writer does nothing more.
  std::string count;
  for (int i = 0; i < 600 && count != "1"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    count = query("SELECT count(*) FROM cases");
  }
  EXPECT_EQ(count, "1");
}

TEST_P(StoreTest, RecordsThousandsOfCases) {
  const auto store = open(where());
  const auto id = store->begin(put());
  std::vector<Case> cases;
  for (std::uint64_t n = 0; n < 5000; ++n) cases.push_back(numbered_case(n * 2654435761U));
  for (const Case& c : cases) store->add(id, c);
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].name = "case_" + std::to_string(i);
  store->finish(id, result_of(cases));
  const auto loaded = store->load("TriangleTest.Classify");
  ASSERT_EQ(loaded->cases.size(), 5000U);
  expect_same(loaded->cases[4321], cases[4321]);
}

TEST_P(StoreTest, SharesTheFileBetweenWriters) {
  const auto write = [&](const std::string& name) {
    const auto store = open(where());
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
  const auto list = open_existing(where())->list();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].cases + list[1].cases, 600U);
}

TEST_P(StoreTest, OpenedToReadRefusesToWrite) {
  {
    open(where());
  }
  const auto store = open_existing(where());
  EXPECT_THAT(error_of([&] { store->begin(put()); }), HasSubstr("reading only"));
}

}  // namespace
}  // namespace forall::store
