// What the header says about axioms in an instrumented target, against a stand-in for the runtime.
#include <forall/forall.h>
#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>

#include "fake_engine.h"
#include "testcase/records.h"

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;
using Json = nlohmann::json;

class Table {
 public:
  Table() : buckets_(nullptr) {}
  bool is_empty() const { return buckets_ == nullptr; }

 private:
  void* buckets_;
};
class Queue {  // virtual functions that nobody defines
 public:
  virtual ~Queue();
  virtual int front() const;
};
namespace app {
class Reader {
 public:
  virtual ~Reader() = default;
  virtual int read() = 0;
};
struct Pair {
  Table table;
  int count = 3;
};
class Even {
 public:
  explicit Even(int half) : value_(2 * half) {}
  int value() const { return value_; }

 private:
  int value_;
};
}  // namespace app
struct Owner {
  int value;
  std::unique_ptr<int> owned;
};
struct Sharer {
  int value;
  std::shared_ptr<int> shared;
};

FORALL_STATE(app::Even, value_);
FORALL_INVARIANT(app::Even, [](const app::Even& even) { return even.value() % 2 == 0; });

struct Writer {
  virtual ~Writer() = default;
  virtual int write() = 0;
};
struct File : Writer {
  int write() override { return written; }
  int written = 0;
};
FORALL_STATE(File, written);
FORALL_SUBTYPES(Writer, File);
FORALL_AXIOMS(Writer, WriterTests);
FORALL_AXIOMS(Table, TableTests);
FORALL_AXIOMS(app::Reader, ReaderTests);
FORALL_AXIOMS((std::unordered_map<int, int>), MapTests);
FORALL_AXIOMS(app::Even, EvenTests);
FORALL_AXIOMS(Owner, OwnerTests);
FORALL_AXIOMS(Sharer, OwnerTests);
FORALL_USING(Clients, TableTests);

static_assert(forall::internal::AxiomsOf<Table>::kExists);
static_assert(!forall::internal::AxiomsOf<app::Pair>::kExists);

namespace {

int bodies = 0;

void TakesTable(const Table& table, Table* other) { bodies += &table != other ? 1 : 0; }
void TakesReader(app::Reader&) { ++bodies; }
void TakesPair(app::Pair pair) { bodies += pair.count; }
void TakesEven(app::Even even) { bodies += even.value() + 1; }
void TakesMap(const std::unordered_map<int, int>&) { ++bodies; }
void ThrowsRange(int) { throw std::out_of_range("range"); }
struct Closed {
  Closed(int, int) {}
};
void ThrowsClosed(int) { throw Closed(1, 2); }
void ThrowsDefault(int) { throw 3; }
void ThrowsWhenPure(Table&) { throw std::out_of_range("range"); }
void KeepsEven(app::Even& even, const app::Even& other, app::Even copied) {
  bodies += even.value() == other.value() && copied.value() == 0 ? 1 : 0;
}
void KeepsOwner(Owner& owner) { bodies += owner.value == 0 ? 1 : 0; }
void KeepsSharer(Sharer& sharer) { bodies += sharer.value == 0 ? 1 : 0; }
void Writes(Writer&) { ++bodies; }
void KeepsNothing(int) { ++bodies; }

Json description(const std::string& suite, const std::string& name) {
  const ForallPut* put = fake::find_put(suite, name);
  return Json::parse(put->describe(put));
}

class Axioms : public ::testing::Test {
 protected:
  void SetUp() override { bodies = 0; }
  void TearDown() override { fake::stand_in({}); }
};

}  // namespace

FORALL(TableTests, TakesTable).Pure();
FORALL(Clients, TakesTable).Using<ReaderTests>();
FORALL(Clients, TakesReader).Using<TableTests, MapTests>();
FORALL(Clients, TakesPair);
FORALL(Others, TakesPair);
FORALL(EvenTests, TakesEven);
FORALL(MapTests, TakesMap);
FORALL(TableTests, ThrowsRange).Throws<std::out_of_range>();
FORALL(TableTests, ThrowsClosed).Throws<Closed>();
FORALL(TableTests, ThrowsDefault).Throws<int>();
FORALL(TableTests, ThrowsWhenPure).Pure().Throws<std::out_of_range>();
FORALL(EvenTests, KeepsEven).Pure({.depth = 3});
FORALL(OwnerTests, KeepsOwner).Pure();
FORALL(OwnerTests, KeepsNothing).Pure();
FORALL(WriterTests, Writes);
FORALL(OwnerTests, KeepsSharer).Pure();

