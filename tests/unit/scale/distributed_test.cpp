// Whoever works on the queue, and whatever happens to them, the result is that of one process.
#include "scale/distributed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "base/deadline.h"
#include "base/files.h"
#include "explore/units.h"
#include "program/sha256.h"
#include "scale/records.h"
#include "scale/search.h"
#include "scale/worker.h"
#include "scripted_exploration.h"
#include "support.h"

namespace forall::scale {
namespace {

using namespace testing_support;
using explore::Options;
using explore::testing::Body;
using explore::testing::many_paths;
using explore::testing::Script;
using explore::testing::ScriptedTarget;
using explore::testing::text_of;
using explore::testing::unbounded;
using explore::testing::Value;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::HasSubstr;

Body all_pass(unsigned bits) {
  return [bits](Script& s) {
    for (unsigned i = 0; i < bits; ++i) s.branch(i, s.less(s.input("b" + std::to_string(i), 8), 100));
  };
}

std::vector<std::string> alone(const Body& body, const Options& options = unbounded()) {
  ScriptedTarget target(body);
  return text_of(explore::explore_in_units(target, target.put(), options, {}, nullptr));
}

class DistributedTest : public OnServer {
 protected:
  static constexpr const char* kProgram = "the program";

  Distribution distribution(Queue& queue, double lease = 30) const {
    return {queue, program::sha256(kProgram), [] { return std::string(kProgram); }, "this forall", "libraries", lease};
  }

  Result explore(const Body& body, const Options& options = unbounded(), double lease = 30,
                 const explore::Hooks& hooks = {}) {
    ScriptedTarget target(body);
    Explored explored = explore_distributed(distribution(queue_, lease), target, target.put(), options, hooks);
    if (explored.settled != 0) queue_.finish(explored.settled);
    return std::move(explored.result);
  }

  // They work until they are told to stop, as processes of their own would.
  class Workers {
   public:
    Workers(const Body& body, unsigned count) {
      for (unsigned i = 0; i < count; ++i) {
        threads_.emplace_back([this, body, i] {
          Queue queue(settings("worker " + std::to_string(i)));
          Worker worker({queue, base::system_files(), server().folder() + "/targets", "this forall",
                         [](const auto&) { return "libraries"; },
                         [body](const auto&) { return std::make_unique<ScriptedTarget>(body); }, stop_, nullptr});
          done_ += worker.work(1, 1000);
        });
      }
    }
    ~Workers() { end(); }
    std::uint64_t end() {
      stop_ = true;
      for (std::thread& thread : threads_) thread.join();
      threads_.clear();
      return done_;
    }

   private:
    std::atomic<bool> stop_ = false;
    std::atomic<std::uint64_t> done_ = 0;
    std::vector<std::thread> threads_;
  };

  void expect_same(const Body& body, const Options& options = unbounded()) {
    const std::vector<std::string> expected = alone(body, options);
    EXPECT_EQ(text_of(explore(body, options)), expected) << "alone";
    for (const unsigned count : {1u, 3u}) {
      query("TRUNCATE forall_queue.plan, forall_queue.unit, forall_queue.result");
      const Workers workers(body, count);
      EXPECT_EQ(text_of(explore(body, options)), expected) << count;
    }
  }

