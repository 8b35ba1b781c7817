#include "axioms/quantifiers.h"

#include <gtest/gtest.h>

#include "axioms/knowledge.h"
#include "axioms/learn_axioms.h"
#include "base/hash.h"
#include "scripted_exploration.h"

namespace forall::axioms {
namespace {

using abi::OperandRole;
using expr::Expr;
using expr::Op;

// Axioms about Counter(), next() and value(), each the work of a PUT of its own.
class QuantifiersTest : public ::testing::Test {
 protected:
  static Expr variable(expr::Pool& pool, const std::string& name) {
    return pool.variable({base::fnv1a(name), name, "", abi::ScalarKind::UInt, 32});
  }
  Expr x(const std::string& name) { return variable(axioms_.pool, name); }
  static Call call(const std::string& method, std::vector<Expr> states, OperandRole role, Expr out) {
    Call made{method, method, 0, {}, {}, true};
    for (const Expr state : states) made.in.push_back({OperandRole::State, abi::ScalarKind::UInt, state, "", 0});
    made.out.push_back({role, abi::ScalarKind::UInt, out, "", 0});
    return made;
  }
  Call made(Expr s) { return call("Counter", {}, OperandRole::NextState, s); }
  Call value(Expr s, Expr v) { return call("value", {s}, OperandRole::Result, v); }
  Call next(Expr s, Expr t) { return call("next", {s}, OperandRole::NextState, t); }
  Expr differ(Expr a, Expr b) { return axioms_.pool.logical_not(axioms_.pool.binary(Op::Eq, a, b)); }

  void add(const std::string& put, Clause clause) {
    clause.put = put;
    axioms_.puts.push_back(put);
    axioms_.clauses.push_back(std::move(clause));
  }
  void add_starts_with(const std::string& put, std::uint64_t n) {
    add(put, {"", {made(x("m")), value(x("m"), x("u"))}, {differ(x("u"), axioms_.pool.constant(n, 32))}, {0, 1}});
  }
  void add_next_adds_one() {
    const Expr sum = axioms_.pool.binary(Op::Add, x("v"), axioms_.pool.constant(1, 32));
    add("NextAddsOne",
        {"", {value(x("s"), x("v")), next(x("s"), x("t")), value(x("t"), x("w"))}, {differ(x("w"), sum)}, {1, 2}});
  }
  // A counter is made, goes on n times, and then has the value.
  bool can_be(std::size_t n, std::uint64_t v) {
    expr::Pool pool;
    trace::Path path;
    const auto state = [&](std::size_t i) { return variable(pool, "s" + std::to_string(i)); };
    const auto add_call = [&](const std::string& method, std::vector<std::pair<OperandRole, Expr>> operands) {
      trace::Call& added = path.calls.emplace_back();
      added.method = method;
      for (const auto& [role, e] : operands) {
        auto& side = role == OperandRole::State ? added.in : added.out;
        side.push_back({role, abi::ScalarKind::UInt, e, "", 0});
      }
    };
    add_call("Counter", {{OperandRole::NextState, state(0)}});
    for (std::size_t i = 0; i < n; ++i) {
      add_call("next", {{OperandRole::State, state(i)}, {OperandRole::NextState, state(i + 1)}});
    }
    const Expr result = variable(pool, "result");
    add_call("value", {{OperandRole::State, state(n)}, {OperandRole::Result, result}});
    path.steps.push_back({0, abi::DecisionKind::Branch, result, v, pool.equals(result, {v, 0})});
    return !is_impossible(path, pool, axioms_);
  }