TEST_F(Axioms, AreRegisteredWithTheKeyOfTheirClass) {
  EXPECT_THAT(fake::axioms(), IsSupersetOf({std::string("TableTests 5Table Table"),
                                            std::string("ReaderTests N3app6ReaderE app::Reader"),
                                            std::string("MapTests ") + typeid(std::unordered_map<int, int>).name() +
                                                " " + forall::internal::type_spelling<std::unordered_map<int, int>>(),
                                            std::string("EvenTests N3app4EvenE app::Even")}));
}

TEST_F(Axioms, TheKeyOfAClassNeedsNoDefinitionOfItsVirtualFunctions) {
  EXPECT_STREQ(forall::internal::class_key<Queue>(), "5Queue");
  EXPECT_STREQ(forall::internal::class_key<app::Reader>(), typeid(app::Reader).name());
}

TEST_F(Axioms, CatalogSaysWhatIsPureAndWhatIsUsed) {
  EXPECT_EQ(description("TableTests", "TakesTable")["is_pure"], true);
  EXPECT_FALSE(description("TableTests", "TakesTable").contains("uses"));
  EXPECT_EQ(description("Clients", "TakesTable")["uses"], Json({"ReaderTests", "TableTests"}));
  EXPECT_EQ(description("Clients", "TakesReader")["uses"], Json({"TableTests", "MapTests"}));
  EXPECT_EQ(description("Clients", "TakesPair")["uses"], Json({"TableTests"}));
  EXPECT_FALSE(description("Others", "TakesPair").contains("uses"));
  EXPECT_FALSE(description("Others", "TakesPair").contains("is_pure"));
  const Json all = Json::array({description("Clients", "TakesTable"), description("Clients", "TakesReader")});
  EXPECT_THAT(forall::testcase::parse_catalog(all.dump()), SizeIs(2));
}

TEST_F(Axioms, AnExpectedExceptionCanBeThrown) {
  const ForallPut* range = fake::find_put("TableTests", "ThrowsRange");
  EXPECT_STREQ(range->expected_type, typeid(std::out_of_range).name());
  EXPECT_THROW(range->throw_expected(), std::out_of_range);
  EXPECT_THROW(fake::find_put("TableTests", "ThrowsDefault")->throw_expected(), int);
  const ForallPut* closed = fake::find_put("TableTests", "ThrowsClosed");
  EXPECT_STREQ(closed->expected_type, typeid(Closed).name());
  EXPECT_EQ(closed->throw_expected, nullptr);
  EXPECT_EQ(fake::find_put("TableTests", "TakesTable")->expected_type, nullptr);
}

TEST_F(Axioms, ObjectsAreStoodInFor) {
  fake::stand_in({"5Table"});
  const fake::Run run = fake::run(fake::find_put("TableTests", "TakesTable"), {{"arg1", 1}});
  EXPECT_THAT(run.stood_in, ElementsAre("5Table arg0 8", "5Table *arg1 8"));
  EXPECT_THAT(run.not_shown, IsEmpty());
  EXPECT_EQ(bodies, 1);
}

TEST_F(Axioms, WithoutAStandInAnObjectIsNotMade) {
  const fake::Run run = fake::run(fake::find_put("TableTests", "TakesTable"));
  EXPECT_THAT(run.not_shown, ElementsAre(std::to_string(FORALL_LEDGER_NOT_MADE) + " Table"));
  EXPECT_THAT(run.assumptions, ElementsAre(false));
  EXPECT_EQ(bodies, 0);
}

TEST_F(Axioms, AnAbstractClassHasRoomForItsState) {
  fake::stand_in({"N3app6ReaderE"});
  const fake::Run run = fake::run(fake::find_put("Clients", "TakesReader"));
  EXPECT_THAT(run.stood_in, ElementsAre("N3app6ReaderE arg0 16"));
  EXPECT_EQ(bodies, 1);
}

TEST_F(Axioms, MembersAreStoodInForAndOthersAreInputs) {
  fake::stand_in({"5Table"});
  const fake::Run run = fake::run(fake::find_put("Others", "TakesPair"), {{"arg0.count", 5}});
  EXPECT_THAT(run.stood_in, ElementsAre("5Table arg0.table 8"));
  ASSERT_THAT(run.inputs, SizeIs(1));
  EXPECT_EQ(bodies, 5);
}

