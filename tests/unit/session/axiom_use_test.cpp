#include "session/axiom_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "../axioms/puts.h"
#include "axioms/witnesses.h"
#include "fake_code.h"
#include "session/fingerprint.h"

namespace forall::session {
namespace {

using axioms::testing_support::axiom;
using axioms::testing_support::put;
using testcase::Result;
using testcase::UsedAxiom;
using testcase::VerdictKind;
using Standing = UsedAxiom::Standing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result result_of(const testcase::Put& put, VerdictKind verdict) {
  Result result;
  result.put = put;
  result.verdict = verdict;
  return result;
}

Result refuted(const testcase::Put& put) {
  Result result = result_of(put, VerdictKind::Refuted);
  testcase::Case failing;
  failing.outcome.kind = testcase::OutcomeKind::Failed;
  failing.outcome.file = "table.h";
  failing.outcome.line = 4;
  testcase::InputValue input;
  input.name = "k";
  input.type = "int";
  input.width = 32;
  failing.inputs = {input};
  result.cases = {failing};
  testcase::Type number;
  number.spelling = "int";
  number.width = 32;
  result.put.parameters = {{"k", number}};
  return result;
}

TEST(Standing, IsTheVerdictOfTheAxiomsOwnExploration) {
  const auto table = axiom("Table", "Gets", 0);
  EXPECT_EQ(judge_explored(result_of(table, VerdictKind::Proved)).standing, Standing::Proved);
  const UsedAxiom refused = judge_explored(refuted(table));
  EXPECT_EQ(refused.standing, Standing::Refused);
  EXPECT_EQ(refused.why, "k = 0: failed at table.h:4");
  Result open = result_of(table, VerdictKind::Open);
  open.ledger = {{testcase::LedgerKind::TimeBound, "stopped after 60 seconds", "", 0, 1, ""}};
  EXPECT_EQ(judge_explored(open).standing, Standing::Assumed);
  EXPECT_EQ(judge_explored(open).why, "stopped after 60 seconds");
  open.notes = {{testcase::NoteKind::NoCode, "no closed tests"}};
  EXPECT_EQ(judge_explored(open).why, "no code");
}

TEST(Standing, OfAStoredProofEndsWithItsCode) {
  const Result proved = result_of(axiom("Table", "Gets", 0), VerdictKind::Proved);
  const Result failed = refuted(proved.put);
  EXPECT_EQ(judge_stored("Table.Gets", nullptr, Present::Same).why, "not explored");
  EXPECT_EQ(judge_stored("Table.Gets", &proved, Present::Same).standing, Standing::Proved);
  EXPECT_EQ(judge_stored("Table.Gets", &failed, Present::Same).standing, Standing::Refused);
  const UsedAxiom stale = judge_stored("Table.Gets", &proved, Present::OtherCode);
  EXPECT_EQ(stale.standing, Standing::Stale);
  EXPECT_EQ(stale.why, "the code has changed since");
  EXPECT_EQ(judge_stored("Table.Gets", &failed, Present::OtherCode).standing, Standing::Assumed);
  EXPECT_EQ(judge_stored("Table.Gets", &proved, Present::OtherAxioms).standing, Standing::Stale);
}

// A service on a cache on a queue.
class AxiomsTest : public ::testing::Test {
 protected:
  AxiomsTest() {
    std::string name = (std::filesystem::temp_directory_path() / "forall-axioms-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    store_ = store::open((folder_ / "cases.db").string());
  }
  ~AxiomsTest() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  Axioms make() const { return Axioms({puts_, plan_, code_, options_.engine, stop_, "common"}); }
  void keep(const Result& result) { store_->finish(store_->begin(result.put), result); }
  static std::vector<std::string> texts(const std::vector<UsedAxiom>& axioms) {
    std::vector<std::string> texts;
    for (const auto& a : axioms) texts.push_back(a.put + " " + testcase::to_string(a.standing));
    return texts;
  }

  const std::vector<testcase::Put> puts_ = {put("Service", "Serves", {"Cache"}), axiom("Queue", "Pops", 0),
                                            axiom("Cache", "Finds", 1, {"Queue"}), axiom("Cache", "Drops", 1)};
  const Settings options_;
  const axioms::AxiomPlan plan_{puts_, {}};
  FakeCode code_;
  std::atomic<bool> stop_ = false;
  std::filesystem::path folder_;
  std::unique_ptr<store::Store> store_;
};

TEST_F(AxiomsTest, ListsAlsoWhatAnAxiomRestsOn) {
  Axioms axioms = make();
  axioms.add_explored(result_of(puts_[1], VerdictKind::Open));
  Result cache = result_of(puts_[2], VerdictKind::Proved);
  cache.axioms = axioms.use_of("Cache.Finds").axioms;
  axioms.add_explored(cache);
  axioms.add_explored(refuted(puts_[3]));
  const AxiomUse use = axioms.use_of("Service.Serves");
  EXPECT_THAT(texts(use.axioms), ElementsAre("Cache.Finds proved", "Cache.Drops refused", "Queue.Pops assumed"));
  ASSERT_EQ(use.given.size(), 1U);
  EXPECT_EQ(use.given[0].name, "Finds");
  EXPECT_THAT(use.refused_suites, IsEmpty());
  EXPECT_THAT(axioms.use_of("Queue.Pops").axioms, IsEmpty());
}

TEST_F(AxiomsTest, SaysThatNothingIsLeftOfASuite) {
  Axioms axioms = make();
  axioms.add_explored(refuted(puts_[2]));
  axioms.add_explored(refuted(puts_[3]));
  const AxiomUse use = axioms.use_of("Service.Serves");
  EXPECT_THAT(use.given, IsEmpty());
  EXPECT_THAT(use.refused_suites, ElementsAre("Cache"));
  Result result = result_of(puts_[0], VerdictKind::Proved);
  note_axioms(result, use, nullptr);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.ledger.at(0).kind, testcase::LedgerKind::NoAxioms);
}

TEST_F(AxiomsTest, TakesStoredProofsOfThePresentCode) {
  Result queue = result_of(puts_[1], VerdictKind::Proved);
  queue.code = code_.reached_by(puts_[1]);
  keep(queue);
  Axioms same = make();
  same.prepare({2}, *store_);
  EXPECT_THAT(texts(same.use_of("Cache.Finds").axioms), ElementsAre("Queue.Pops proved"));
  code_.fingerprint = 2;
  Axioms other = make();
  other.prepare({2}, *store_);
  EXPECT_THAT(texts(other.use_of("Cache.Finds").axioms), ElementsAre("Queue.Pops stale"));
  store_->forget("Queue.Pops");
  Axioms none = make();
  none.prepare({2}, *store_);
  EXPECT_THAT(texts(none.use_of("Cache.Finds").axioms), ElementsAre("Queue.Pops assumed"));
}

TEST_F(AxiomsTest, AStoredProofThatRestsOnAxiomsEndsWithThem) {
  Result queue = result_of(puts_[1], VerdictKind::Proved);
  queue.code = code_.reached_by(puts_[1]);
  keep(queue);
  Axioms axioms = make();
  axioms.prepare({2}, *store_);
  Result cache = result_of(puts_[2], VerdictKind::Proved);
  cache.code = code_.reached_by(puts_[2]);
  cache.axioms = axioms.use_of("Cache.Finds").axioms;
  cache.fingerprint = axioms.fingerprint_of("Cache.Finds") + "-places";
  keep(cache);
  Axioms later = make();
  later.prepare({0}, *store_);
  EXPECT_THAT(texts(later.use_of("Service.Serves").axioms),
              ElementsAre("Cache.Finds proved", "Cache.Drops assumed", "Queue.Pops proved"));
  Result open = queue;
  open.verdict = VerdictKind::Open;
  keep(open);
  Axioms shaken = make();
  shaken.prepare({0}, *store_);
  EXPECT_THAT(texts(shaken.use_of("Service.Serves").axioms), ElementsAre("Cache.Finds stale", "Cache.Drops assumed"));
}

TEST_F(AxiomsTest, FingerprintOfAClientChangesWithWhatIsKnownOfItsAxioms) {
  const auto fingerprint = [&](VerdictKind verdict) {
    Axioms axioms = make();
    axioms.add_explored(result_of(puts_[1], verdict));
    return axioms.fingerprint_of("Cache.Finds");
  };
  const std::string proved = fingerprint(VerdictKind::Proved);
  EXPECT_EQ(proved, fingerprint(VerdictKind::Proved));
  EXPECT_NE(proved, fingerprint(VerdictKind::Open));
  EXPECT_NE(proved, put_fingerprint(code_.reached_by(puts_[2]), puts_[2], "common"));
  code_.fingerprint = 2;
  EXPECT_NE(proved, fingerprint(VerdictKind::Proved));
}

TEST(NoteAxioms, SaysWhatAnAxiomDoesNotGive) {
  AxiomUse use;
  use.axioms = {{"Table.Gets", Standing::Proved, ""}, {"Table.Sets", Standing::Assumed, "no code"}};
  axioms::LearnedAxioms learned;
  learned.gaps = {{"Table.Gets", "says nothing"}, {"Table.Sets", "says less"}};
  Result result;
  note_axioms(result, use, &learned);
  EXPECT_EQ(result.axioms[0].why, "says nothing");
  EXPECT_EQ(result.axioms[1].why, "no code; says less");
}

TEST(ContradictoryResult, IsOpenAndNamesThem) {
  const Result result = contradictory_result(
      put("Bag", "Adds"), {{{"Table.A", "Table.B"}, "Table::get"}, {{"Table.A", "Table.B"}, "Table::get"}});
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  ASSERT_EQ(result.ledger.size(), 1U);
  EXPECT_EQ(result.ledger[0].kind, testcase::LedgerKind::ContradictoryAxioms);
  EXPECT_THAT(result.ledger[0].text, HasSubstr("Table.A and Table.B contradict each other"));
}

}  // namespace
}  // namespace forall::session
