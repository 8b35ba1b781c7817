#include "solve/quantified.h"

#include <gtest/gtest.h>

#include "support.h"

namespace forall::solve {
namespace {

using abi::OperandRole;
using expr::Expr;
using expr::Op;

constexpr Effort kEffort{0, 5};

// A counter: made() = s, next(s) = s', value(s) = v.
class QuantifiedTest : public ::testing::Test {
 protected:
  static expr::Call call(const std::string& name, const std::vector<Expr>& in, Expr out,
                         OperandRole role = OperandRole::Result, std::uint32_t most = 0) {
    expr::Call made;
    made.method = name;
    for (const Expr e : in) made.in.push_back({OperandRole::Argument, abi::ScalarKind::UInt, e, "", 0});
    made.out.push_back({role, abi::ScalarKind::UInt, out, "", most});
    return made;
  }
  Expr x(const std::string& name, unsigned width = 32) { return testing::variable(pool_, name, width); }
  Expr number(std::uint64_t n) { return pool_.constant(n, 32); }
  Expr differ(Expr a, Expr b) { return pool_.logical_not(pool_.binary(Op::Eq, a, b)); }

  // value(next(s)) == value(s) + 1
  QuantifiedClause next_adds_one() {
    return {{call("value", {x("s")}, x("v")), call("next", {x("s")}, x("t")), call("value", {x("t")}, x("w"))},
            {differ(x("w"), pool_.binary(Op::Add, x("v"), number(1)))},
            {1, 2}};
  }
  // value(made()) == n
  QuantifiedClause made_is(std::uint64_t n) {
    return {{call("made", {}, x("m")), call("value", {x("m")}, x("u"))}, {differ(x("u"), number(n))}, {0, 1}};
  }
  // made(), n times next(), value() == v
  Facts counted(std::size_t n, std::uint64_t v) {
    Facts facts{&facts_pool_, {}, {}};
    const auto state = [&](std::size_t i) { return testing::variable(facts_pool_, "s" + std::to_string(i), 32); };
    facts.calls.push_back(call("made", {}, state(0)));
    for (std::size_t i = 0; i < n; ++i) facts.calls.push_back(call("next", {state(i)}, state(i + 1)));
    const Expr result = testing::variable(facts_pool_, "result", 32);
    facts.calls.push_back(call("value", {state(n)}, result));
    facts.conditions.push_back(facts_pool_.equals(result, {v, 0}));
    return facts;
  }
  bool is_unsat(std::vector<QuantifiedClause> clauses, const Facts& facts) {
    return std::holds_alternative<Unsat>(contradicts({&pool_, std::move(clauses)}, facts, kEffort));
  }

  expr::Pool pool_, facts_pool_;
};

TEST_F(QuantifiedTest, ClausesThatContradictEachOtherAreFound) {
  const Facts facts{&pool_, made_is(0).calls, {}};
  EXPECT_TRUE(is_unsat({made_is(0), made_is(1)}, facts));
  EXPECT_FALSE(is_unsat({made_is(0)}, facts));
}

TEST_F(QuantifiedTest, ConsistentClausesAreUnknown) {
  EXPECT_FALSE(is_unsat({made_is(0), next_adds_one()}, counted(3, 3)));
  EXPECT_TRUE(is_unsat({made_is(0), next_adds_one()}, counted(3, 4)));
}

TEST_F(QuantifiedTest, AChainTakesAnInstanceForEachOfItsCalls) {
  EXPECT_TRUE(is_unsat({made_is(0), next_adds_one()}, counted(20, 19)));
  EXPECT_FALSE(is_unsat({made_is(0), next_adds_one()}, counted(20, 20)));
}

TEST_F(QuantifiedTest, EqualInputsHaveEqualOutputs) {
  const Expr a = x("a"), b = x("b");
  Facts facts{&pool_, {call("value", {a}, x("p")), call("value", {b}, x("q"))}, {differ(x("p"), x("q"))}};
  EXPECT_FALSE(is_unsat({}, facts));
  facts.conditions.push_back(pool_.binary(Op::Eq, a, b));
  EXPECT_TRUE(is_unsat({}, facts));
}

TEST_F(QuantifiedTest, FunctionsOfOneNameAndOtherWidthsAreOthers) {
  const Facts facts{&pool_,
                    {call("value", {x("a")}, x("p", 8)), call("value", {x("a")}, x("q", 16))},
                    {pool_.equals(x("p", 8), {1, 0}), pool_.equals(x("q", 16), {2, 0})}};
  EXPECT_FALSE(is_unsat({}, facts));
}

TEST_F(QuantifiedTest, FunctionsOfOneNameAndOtherRolesAreOthers) {
  const auto facts = [&](OperandRole role) {
    return Facts{
        &pool_, {call("value", {x("a")}, x("p")), call("value", {x("a")}, x("q"), role)}, {differ(x("p"), x("q"))}};
  };
  EXPECT_TRUE(is_unsat({}, facts(OperandRole::Result)));
  EXPECT_FALSE(is_unsat({}, facts(OperandRole::Output)));
}

// The input of the clause is a sum, and its output a constant: neither can be matched, both are compared.
TEST_F(QuantifiedTest, InputsThatAreNoVariablesAreCompared) {
  const Expr sum = pool_.binary(Op::Add, x("s"), number(1));
  const QuantifiedClause never{{call("next", {x("s")}, x("t")), call("value", {sum}, number(7))}, {}, {0, 1}};
  const Expr r = x("r");
  const auto facts = [&](std::uint64_t at) {
    return Facts{
        &pool_, {call("next", {number(4)}, x("n")), call("value", {number(at)}, r)}, {pool_.equals(r, {7, 0})}};
  };
  EXPECT_TRUE(is_unsat({never}, facts(5)));
  EXPECT_FALSE(is_unsat({never}, facts(6)));
}

TEST_F(QuantifiedTest, AnOutputIsWithinItsLimit) {
  Facts facts{&pool_, {call("thrown", {x("a")}, x("e"), OperandRole::Exception, 2)}, {pool_.equals(x("e"), {3, 0})}};
  EXPECT_TRUE(is_unsat({}, facts));
  facts.conditions = {pool_.equals(x("e"), {2, 0})};
  EXPECT_FALSE(is_unsat({}, facts));
}

// A step leads to the next without end.
TEST_F(QuantifiedTest, ClausesWithoutAnEndAreGivenUp) {
  const QuantifiedClause grows{
      {call("next", {x("s")}, x("t")), call("next", {x("t")}, x("u"))}, {pool_.binary(Op::Eq, x("u"), x("s"))}, {0}};
  EXPECT_FALSE(is_unsat({grows}, counted(1, 0)));
}

}  // namespace
}  // namespace forall::solve