TEST_F(Axioms, AnInvariantIsNotAskedOfAStandIn) {
  fake::stand_in({"N3app4EvenE"});
  EXPECT_THAT(fake::run(fake::find_put("EvenTests", "TakesEven")).assumptions, IsEmpty());
  fake::stand_in({"5Table"});
  EXPECT_THAT(fake::run(fake::find_put("EvenTests", "TakesEven")).assumptions, ElementsAre(true));
}

TEST_F(Axioms, LibraryTypesAreStoodInFor) {
  fake::stand_in({typeid(std::unordered_map<int, int>).name()});
  EXPECT_THAT(fake::run(fake::find_put("MapTests", "TakesMap")).stood_in, SizeIs(1));
  fake::stand_in({});
  EXPECT_THAT(fake::run(fake::find_put("MapTests", "TakesMap")).stood_in, IsEmpty());
}

TEST_F(Axioms, APureTestExpectsTheSameStates) {
  fake::stand_in({"5Table"});
  EXPECT_EQ(fake::run(fake::find_put("TableTests", "TakesTable")).expects_same_states, 1);
  EXPECT_EQ(fake::run(fake::find_put("TableTests", "ThrowsWhenPure")).expects_same_states, 1);
  EXPECT_EQ(fake::run(fake::find_put("Clients", "TakesTable")).expects_same_states, 0);
}

TEST_F(Axioms, WhereCodeRunsAPureTestComparesItsObjectsWithCopies) {
  const fake::Run run = fake::run(fake::find_put("EvenTests", "KeepsEven"));
  EXPECT_THAT(run.compared, ElementsAre("app::Even 3", "app::Even 3"));
  EXPECT_THAT(run.not_shown, IsEmpty());
  EXPECT_EQ(run.building, 0);
  EXPECT_EQ(run.expects_same_states, 0);
}

TEST_F(Axioms, WhatCannotBeComparedIsNotShown) {
  const fake::Run owner = fake::run(fake::find_put("OwnerTests", "KeepsOwner"));
  EXPECT_THAT(owner.compared, IsEmpty());
  EXPECT_THAT(owner.not_shown, ElementsAre(std::to_string(FORALL_LEDGER_PURITY_DEPTH) +
                                           " purity was not compared: an object of class Owner cannot be copied"));
  EXPECT_THAT(fake::run(fake::find_put("OwnerTests", "KeepsNothing")).not_shown, SizeIs(1));
  fake::stand_in({"5Owner"});
  EXPECT_THAT(fake::run(fake::find_put("OwnerTests", "KeepsOwner")).not_shown, IsEmpty());
}

TEST_F(Axioms, ATestThatLeavesAllMemoryAsItWasIsPure) {
  fake::is_memory_unchanged = true;
  const fake::Run run = fake::run(fake::find_put("EvenTests", "KeepsEven"));
  EXPECT_THAT(run.compared, IsEmpty());
  EXPECT_THAT(fake::run(fake::find_put("OwnerTests", "KeepsOwner")).not_shown, IsEmpty());
  fake::is_memory_unchanged = false;
}

TEST_F(Axioms, WhetherACopyIsMadeIsAChoiceIfTheTestCouldNoticeIt) {
  const ForallPut* put = fake::find_put("OwnerTests", "KeepsSharer");
  EXPECT_THAT(fake::run(put).compared, IsEmpty());
  EXPECT_THAT(fake::run(put, {{"is_copied", 1}}).compared, ElementsAre("Sharer 2"));
}

TEST_F(Axioms, AStandInTakesThePlaceOfAllSubtypes) {
  const ForallPut* put = fake::find_put("WriterTests", "Writes");
  EXPECT_THAT(fake::run(put).inputs, SizeIs(1));
  fake::stand_in({"5Table"});
  EXPECT_THAT(fake::run(put).inputs, SizeIs(1));
  fake::stand_in({"6Writer"});
  const fake::Run run = fake::run(put);
  EXPECT_THAT(run.stood_in, ElementsAre("6Writer arg0 16"));
  EXPECT_THAT(run.inputs, IsEmpty());
  EXPECT_EQ(bodies, 3);
}