  // The same test, which does not go on while there are units and nobody but the explorer has had one: it could do all of
  // them before anybody else looks.
  Body with_others(const Body& body) {
    const auto runs = std::make_shared<unsigned>(0);
    return [this, body, runs](Script& s) {
      constexpr const char* kMustWait =
          "SELECT EXISTS (SELECT FROM forall_queue.unit WHERE worker IS NULL)"
          " AND NOT EXISTS (SELECT FROM forall_queue.unit WHERE worker <> 'explorer')"
          " AND NOT EXISTS (SELECT FROM forall_queue.result WHERE worker <> 'explorer')";
      if (++*runs % 64 == 0) {
        while (!is_claimed_ && query(kMustWait) == "t") std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      body(s);
    };
  }

  // Claims a unit as soon as there is one, and hands it to `use`.
  template <typename F>
  std::thread on_first_unit(F use) {
    return std::thread([this, use] {
      Queue queue(settings("other"));
      const base::Deadline never_comes(60);
      while (!never_comes.passed()) {
        if (const std::optional<Claim> claim = queue.claim({"this forall", "", 0, ""})) {
          is_claimed_ = true;
          return use(queue, *claim);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      ADD_FAILURE() << "there was no unit to claim";
    });
  }

 private:
  std::atomic<bool> is_claimed_ = false;
};

TEST_F(DistributedTest, TheResultDoesNotDependOnWorkers) {
  expect_same(many_paths(12));
  expect_same(all_pass(11));
}

TEST_F(DistributedTest, WorkersTakeUnitsAndNothingIsLeftInTheQueue) {
  Workers workers(all_pass(12), 2);
  EXPECT_EQ(explore(with_others(all_pass(12))).verdict, VerdictKind::Proved);
  EXPECT_GT(workers.end(), 0u);
  EXPECT_EQ(query("SELECT state, units = (SELECT sum(units) FROM forall_queue.worker) FROM forall_queue.plan"),
            "done|t");
  EXPECT_EQ(query("SELECT (SELECT count(*) FROM forall_queue.unit), (SELECT count(*) FROM forall_queue.result)"),
            "0|0");
}

TEST_F(DistributedTest, AnExplorationThatGivesNothingAwayLeavesTheQueueAlone) {
  EXPECT_EQ(explore(all_pass(3)).verdict, VerdictKind::Proved);
  EXPECT_EQ(query("SELECT count(*) FROM forall_queue.plan"), "0");
}

TEST_F(DistributedTest, LimitsHoldForAllUnitsTogether) {
  Options options = unbounded();
  options.runs = 1500;
  expect_same(many_paths(12), options);
  options = unbounded();
  options.failures = 3;
  expect_same(many_paths(12), options);
  options = unbounded();
  options.decisions = 11;
  expect_same(many_paths(12), options);
}

TEST_F(DistributedTest, LedgerLinesAddUp) {
  expect_same([](Script& s) {
    const Value n = s.input("n", 8);
    s.bound(9, s.less(n, 200), "strings of more than 6 elements");
    unsigned number = 0;
    for (unsigned i = 0; i < 10; ++i) {
      if (s.branch(i % 8, s.less(s.input("b" + std::to_string(i), 8), 3))) ++number;
    }
    if (number == 4) s.approximate(abi::LedgerKind::ConcretizedCall, 3, "f");
    if (number == 5) s.branch(10, s.equal(n, 250));
  });
}

TEST_F(DistributedTest, AUnitWhoseWorkerDiesIsDoneBySomebodyElse) {
  std::thread dying = on_first_unit([](Queue&, const Claim&) {});
  EXPECT_EQ(text_of(explore(with_others(many_paths(11)), unbounded(), 0.3)), alone(many_paths(11)));
  dying.join();
}

TEST_F(DistributedTest, AUnitThatIsNotDoneIsNotProved) {
  std::atomic<bool> is_over = false;
  std::thread sleeping = on_first_unit([&](Queue& queue, const Claim& claim) {
    const Lease lease(queue, claim);
    while (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  Options options = unbounded();
  options.seconds = 3;
  const Result result = explore(with_others(all_pass(11)), options);
  is_over = true;
  sleeping.join();
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_LT(result.paths, 2048u);
  EXPECT_FALSE(result.is_exhausted);
  // With more time, it goes on from there.
  query("UPDATE forall_queue.unit SET leased_until = NULL");
  EXPECT_EQ(text_of(explore(all_pass(11))), alone(all_pass(11)));
}

TEST_F(DistributedTest, AUnitThatIsDoneInPartIsNotProved) {
  std::thread slow = on_first_unit([](Queue& queue, const Claim& claim) {
    while (queue.renew(claim)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    explore::Facts facts;
    facts.covered.reached.resize(ScriptedTarget(all_pass(11)).sites().size());
    facts.end = explore::End::Time;
    facts.left_open = 1;
    Completion done;
    done.kind = Completion::Kind::Partial;
    done.facts = bytes_of(facts);
    queue.complete(claim, done);
  });
  Options options = unbounded();
  options.seconds = 3;
  const Result result = explore(with_others(all_pass(11)), options);
  slow.join();
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_LT(result.paths, 2048u);
  EXPECT_EQ(text_of(explore(all_pass(11))), alone(all_pass(11)));
}

TEST_F(DistributedTest, UnitsThatNobodyGaveAwayDoNotCount) {
  std::thread liar = on_first_unit([](Queue& queue, const Claim& claim) {
    explore::Unit unit = read_unit(claim.task);
    unit.work_between_gifts += 1;
    queue.add(claim.plan, queued(unit));
    queue.release(claim);
  });
  EXPECT_EQ(text_of(explore(with_others(many_paths(11)))), alone(many_paths(11)));
  liar.join();
}

TEST_F(DistributedTest, WhatMustNotBeIsTheEndOfTheExploration) {
  std::thread worker = on_first_unit([](Queue& queue, const Claim& claim) {
    Completion done;
    done.kind = Completion::Kind::Wrong;
    done.message = "a model that is none";
    queue.complete(claim, done);
  });
  EXPECT_THROW(explore(with_others(all_pass(11))), base::SoundnessError);
  worker.join();
}

TEST_F(DistributedTest, FactsOfAnotherTargetAreRefused) {
  std::thread worker = on_first_unit([](Queue& queue, const Claim& claim) {
    Completion done;
    done.facts = bytes_of(explore::Facts{});
    queue.complete(claim, done);
  });
  EXPECT_THROW(explore(with_others(all_pass(11))), base::SoundnessError);
  worker.join();
}

TEST_F(DistributedTest, ATestThatIsNotDeterministicIsExploredAsAWhole) {
  unsigned runs = 0;
  const Result result = explore([&](Script& s) {
    ++runs;
    for (unsigned i = 0; i < 11; ++i) s.branch(runs > 300 ? 10 - i : i, s.less(s.input("b" + std::to_string(i), 8), 3));
  });
  EXPECT_EQ(result.verdict, VerdictKind::Open);
}

TEST_F(DistributedTest, AnExplorerThatDiesIsContinuedByTheNextOne) {
  struct Killed {};
  unsigned found = 0;
  explore::Hooks hooks;
  hooks.found = [&](const testcase::Case&) {
    if (++found == 2500) throw Killed();
  };
  {
    Queue own(settings("explorer 1"));
    ScriptedTarget target(many_paths(12));
    EXPECT_THROW(explore_distributed(distribution(own), target, target.put(), unbounded(), hooks), Killed);
  }
  EXPECT_GT(std::stoi(query("SELECT count(*) FROM forall_queue.result")), 0);
  // It has other cases to begin with, and takes those that the first one had.
  const explore::EarlierCases cases(1);
  explore::Hooks later;
  later.earlier = &cases;
  EXPECT_EQ(text_of(explore(many_paths(12), unbounded(), 30, later)), alone(many_paths(12)));
  EXPECT_EQ(query("SELECT units = (SELECT sum(units) FROM forall_queue.worker) FROM forall_queue.plan"), "t")
      << "no unit was searched again";
}

TEST_F(DistributedTest, AnInterruptEndsAllAndKeepsWhatWasFound) {
  std::atomic<bool> stop = false;
  std::atomic<unsigned> found = 0;
  explore::Hooks hooks;
  hooks.stop = hooks.interrupt = &stop;
  hooks.found = [&](const testcase::Case&) { stop = ++found >= 2000; };
  const Workers workers(many_paths(13), 2);
  const Result result = explore(many_paths(13), unbounded(), 1, hooks);
  EXPECT_TRUE(result.interrupted);
  EXPECT_GE(result.cases.size(), 2000u);
  EXPECT_EQ(text_of(explore(many_paths(13))), alone(many_paths(13)));
}

class WorkerTest : public DistributedTest {
 protected:
  std::string error_of_worker(const Plan& plan, const std::string& program, const std::string& forall) {
    const std::int64_t id = queue_.open_plan(plan, {}, [&] { return program; });
    queue_.add(id, {"a", "task", false});
    Queue queue(settings("worker"));
    Worker worker(
        {queue, base::system_files(), server().folder() + "/targets", forall, [](const auto&) { return "libraries"; },
         [](const auto&) -> std::unique_ptr<target::Target> { throw std::logic_error("a target was started"); }, stop_,
         nullptr});
    return error_of([&] { worker.work(2, 0); });
  }
  std::atomic<bool> stop_ = false;
};

TEST_F(WorkerTest, LeavesWhenThereIsNothingToDo) {
  Queue queue(settings("worker"));
  Worker worker({queue, base::system_files(), "targets", "this forall", nullptr, nullptr, stop_, nullptr});
  EXPECT_EQ(worker.work(2, 0), 0u);
  query("DROP SCHEMA forall_queue CASCADE");
  EXPECT_EQ(worker.work(1, 0), 0u);
}

TEST_F(WorkerTest, RunsNothingThatHasNotTheHashOfThePlan) {
  EXPECT_THAT(
      error_of_worker({"S.f", program::sha256("wanted"), "this forall", "libraries", ""}, "another", "this forall"),
      HasSubstr("does not have the hash of its plan; it is not run"));
}

TEST_F(WorkerTest, RunsNothingWithOtherLibraries) {
  EXPECT_THAT(error_of_worker({"S.f", program::sha256(kProgram), "this forall", "others", ""}, kProgram, "this forall"),
              HasSubstr("libraries"));
}

TEST_F(WorkerTest, SaysThatTheWorkIsForAnotherForall) {
  EXPECT_THAT(
      error_of_worker({"S.f", program::sha256(kProgram), "that forall", "libraries", ""}, kProgram, "this forall"),
      HasSubstr("another forall"));
}

}  // namespace
}  // namespace forall::scale