  AxiomSet axioms_;
};

TEST_F(QuantifiersTest, ContradictionsNameThePutsThatTakePart) {
  add_starts_with("StartsAtZero", 0);
  add_next_adds_one();
  EXPECT_FALSE(find_contradiction(axioms_));
  add_starts_with("StartsAtOne", 1);
  const auto found = find_contradiction(axioms_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->puts, (std::vector<std::string>{"StartsAtOne", "StartsAtZero"}));
}

// They disagree about a value that no input has.
TEST_F(QuantifiersTest, OnlyValuesThatInputsCanHaveCount) {
  const auto never_at = [&](const std::string& put, std::uint64_t v) {
    const Expr at_nine = axioms_.pool.equals(x("s"), {9, 0});
    Clause clause{"", {value(x("s"), x("v"))}, {at_nine, differ(x("v"), axioms_.pool.constant(v, 32))}, {0}};
    clause.made.push_back(axioms_.pool.binary(Op::Ult, x("s"), axioms_.pool.constant(9, 32)));
    add(put, std::move(clause));
  };
  never_at("One", 1);
  never_at("Two", 2);
  EXPECT_FALSE(find_contradiction(axioms_));
}

TEST_F(QuantifiersTest, APathIsExcludedByAChainThatIsLongerThanInstancesGo) {
  add_starts_with("StartsAtZero", 0);
  add_next_adds_one();
  EXPECT_TRUE(can_be(20, 20));
  EXPECT_FALSE(can_be(20, 19));
}

// A counter of which there is no code.
class Counter {
 public:
  static Counter made(explore::testing::Script& script) { return {script, call(script, "Counter", {}, 0).state}; }
  static Counter any(explore::testing::Script& script) { return {script, script.input("counter.state", 8, 1)}; }
  void next() { state = call(script, "next", {state}, 0, may_throw).state; }
  explore::testing::Value value() {
    const explore::testing::Script::Outcome out = call(script, "value", {state}, 32, may_throw);
    state = out.state;
    return out.result;
  }
  explore::testing::Script& script;
  explore::testing::Value state;
  bool may_throw = false;  // then what comes after the exception goes on as if there were none

 private:
  static explore::testing::Script::Outcome call(explore::testing::Script& script, const std::string& method,
                                                const std::vector<explore::testing::Value>& states, unsigned width,
                                                bool goes_on = false) {
    const explore::testing::Script::Outcome out = script.stand_in(method, states, {}, width);
    if (out.exception.value != 0 && !goes_on) script.end(abi::OutcomeKind::Threw, abi::Fault::None, abi::kNoSite);
    return out;
  }
};

testcase::Result explore_counter_that_goes_on(std::size_t times, std::uint64_t expected) {
  using explore::testing::Script;
  explore::testing::ScriptedTarget target([=](Script& s) {
    Counter counter = Counter::made(s);
    for (std::size_t i = 0; i < times; ++i) counter.next();
    if (!s.branch(1, s.equal(counter.value(), expected))) s.fail(7);
  });
  const auto describe = [&](const std::string& name, explore::testing::Body body) {
    target.add_put("CounterTests", name, std::move(body)).describes.push_back({"Counter", 0});
  };
  describe("StartsAtZero", [](Script& s) {
    if (!s.branch(1, s.equal(Counter::made(s).value(), 0))) s.fail(1);
  });
  describe("ValueIsPure", [](Script& s) {
    Counter counter = Counter::any(s);
    const explore::testing::Value before = counter.state;
    counter.value();
    if (!s.branch(1, s.binary(abi::Op::Eq, before, counter.state))) s.fail(2);
  });
  describe("NextDoesNotThrow", [](Script& s) { Counter::any(s).next(); });
  // Were an exception its end, `next` alone would ask for the value before, and chains would be short.
  describe("NextAddsOne", [](Script& s) {
    Counter counter = Counter::any(s);
    counter.may_throw = true;
    const explore::testing::Value before = counter.value();
    counter.next();
    const explore::testing::Value after = counter.value();
    if (!s.branch(1, s.binary(abi::Op::Eq, after, s.add(before, s.constant(1, 32))))) s.fail(3);
  });
  const std::vector<testcase::Put> puts(target.puts().begin() + 1, target.puts().end());
  const LearnedAxioms learned = learn_axioms(target, puts, explore::testing::unbounded(), {});
  EXPECT_TRUE(learned.contradictions.empty());
  return explore_with(*learned.axioms, target, target.put(), explore::testing::unbounded(), {});
}

TEST(Quantifiers, WhatInstancesReachIsProved) {
  EXPECT_EQ(explore_counter_that_goes_on(3, 3).verdict, testcase::VerdictKind::Proved);
  EXPECT_EQ(explore_counter_that_goes_on(3, 4).verdict, testcase::VerdictKind::Refuted);
}

TEST(Quantifiers, AFailureThatTheyExcludeIsNone) {
  const testcase::Result result = explore_counter_that_goes_on(14, 14);
  EXPECT_EQ(result.verdict, testcase::VerdictKind::Open);
  EXPECT_EQ(result.failed, 0U);
  ASSERT_EQ(result.ledger.size(), 1U);
  EXPECT_EQ(result.ledger[0].kind, testcase::LedgerKind::InstancesCut);
}

TEST(Quantifiers, AFailureThatTheyDoNotExcludeStays) {
  EXPECT_EQ(explore_counter_that_goes_on(14, 13).verdict, testcase::VerdictKind::Refuted);
}

}  // namespace
}  // namespace forall::axioms
