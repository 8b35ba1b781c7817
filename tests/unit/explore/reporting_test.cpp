// What is said about an exploration: conditions and outcomes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "base/error.h"
#include "explore/conditions.h"
#include "explore/outcome.h"
#include "expr/evaluate.h"
#include "expr/print.h"
#include "scripted_target.h"

namespace forall::explore {
namespace {

using abi::Fault;
using abi::Op;
using abi::OutcomeKind;
using expr::Expr;
using ::testing::HasSubstr;
using testing::Script;
using testing::ScriptedTarget;

class ConditionsTest : public ::testing::Test {
 protected:
  Expr constant(std::uint64_t c) { return pool.constant(c, 8); }
  Expr is(std::uint64_t c) { return pool.equals(x, {c, 0}); }
  Expr is_not(std::uint64_t c) { return pool.logical_not(is(c)); }
  Expr below(std::uint64_t c) { return pool.binary(Op::Ult, x, constant(c)); }
  Expr above(std::uint64_t c) { return pool.binary(Op::Ult, constant(c), x); }
  Expr signed_below(std::uint64_t c) { return pool.binary(Op::Slt, x, constant(c)); }
  std::string joined(const std::vector<Expr>& conditions) { return Conditions(pool).conjunction(conditions); }
  std::string only(Expr e) { return expr::print(pool, e); }

