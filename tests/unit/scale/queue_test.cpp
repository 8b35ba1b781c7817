#include "scale/queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "support.h"

namespace forall::scale {
namespace {

using namespace testing_support;
using ::testing::AllOf;
using ::testing::HasSubstr;

Plan plan(const std::string& put = "S.f") { return {put, "program-hash", "this forall", "libraries", "options"}; }

QueuedUnit unit(const std::string& key, bool is_hard = false) { return {key, "task of " + key, is_hard}; }

Completion completion(const std::string& facts) {
  Completion done;
  done.facts = facts;
  done.paths = 5;
  done.seconds = 1;
  return done;
}

class QueueTest : public OnServer {
 protected:
  std::int64_t open(const Plan& plan, const PlanTerms& terms = {}) {
    return queue_.open_plan(plan, terms, [] { return std::string(3'000'000, 'x'); });
  }
  Queue worker_{settings("worker")};
  const Queue::Which any_{"this forall", "", 0, ""};
};

TEST_F(QueueTest, AUnitIsClaimedOnce) {
  const std::int64_t id = open(plan());
  queue_.add(id, unit("a"));
  queue_.add(id, unit("a"));
  const auto claim = worker_.claim(any_);
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->key, "a");
  EXPECT_EQ(claim->task, "task of a");
  EXPECT_EQ(claim->lease, 30);
  EXPECT_FALSE(queue_.claim(any_));
}

TEST_F(QueueTest, ManyWhoClaimAtOnceGetAllUnitsOnceEach) {
  const std::int64_t id = open(plan());
  std::set<std::string> all;
  for (int i = 0; i < 200; ++i) all.insert("unit " + std::to_string(i));
  for (const std::string& key : all) queue_.add(id, unit(key));
  std::vector<std::vector<std::string>> got(6);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < got.size(); ++i) {
    threads.emplace_back([&, i] {
      Queue own(settings("worker " + std::to_string(i)));
      while (const auto claim = own.claim(any_)) {
        got[i].push_back(claim->key);
        own.complete(*claim, completion("facts"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::multiset<std::string> claimed;
  for (const auto& keys : got) claimed.insert(keys.begin(), keys.end());
  EXPECT_EQ(claimed, std::multiset<std::string>(all.begin(), all.end()));
  EXPECT_EQ(queue_.counts(id).done, 200u);
  EXPECT_EQ(queue_.counts(id).paths, 1000u);
}

TEST_F(QueueTest, HardUnitsComeLastAndAPutWithFewWorkersFirst) {
  const std::int64_t f = open(plan("S.f")), g = open(plan("S.g"));
  queue_.add(f, unit("hard", true));
  for (const char* key : {"1", "2", "3"}) queue_.add(f, unit(key));
  queue_.add(g, unit("other"));
  std::vector<std::string> order;
  while (const auto claim = worker_.claim(any_)) order.push_back(claim->key);
  EXPECT_THAT(order, ::testing::ElementsAre("1", "other", "2", "3", "hard"));
}

TEST_F(QueueTest, ALeaseThatIsNotRenewedEnds) {
  const std::int64_t id = open(plan(), {.lease = 0.2});
  queue_.add(id, unit("a"));
  const auto lost = worker_.claim(any_);
  ASSERT_TRUE(lost);
  query("SELECT pg_sleep(0.3)");
  const auto again = queue_.claim(any_);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->key, "a");
  EXPECT_EQ(query("SELECT worker, claims FROM forall_queue.unit"), "explorer|2");
}

TEST_F(QueueTest, ALeaseThatIsRenewedGoesOn) {
  const std::int64_t id = open(plan(), {.lease = 0.5});
  queue_.add(id, unit("a"));
  auto claim = worker_.claim(any_);
  claim->lease = 100;
  EXPECT_TRUE(worker_.renew(*claim));
  query("SELECT pg_sleep(0.6)");
  EXPECT_FALSE(queue_.claim(any_));
  worker_.release(*claim);
  EXPECT_TRUE(queue_.claim(any_));
}

TEST_F(QueueTest, WhatIsDoneTwiceCountsOnce) {
  const std::int64_t id = open(plan(), {.lease = 0.1});
  queue_.add(id, unit("a"));
  const auto first = worker_.claim(any_);
  query("SELECT pg_sleep(0.2)");
  const auto second = queue_.claim(any_);
  ASSERT_TRUE(first && second);
  Completion done = completion("first");
  done.given = {{"b", false}, {"c", true}};
  worker_.complete(*first, done);
  queue_.complete(*second, completion("second"));
  const auto result = queue_.result(id, "a");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->facts, "first");
  ASSERT_EQ(result->given.size(), 2u);
  EXPECT_EQ(result->given[1].key, "c");
  EXPECT_TRUE(result->given[1].is_hard);
  EXPECT_FALSE(result->given[0].is_hard);
  EXPECT_EQ(queue_.counts(id).paths, 5u);
  EXPECT_EQ(query("SELECT units, twice, paths FROM forall_queue.worker ORDER BY name"), "0|1|0;1|0|5");
}

TEST_F(QueueTest, NobodyClaimsUnitsOfAnotherForallOrOfAPlanThatIsClosed) {
  const std::int64_t id = open(plan());
  queue_.add(id, unit("a"));
  EXPECT_FALSE(worker_.claim({"another forall", "", 0, ""}));
  EXPECT_FALSE(worker_.claim({"this forall", "another program", 0, ""}));
  EXPECT_EQ(worker_.work("another forall").of_others, 1u);
  const auto claim = worker_.claim(any_);
  queue_.add(id, unit("b"));
  queue_.close(id);
  EXPECT_FALSE(worker_.claim(any_));
  EXPECT_FALSE(worker_.renew(*claim));
  EXPECT_EQ(worker_.work("this forall").units, 0u);
}

TEST_F(QueueTest, APlanThatIsOpenedAgainKeepsWhatIsWhole) {
  const std::int64_t id = open(plan(), {.earlier = "cases"});
  EXPECT_EQ(queue_.earlier(plan()), "cases");
  for (const char* key : {"whole", "partial", "wrong"}) queue_.add(id, unit(key));
  const auto complete = [&](const char* key, Completion::Kind kind) {
    const auto claim = worker_.claim({"this forall", "", id, key});
    Completion done = completion(key);
    done.kind = kind;
    if (kind == Completion::Kind::Partial) queue_.close(id);
    worker_.complete(*claim, done);
  };
  complete("whole", Completion::Kind::Whole);
  complete("wrong", Completion::Kind::Wrong);
  complete("partial", Completion::Kind::Partial);
  EXPECT_TRUE(queue_.result(id, "partial"));
  EXPECT_EQ(open(plan()), id);
  EXPECT_TRUE(queue_.result(id, "whole"));
  EXPECT_FALSE(queue_.result(id, "partial"));
  EXPECT_FALSE(queue_.result(id, "wrong"));
  EXPECT_TRUE(worker_.claim({"this forall", "", id, "partial"}));
  EXPECT_FALSE(worker_.claim({"this forall", "", id, "whole"}));
  EXPECT_EQ(open(plan(), {.again = true}), id);
  EXPECT_FALSE(queue_.result(id, "whole"));
}

TEST_F(QueueTest, APartOfAUnitDoesNotCountWhileThereIsTime) {
  Completion part = completion("part");
  part.kind = Completion::Kind::Partial;
  for (const double seconds : {0.0, 100.0}) {
    const std::int64_t id = open(plan(), {.seconds = seconds, .again = true});
    queue_.add(id, unit("a"));
    worker_.complete(*worker_.claim(any_), part);
    EXPECT_FALSE(queue_.result(id, "a"));
    EXPECT_TRUE(worker_.claim(any_)) << "it is there for others";
  }
  const std::int64_t id = open(plan(), {.seconds = 0.1, .again = true});
  queue_.add(id, unit("a"));
  worker_.complete(*worker_.claim(any_), part);
  EXPECT_TRUE(queue_.result(id, "a"));
}

TEST_F(QueueTest, APlanIsExploredByOneProcess) {
  open(plan());
  Queue other(settings("other"));
  EXPECT_THAT(error_of([&] { other.open_plan(plan(), {}, [] { return std::string("x"); }); }),
              AllOf(HasSubstr("S.f is being explored"), HasSubstr("forall work")));
}

TEST_F(QueueTest, APlanWhoseExplorerIsGoneIsReplacedWhenTheCodeHasChanged) {
  {
    Queue gone(settings("gone"));
    const std::int64_t old = gone.open_plan(plan(), {}, [] { return std::string("x"); });
    gone.add(old, unit("a"));
  }
  // The server notices a moment later.
  while (query("SELECT count(*) FROM pg_locks WHERE classid = 1718579810") != "0")
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  Plan changed = plan();
  changed.program = "another";
  open(changed);
  EXPECT_EQ(query("SELECT program FROM forall_queue.plan"), "another");
  EXPECT_EQ(query("SELECT count(*) FROM forall_queue.unit"), "0");
}

TEST_F(QueueTest, ProgramsComeBackAsTheyWereAndGoWithTheirLastPlan) {
  const std::int64_t id = open(plan());
  EXPECT_EQ(worker_.program("program-hash"), std::string(3'000'000, 'x'));
  EXPECT_FALSE(worker_.program("unknown"));
  queue_.add(id, unit("a"));
  const auto claim = worker_.claim(any_);
  queue_.remove_programs();
  EXPECT_TRUE(worker_.program("program-hash"));
  queue_.finish(id);
  queue_.remove_programs();
  EXPECT_FALSE(worker_.program("program-hash"));
  worker_.complete(*claim, completion("late"));
  EXPECT_EQ(query("SELECT (SELECT count(*) FROM forall_queue.unit), (SELECT count(*) FROM forall_queue.result)"),
            "0|0");
}

TEST_F(QueueTest, AWorkerNeedsNoRightsBesidesThoseInTheManual) {
  query(
      "DROP ROLE IF EXISTS forall_worker; CREATE ROLE forall_worker LOGIN; GRANT USAGE ON SCHEMA forall_queue TO "
      "forall_worker; GRANT SELECT ON ALL TABLES IN SCHEMA forall_queue TO forall_worker; GRANT INSERT ON "
      "forall_queue.unit, forall_queue.result, forall_queue.worker TO forall_worker; GRANT UPDATE ON "
      "forall_queue.unit, "
      "forall_queue.worker TO forall_worker");
  const std::int64_t id = open(plan());
  queue_.add(id, unit("a"));
  {
    Queue small(settings("small", "forall_worker"));
    EXPECT_TRUE(small.has_tables());
    const auto claim = small.claim(any_);
    ASSERT_TRUE(claim);
    EXPECT_EQ(small.plan(claim->plan).put, "S.f");
    EXPECT_TRUE(small.program("program-hash"));
    EXPECT_TRUE(small.renew(*claim));
    small.add(id, unit("b"));
    small.complete(*claim, completion("facts"));
    small.release(*small.claim(any_));
    EXPECT_EQ(small.status().plans.size(), 1u);
    EXPECT_THAT(error_of([&] { small.finish(id); }), HasSubstr("permission denied"));
  }
  EXPECT_TRUE(queue_.result(id, "a"));
  query("DROP OWNED BY forall_worker; DROP ROLE forall_worker");
}

TEST_F(QueueTest, StatusCountsWhatIsThere) {
  const std::int64_t id = open(plan());
  for (const char* key : {"a", "b", "c"}) queue_.add(id, unit(key));
  worker_.complete(*worker_.claim(any_), completion("facts"));
  const auto claim = worker_.claim(any_);
  EXPECT_EQ(queue_.counts(id).paths, 5u);
  EXPECT_TRUE(worker_.renew(*claim, {7, 1}));
  EXPECT_EQ(queue_.counts(id).paths, 12u);
  EXPECT_EQ(queue_.counts(id).failed, 1u);
  queue_.note_root(id, {100, 2});
  Status status = queue_.status();
  ASSERT_EQ(status.plans.size(), 1u);
  EXPECT_TRUE(status.plans[0].is_explored);
  EXPECT_EQ(status.plans[0].counts.units, 3u);
  EXPECT_EQ(status.plans[0].counts.done, 1u);
  EXPECT_EQ(status.plans[0].counts.claimed, 1u);
  EXPECT_EQ(status.plans[0].seconds_left, 2);
  ASSERT_EQ(status.workers.size(), 2u) << "the explorer is one";
  EXPECT_TRUE(status.workers[1].is_there);
  EXPECT_EQ(status.workers[1].units_now, 1u);
  EXPECT_EQ(status.workers[1].paths_now, 7u);
  EXPECT_GT(status.paths_per_second, 0);
  EXPECT_THAT(text_of(status), AllOf(HasSubstr("S.f: exploring; 1 of 3 units done, 1 in work; 112 paths, 3 failed"),
                                     HasSubstr("worker: 1 units, 5 paths in 1 s; now 1 with 7 paths")));
  EXPECT_THAT(json_of(status), HasSubstr(R"("units":3,"done":1,"claimed":1,"paths":112,"failed":3)"));
  queue_.finish(id);
  status = queue_.status();
  EXPECT_EQ(status.plans[0].state, "done");
  EXPECT_EQ(status.plans[0].counts.paths, 105u) << "what is not complete does not count";
  EXPECT_EQ(status.plans[0].counts.units, 3u);
}

TEST_F(QueueTest, StatusKnowsWhoHasLeft) {
  const std::int64_t id = open(plan());
  queue_.add(id, unit("a"));
  {
    Queue leaving(settings("leaving"));
    leaving.release(*leaving.claim(any_));
    EXPECT_TRUE(queue_.status().workers.at(0).is_there);
  }
  EXPECT_FALSE(queue_.status().workers.at(0).is_there);
  EXPECT_THAT(text_of(queue_.status()), HasSubstr("workers: 0"));
}

TEST_F(QueueTest, AConnectionThatWasLostIsMadeAnew) {
  Queue patient({server().url("postgres"), "patient", 30});
  const std::int64_t id = open(plan());
  queue_.add(id, unit("a"));
  EXPECT_EQ(patient.work("this forall").units, 1u);
  query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = "
      "'client backend'");
  EXPECT_TRUE(patient.claim(any_));
  EXPECT_THAT(error_of([&] { queue_.counts(id); }), HasSubstr("the connection was lost"));
}

constexpr const char* kEndWhoHoldsALock =
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1718579810";

TEST_F(QueueTest, AnExplorerThatLostItsConnectionTakesItsPlanAgain) {
  Queue patient({server().url("postgres"), "patient", 30});
  const std::int64_t id = patient.open_plan(plan(), {}, [] { return std::string("x"); });
  query(kEndWhoHoldsALock);
  patient.counts(id);
  EXPECT_THAT(error_of([&] { open(plan()); }), HasSubstr("S.f is being explored"));
}

TEST_F(QueueTest, AnExplorerWhosePlanWasTakenMeanwhileDoesNotGoOn) {
  Queue patient({server().url("postgres"), "patient", 30});
  const std::int64_t id = patient.open_plan(plan(), {}, [] { return std::string("x"); });
  query(kEndWhoHoldsALock);
  EXPECT_EQ(open(plan()), id);
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT(error_of([&] { patient.counts(id); }), HasSubstr("another forall explores the same test now"));
  queue_.finish(id);
  EXPECT_EQ(patient.counts(id).units, 0u);
}

TEST_F(QueueTest, OnlyPostgresHasAQueue) {
  Queue file({"cases.db", "worker"});
  EXPECT_THAT(error_of([&] { file.has_tables(); }), AllOf(HasSubstr("cases.db"), HasSubstr("postgresql://")));
}

}  // namespace
}  // namespace forall::scale