  expr::Pool pool;
  Expr x = pool.variable({1, "x", "unsigned char", abi::ScalarKind::UChar, 8});
  Expr y = pool.variable({2, "y", "unsigned char", abi::ScalarKind::UChar, 8});
};

TEST_F(ConditionsTest, NoConditionIsTrue) { EXPECT_EQ(joined({}), "true"); }

TEST_F(ConditionsTest, JoinsWithAnd) {
  const Expr other = pool.binary(Op::Ult, x, y);
  EXPECT_EQ(joined({is(3), other}), only(is(3)) + " && " + only(other));
}

TEST_F(ConditionsTest, DropsWhatAnEqualityImplies) {
  EXPECT_EQ(joined({is_not(1), is_not(2), below(9), is(3)}), only(is(3)));
  EXPECT_EQ(joined({is(3), is_not(1), below(9)}), only(is(3)));
}

TEST_F(ConditionsTest, DropsWeakerBounds) {
  EXPECT_EQ(joined({below(9), below(5)}), only(below(5)));
  EXPECT_EQ(joined({above(200), is_not(0)}), only(above(200)));
  EXPECT_EQ(joined({signed_below(0x80 + 5), signed_below(0x80 + 9)}), only(signed_below(0x80 + 5)));
}

TEST_F(ConditionsTest, KeepsWhatIsNotImplied) {
  EXPECT_EQ(joined({below(9), is_not(3)}), only(below(9)) + " && " + only(is_not(3)));
  EXPECT_EQ(joined({below(9), above(3)}), only(below(9)) + " && " + only(above(3)));
  EXPECT_EQ(joined({signed_below(5), below(9)}), only(signed_below(5)) + " && " + only(below(9)));
}

TEST_F(ConditionsTest, DropsTheWeakerOfTwoRelations) {
  const Expr less = pool.binary(Op::Slt, x, y), at_most = pool.binary(Op::Sle, x, y);
  EXPECT_EQ(joined({at_most, less}), only(less));
  EXPECT_EQ(joined({less, at_most}), only(less));
  EXPECT_EQ(joined({at_most, pool.binary(Op::Sle, y, x)}), only(pool.binary(Op::Eq, x, y)));
}

TEST_F(ConditionsTest, ConditionsAboutASumAreAboutItsVariable) {
  const Expr sum = pool.binary(Op::Add, x, constant(1));
  EXPECT_EQ(joined({pool.binary(Op::Ult, sum, constant(13)), is(3)}), only(is(3)));
  EXPECT_EQ(joined({is_not(255), below(9), pool.logical_not(pool.equals(sum, {0, 0}))}), only(below(9)));
}

TEST_F(ConditionsTest, TwoBoundsTogetherImplyAThird) {
  const Expr sum = pool.binary(Op::Add, x, constant(1));
  const Expr grows = pool.binary(Op::Slt, x, sum);  // unless x is 127
  const std::string both = only(above(0)) + " && " + only(below(30));
  EXPECT_EQ(joined({above(0), below(30), pool.binary(Op::Slt, constant(0), sum)}), both);
  EXPECT_EQ(joined({above(0), below(30), grows}), both);
  EXPECT_EQ(joined({above(0), grows}), only(above(0)) + " && " + only(grows));
  EXPECT_EQ(joined({pool.logical_not(grows), below(200)}), only(pool.logical_not(grows)));
}

TEST_F(ConditionsTest, ASizeIsTheSameHoweverItIsComputed) {
  const Expr size = pool.variable({9, "xs.size", "unsigned long", abi::ScalarKind::ULong, 64});
  const Expr bytes = pool.binary(Op::Shl, size, pool.constant(3, 64));
  const Expr is_3 = pool.binary(Op::Eq, bytes, pool.constant(24, 64));
  const Expr count = pool.binary(Op::SDiv, bytes, pool.constant(8, 64));
  EXPECT_EQ(joined({pool.binary(Op::Ult, count, pool.constant(4, 64)), is_3}), "xs.size == 3");
  EXPECT_EQ(joined({pool.binary(Op::Ult, pool.constant(2, 64), size), is_3}), "xs.size == 3");
}

TEST_F(ConditionsTest, AVariableWithOneValueIsSettled) {
  const Expr square = pool.binary(Op::Mul, x, x);
  const Expr odd = pool.binary(Op::Ult, square, constant(200)), both = pool.binary(Op::Ult, square, y);
  EXPECT_EQ(joined({odd, is(3)}), only(is(3)));
  EXPECT_EQ(joined({odd, both, is(3)}), only(both) + " && " + only(is(3)));
  EXPECT_EQ(joined({odd, below(3)}), only(odd) + " && " + only(below(3)));
}

// Else nobody could tell where the next condition begins.
TEST_F(ConditionsTest, ATextThatIsCutHasAllItsParentheses) {
  Expr sum = y;
  for (int i = 0; i < 400; ++i) sum = pool.binary(Op::Mul, pool.binary(Op::Add, sum, x), y);
  const std::string text = joined({pool.binary(Op::Ult, sum, x), is(3)});
  EXPECT_THAT(text, HasSubstr("...)"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), std::count(text.begin(), text.end(), ')'));
}

TEST_F(ConditionsTest, ABoundNamesItsInput) {
  const Expr size = pool.variable({9, "xs[1].size", "unsigned long", abi::ScalarKind::ULong, 64});
  const Expr bound = pool.binary(Op::Ule, size, pool.constant(6, 64));
  EXPECT_EQ(bounded_input(pool, std::vector<Expr>{bound}), "xs[1]");
  EXPECT_EQ(bounded_input(pool, std::vector<Expr>{below(3)}), "");
  EXPECT_EQ(bounded_input(pool, std::vector<Expr>{}), "");
}

TEST_F(ConditionsTest, AChoiceWithAKnownSideIsTheOther) {
  const Expr is_y = pool.equals(y, {7, 0});
  const Expr choice = pool.logical_not(pool.binary(Op::And, above(0), is_y));
  EXPECT_EQ(joined({choice}), only(choice));
  EXPECT_EQ(joined({choice, above(2)}), only(pool.logical_not(is_y)) + " && " + only(above(2)));
  EXPECT_EQ(joined({is(0), choice}), only(is(0)));
  EXPECT_EQ(joined({pool.binary(Op::Or, is(0), is_y), is(4)}), only(is_y) + " && " + only(is(4)));
}

TEST_F(ConditionsTest, PartsOfAConjunctionAreSaidOnce) {
  const Expr is_y = pool.equals(y, {7, 0});
  EXPECT_EQ(joined({pool.binary(Op::And, above(3), is_y), above(2)}), only(is_y) + " && " + only(above(3)));
}

// Every pair of conditions over two narrow variables: exactly what the other implies is dropped.
TEST_F(ConditionsTest, DropsExactlyWhatIsImplied) {
  const Expr a = pool.variable({3, "a", "int", abi::ScalarKind::Int, 4});
  const Expr b = pool.variable({4, "b", "int", abi::ScalarKind::Int, 4});
  std::vector<Expr> with_constant, relations;
  for (const Op op : {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle}) {
    for (unsigned c = 0; c < 16; ++c) {
      with_constant.push_back(pool.binary(op, a, pool.constant(c, 4)));
      with_constant.push_back(pool.binary(op, pool.constant(c, 4), a));
    }
    relations.push_back(pool.binary(op, a, b));
    relations.push_back(pool.binary(op, b, a));
  }
  std::map<std::uint32_t, std::vector<bool>> meaning;  // for each value of a and b
  for (std::vector<Expr>* group : {&with_constant, &relations}) {
    for (std::size_t i = group->size(); i-- > 0;) group->push_back(pool.logical_not((*group)[i]));
    std::erase_if(*group, [&](Expr e) { return pool.is_constant(e); });
    for (const Expr e : *group) meaning[e.id].resize(256);
  }
  expr::Evaluator evaluate(pool);
  for (unsigned v = 0; v < 256; ++v) {
    expr::Assignment assignment;
    assignment.set(pool[a].low, {v % 16, 0});
    assignment.set(pool[b].low, {v / 16, 0});
    evaluate.assign(assignment);
    for (auto& [id, values] : meaning) values[v] = evaluate.holds(Expr{id});
  }
  const auto implies = [&](Expr p, Expr q) {
    const std::vector<bool>&in_p = meaning[p.id], &in_q = meaning[q.id];
    for (unsigned v = 0; v < 256; ++v) {
      if (in_p[v] && !in_q[v]) return false;
    }
    return true;
  };
  Conditions conditions(pool);
  // x <= y in one order and y <= x in the same order.
  const auto is_equality = [&](Expr p, Expr q) {
    for (const Op op : {Op::Ule, Op::Sle}) {
      const Expr one = pool.binary(op, a, b), other = pool.binary(op, b, a);
      const auto is = [&](Expr e, Expr f) { return meaning[e.id] == meaning[f.id]; };
      if ((is(p, one) && is(q, other)) || (is(p, other) && is(q, one))) return true;
    }
    return false;
  };
  // Conditions on a alone leave one value of it.
  const auto only_value = [&](Expr p, Expr q) -> std::optional<unsigned> {
    const std::vector<bool>&in_p = meaning[p.id], &in_q = meaning[q.id];
    unsigned values = 0;  // a bit for each
    for (unsigned v = 0; v < 16; ++v) values |= (in_p[v] && in_q[v] ? 1u : 0u) << v;
    return std::has_single_bit(values) ? std::optional<unsigned>(std::countr_zero(values)) : std::nullopt;
  };
  const std::vector<Expr> groups[] = {with_constant, relations};
  for (const std::vector<Expr>& group : groups) {
    for (const Expr p : group) {
      for (const Expr q : group) {
        if (p == q) continue;
        const std::string both = only(p) + " && " + only(q);
        const bool same = &group != &groups[0] && is_equality(p, q);
        const std::optional<unsigned> only_one = &group == &groups[0] ? only_value(p, q) : std::nullopt;
        const std::string expected = implies(p, q)   ? only(p)
                                     : implies(q, p) ? only(q)
                                     : same          ? only(pool.binary(Op::Eq, a, b))
                                     : only_one      ? only(pool.equals(a, {*only_one, 0}))
                                                     : both;
        EXPECT_EQ(conditions.conjunction(std::vector<Expr>{p, q}), expected);
      }
    }
  }
}

testcase::Outcome outcome_of(const testing::Body& body, const target::RunReport& report = {},
                             std::vector<target::Target::Frame> frames = {}) {
  ScriptedTarget target(body);
  target.frames = std::move(frames);
  target.run({});
  return read_outcome(target, {}, report);
}

TEST(OutcomeTest, ACheckIsAtItsSite) {
  const auto outcome = outcome_of([](Script& s) { s.end(OutcomeKind::Crashed, Fault::SignedOverflow, 4); });
  EXPECT_EQ(outcome.file, "test.cpp");
  EXPECT_EQ(outcome.line, 104u);
  EXPECT_EQ(outcome.function, "f");
  EXPECT_EQ(outcome.message, "signed overflow");
}

TEST(OutcomeTest, AFailedAssertionIsWhereItStands) {
  const auto outcome = outcome_of([](Script& s) { s.fail(33, "x == y"); });
  EXPECT_EQ(outcome.line, 33u);
  EXPECT_EQ(outcome.message, "x == y");
}

TEST(OutcomeTest, WithoutASiteTheFirstFrameOfTheUserCounts) {
  ScriptedTarget target([](Script& s) { s.end(OutcomeKind::Crashed, Fault::Abort, abi::kNoSite); });
  target.frames = {{"abort", "/usr/lib/abort.c", 3},
                   {"std::vector<int>::at", "/usr/include/c++/12/bits/stl_vector.h", 9},
                   {"__forall_check_failed", "/build/check.cpp", 9},
                   {"forall::internal::Call", "/opt/include/forall/forall.h", 9},
                   {"testing::Run", "/opt/gtest/gtest.cc", 9},
                   {"List::get", "/home/me/list.cpp", 12},
                   {"main", "/home/me/main.cpp", 1}};
  target.run({});
  target.mutable_segment().outcome.frame_count = 2;
  const auto outcome = read_outcome(target, {}, {});
  EXPECT_EQ(outcome.file, "/home/me/list.cpp");
  EXPECT_EQ(outcome.line, 12u);
  EXPECT_EQ(outcome.function, "List::get");
}

TEST(OutcomeTest, AnAssertionInTheLibraryIsShownWhereTheUserCalledIt) {
  ScriptedTarget target([](Script& s) { s.fail(33, "n < size()", "/usr/include/x.h"); });
  target.frames = {{"operator[]", "/usr/include/c++/12/bits/stl_vector.h", 9}, {"List::get", "/home/me/list.cpp", 12}};
  target.run({});
  abi::Outcome& raw = target.mutable_segment().outcome;
  raw.kind = OutcomeKind::Crashed;
  EXPECT_EQ(read_outcome(target, {}, {}).line, 33u);  // without frames there is nothing better
  raw.frame_count = 2;
  EXPECT_EQ(read_outcome(target, {}, {}).file, "/home/me/list.cpp");
  EXPECT_EQ(read_outcome(target, {}, {}).line, 12u);
}

TEST(OutcomeTest, ACallIsOnALineOfTheFileOfTheTest) {
  ScriptedTarget target([](Script& s) { s.end(OutcomeKind::Crashed, Fault::Shift, 4); });
  testcase::Put put;
  put.file = "/home/me/mask_test.cpp";
  target.run({});
  target.mutable_segment().outcome.frame_count = 2;
  target.frames = {{"Mask::bits", "/home/me/mask.cpp", 14}, {"Law", "/home/me/tests/../mask_test.cpp", 5}};
  EXPECT_EQ(read_outcome(target, put, {}).call_line, 5u);
  // The argument was being made.
  target.frames = {{"Mask::bits", "/home/me/mask.cpp", 14}, {"Mask::Mask", "/home/me/mask.cpp", 12}};
  EXPECT_EQ(read_outcome(target, put, {}).call_line, 0u);
}

TEST(OutcomeTest, ADeadWorkerIsACrashByItsSignal) {
  const auto nothing = [](Script& s) { s.die(0); };
  const auto crashed = outcome_of(nothing, {true, false, SIGBUS});
  EXPECT_EQ(crashed.kind, OutcomeKind::Crashed);
  EXPECT_EQ(crashed.fault, Fault::BusError);
  EXPECT_EQ(outcome_of(nothing, {true, true, SIGKILL}).fault, Fault::EndlessLoop);
  EXPECT_EQ(outcome_of(nothing, {true, false, 2 << 8}).fault, Fault::Exit);
  EXPECT_THAT(outcome_of(nothing, {true, false, SIGKILL}).message, HasSubstr("Killed"));
}

TEST(OutcomeTest, ARunWithoutAnOutcomeIsOurBug) {
  EXPECT_THROW(outcome_of([](Script& s) { s.die(0); }, {}), base::SoundnessError);
}

}  // namespace
}  // namespace forall::explore
