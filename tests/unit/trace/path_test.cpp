// Reading traces: what a path holds, and every inconsistency that must be found.
#include "trace/path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "abi/input_origin.h"
#include "base/error.h"
#include "expr/print.h"
#include "segment_builder.h"

namespace forall::trace {
namespace {

using abi::Op;
using ::testing::HasSubstr;

class PathTest : public ::testing::Test {
 protected:
  // x = 5, y = 9; decides x < y.
  PathTest() : x(b.input("x", 32, 5)), y(b.input("y", 32, 9)), less(b.op(Op::Slt, 1, x, y)) { b.decide(less, 1); }

  std::string error_of(const abi::Header& segment) {
    try {
      read_path(segment, pool);
    } catch (const base::SoundnessError& error) {
      return error.what();
    }
    return {};
  }
  std::string text(expr::Expr e) { return expr::print(pool, e); }

  testing::SegmentBuilder b;
  expr::Pool pool;
  std::uint32_t x, y, less;
};

TEST_F(PathTest, HoldsDecisionsAsConditionsThatHold) {
  const std::uint32_t greater = b.op(Op::Slt, 1, y, x);
  b.decide(greater, 2, abi::DecisionKind::Check);
  b.decide(x, 3, abi::DecisionKind::Value);
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.steps.size(), 3u);
  EXPECT_EQ(text(path.steps[0].condition), "x < y");
  EXPECT_EQ(path.steps[0].site, 1u);
  EXPECT_EQ(path.steps[0].value, 1u);
  EXPECT_EQ(text(path.steps[1].subject), "y < x");
  EXPECT_EQ(text(path.steps[1].condition), "x <= y");
  EXPECT_EQ(path.steps[1].kind, abi::DecisionKind::Check);
  EXPECT_EQ(text(path.steps[2].condition), "x == 5");
}

TEST_F(PathTest, ALimitOfTheInputsDecidesNothingForTheProgram) {
  b.decisions.clear();
  b.decide(less, 2, abi::DecisionKind::Bound);
  b.decide(less, 1, abi::DecisionKind::Branch);
  b.decide(less, 3, abi::DecisionKind::Branch);
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.steps.size(), 2u);
  EXPECT_EQ(path.steps[0].kind, abi::DecisionKind::Bound);
  EXPECT_EQ(path.steps[1].site, 1u);
}

TEST_F(PathTest, PointersHaveTheNameOfTheObjectTheyPointInto) {
  b.objects.push_back({0x1000, 16, b.text("*p"), b.text("Node"), 1, 0});
  b.objects.push_back({0x2000, 16, b.text("*q"), b.text("Node"), 0, 0});
  b.objects.push_back({0x3000, 16, b.text("*r"), b.text("Node"), 0, 0});
  b.input("p", 64, 0x1000, abi::ScalarKind::Pointer);
  b.input("q", 64, 0x1008, abi::ScalarKind::Pointer);
  b.input("r", 64, 0, abi::ScalarKind::Pointer);
  b.input("s", 64, 0x2000, abi::ScalarKind::Pointer);
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.inputs.size(), 6u);
  EXPECT_EQ(path.inputs[2].target, "*p");
  EXPECT_EQ(path.inputs[3].target, "*p");
  EXPECT_EQ(path.inputs[4].target, "");
  EXPECT_EQ(path.inputs[5].target, "*q");
  ASSERT_EQ(path.objects.size(), 2u);  // *r was never looked into, and nothing points to it
  EXPECT_EQ(path.objects[0].name, "*p");
  EXPECT_EQ(path.objects[1].type, "Node");
}

TEST_F(PathTest, APointerToNoObjectIsUnsound) {
  b.input("p", 64, 0x1000, abi::ScalarKind::Pointer);
  EXPECT_THROW(read_path(b.build(), pool), base::SoundnessError);
}

TEST_F(PathTest, KnowsInputsThatStandForUninitialisedValues) {
  b.inputs[1].is_choice = static_cast<std::uint8_t>(abi::InputOrigin::Unset);
  const Path path = read_path(b.build(), pool);
  EXPECT_FALSE(path.inputs.at(0).is_unset);
  EXPECT_TRUE(path.inputs.at(1).is_unset);
  EXPECT_TRUE(path.inputs.at(1).is_choice) << "no part of a parameter";
}

TEST_F(PathTest, HoldsInputsLedgerAndCoverage) {
  b.inputs[1].is_choice = 1;
  b.ledger.push_back({abi::LedgerKind::ConcretizedCall, {}, 2, b.text("rand"), 3});
  b.coverage.push_back({1, 0});
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.inputs.size(), 2u);
  EXPECT_EQ(path.inputs[0].name, "x");
  EXPECT_EQ(path.inputs[0].value.lo, 5u);
  EXPECT_TRUE(path.inputs[1].is_choice);
  EXPECT_FALSE(path.inputs[1].is_unset);
  ASSERT_EQ(path.ledger.size(), 1u);
  EXPECT_EQ(path.ledger_details[0], "rand");
  ASSERT_EQ(path.covered.size(), 1u);
}

TEST_F(PathTest, HoldsObservationsAsExpressions) {
  b.observe("sum", b.op(Op::Add, 32, x, y));
  b.observations.push_back({b.text("n"), b.text("int"), 0, 32, abi::ScalarKind::Int, 0, {7, 0}});
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.observations.size(), 2u);
  EXPECT_EQ(expr::print(pool, path.observations[0].expression), "x + y");
  EXPECT_EQ(path.observations[0].value.lo, 14u);
  EXPECT_FALSE(path.observations[1].expression);
  EXPECT_EQ(path.observations[1].value.lo, 7u);
}

TEST_F(PathTest, HoldsCallsAsWhatTheyDependOnAndWhatCameOut) {
  using abi::OperandRole;
  using abi::ScalarKind;
  const std::uint32_t key = b.text("key"), none = b.text("");
  b.operands = {{OperandRole::State, ScalarKind::UInt, 32, x, none, 0, {5, 0}},
                {OperandRole::Argument, ScalarKind::Int, 32, 0, key, 1, {7, 0}},
                {OperandRole::NextState, ScalarKind::UInt, 32, y, none, 0, {9, 0}},
                {OperandRole::Exception, ScalarKind::UInt, 32, 0, none, 3, {0, 0}},
                {OperandRole::Unequal, ScalarKind::UInt, 32, 0, none, 0, {0, 0}}};
  b.calls = {{b.text("T::set(int)"), 2, 1, 0, 4, b.text("set"), 0, 0},
             {b.text("T::see(F)"), 2, 1, 4, 1, b.text("see"), 0, 0}};
  const Path path = read_path(b.build(), pool);
  ASSERT_EQ(path.calls.size(), 2u);
  const Call& set = path.calls[0];
  EXPECT_EQ(set.method, "T::set(int)");
  EXPECT_EQ(set.short_name, "set");
  EXPECT_EQ(set.site, 2u);
  EXPECT_EQ(set.step, 1u);
  EXPECT_TRUE(set.is_comparable);
  ASSERT_EQ(set.in.size(), 2u);
  EXPECT_EQ(text(set.in[0].value), "x");
  EXPECT_EQ(text(set.in[1].value), "7");
  EXPECT_EQ(set.in[1].name, "key");
  ASSERT_EQ(set.out.size(), 2u);
  EXPECT_EQ(text(set.out[0].value), "y");
  EXPECT_EQ(set.out[1].most, 3u);
  EXPECT_FALSE(path.calls[1].is_comparable);
}

TEST_F(PathTest, LeavesOutStepsThatSayNothing) {
  b.decide(less);                                                                 // decided before
  b.decide(b.op(Op::Eq, 1, x, x));                                                // true of every x
  b.decide(b.op(Op::Ult, 1, b.op(Op::ZExt, 64, x), b.constant(1ull << 40, 64)));  // true of every x
  EXPECT_EQ(read_path(b.build(), pool).steps.size(), 1u);
}

TEST_F(PathTest, ReadsOnlyWhatDecisionsAndObservationsReach) {
  for (int i = 0; i < 100; ++i) b.op(Op::Mul, 32, x, b.constant(static_cast<std::uint64_t>(1000 + i), 32));
  b.nodes.back().value = {12345, 0};  // not reached, so not even looked at
  b.decide(b.op(Op::Slt, 1, x, b.constant(50, 32)));
  const std::size_t before = pool.size();
  read_path(b.build(), pool);
  EXPECT_LT(pool.size() - before, 12u);
}

TEST_F(PathTest, AReaderReadsOneRunAfterTheOtherIntoOnePool) {
  PathReader reader(pool);
  const Path first = reader.read(b.build());
  testing::SegmentBuilder other;
  const std::uint32_t other_y = other.input("y", 32, 1), other_x = other.input("x", 32, 2);
  other.decide(other.op(Op::Slt, 1, other_x, other_y));
  const Path second = reader.read(other.build());
  EXPECT_EQ(second.steps[0].subject, first.steps[0].subject);
  EXPECT_EQ(second.steps[0].condition, pool.logical_not(first.steps[0].condition));
  EXPECT_EQ(reader.read(b.build()).steps.size(), 1u);
}

TEST_F(PathTest, StringsOutOfRangeAreEmpty) {
  const abi::Header& segment = b.build();
  EXPECT_EQ(string_at(segment, 0), "");
  EXPECT_EQ(string_at(segment, 0xffffffff), "");
  EXPECT_EQ(string_at(segment, b.inputs[0].name), "x");
}

TEST_F(PathTest, FindsAValueThatDoesNotFollowFromItsOperands) {
  const std::uint32_t sum = b.op(Op::Add, 32, x, y);
  b.decide(b.op(Op::Slt, 1, sum, y));
  b.nodes[sum].value.lo += 1;
  EXPECT_THAT(error_of(b.build()), HasSubstr("node " + std::to_string(sum) + " (Add) recorded a value"));
}

TEST_F(PathTest, FindsAConstantThatDoesNotFitItsWidth) {
  const std::uint32_t k = b.constant(300, 32);
  b.decide(b.op(Op::Slt, 1, x, k));
  b.nodes[k].value.hi = 1;
  EXPECT_THAT(error_of(b.build()), HasSubstr("(Const)"));
}

TEST_F(PathTest, FindsWrongWidths) {
  for (const auto& [op, width] : std::vector<std::pair<Op, unsigned>>{{Op::Add, 31},
                                                                      {Op::Slt, 2},
                                                                      {Op::ZExt, 31},
                                                                      {Op::Extract, 33},
                                                                      {Op::Concat, 63},
                                                                      {Op::Not, 0},
                                                                      {Op::Neg, 200}}) {
    testing::SegmentBuilder t;
    const std::uint32_t v = t.input("x", 32, 5), w = t.input("y", 32, 9);
    t.nodes.push_back({op, 0, static_cast<std::uint16_t>(width), v, op == Op::Extract ? 0 : w, 0, {}});
    t.decide(static_cast<std::uint32_t>(t.nodes.size() - 1));
    EXPECT_THAT(error_of(t.build()), HasSubstr("width")) << abi::info(op).name;
  }
}

TEST_F(PathTest, FindsOperandsThatAreNotBeforeTheirNode) {
  for (const std::uint32_t operand : {0u, less, less + 1, 0xffffffffu}) {
    b.nodes[less].b = operand;
    EXPECT_THAT(error_of(b.build()), HasSubstr("not before it")) << operand;
  }
}

TEST_F(PathTest, FindsAnUnknownOperator) {
  b.nodes[less].op = static_cast<Op>(abi::kOpCount);
  EXPECT_THAT(error_of(b.build()), HasSubstr("unknown operator"));
}

TEST_F(PathTest, FindsDecisionsThatContradictTheirNode) {
  b.decisions[0].value = 0;
  EXPECT_THAT(error_of(b.build()), HasSubstr("a value it did not have"));
}

TEST_F(PathTest, FindsDecisionsAboutNothingAndAtNoSite) {
  b.decisions[0].node = 0;
  EXPECT_THAT(error_of(b.build()), HasSubstr("no expression"));
  b.decisions[0].node = 77;
  EXPECT_THAT(error_of(b.build()), HasSubstr("node 77"));
  b.decisions[0].node = less;
  b.decisions[0].site = 4;
  EXPECT_THAT(error_of(b.build()), HasSubstr("site that does not exist"));
}

TEST_F(PathTest, FindsInputsThatContradictTheirNodes) {
  b.inputs[0].value.lo = 6;
  EXPECT_THAT(error_of(b.build()), HasSubstr("record of its input"));
  b.inputs[0].value.lo = 5;
  b.nodes[x].a = 2;
  EXPECT_THAT(error_of(b.build()), HasSubstr("input that does not exist"));
}

TEST_F(PathTest, FindsAnInputMadeTwice) {
  b.input("x", 32, 6);
  EXPECT_THAT(error_of(b.build()), HasSubstr("input 'x' was made twice"));
}

TEST_F(PathTest, FindsObservationsThatContradictTheirNode) {
  b.observe("x", x);
  b.observations[0].value.lo = 6;
  EXPECT_THAT(error_of(b.build()), HasSubstr("observation"));
}

TEST_F(PathTest, FindsTablesOutsideTheSegment) {
  abi::Header& outside = b.build();
  outside.nodes.offset = 1u << 30;
  EXPECT_THAT(error_of(outside), HasSubstr("table 'nodes' is outside the segment"));
  abi::Header& overfull = b.build();
  overfull.decisions.count = overfull.decisions.capacity + 1;
  EXPECT_THAT(error_of(overfull), HasSubstr("table 'decisions' holds more"));
  abi::Header& overwritten = b.build();
  overwritten.magic = 0;
  EXPECT_THAT(error_of(overwritten), HasSubstr("overwritten"));
}

constexpr std::uint64_t kOne = 0x3ff0000000000000, kNan = 0x7ff8000000000000, kOtherNan = 0xfff8000000000001;

TEST_F(PathTest, ReadsFloatingPoint) {
  testing::SegmentBuilder t;
  const std::uint32_t v = t.input("v", 64, kOne, abi::ScalarKind::Double), i = t.input("i", 32, 3);
  const std::uint32_t number = t.op(Op::SToF, 64, i);
  const std::uint32_t floor = t.op(Op::FRound, 64, v, static_cast<std::uint32_t>(abi::Rounding::Down));
  const std::uint32_t sine = t.op(Op::FMath1, 64, floor, static_cast<std::uint32_t>(abi::MathFunction::Sin));
  const std::uint32_t power = t.op(Op::FMath2, 64, sine, number, static_cast<std::uint32_t>(abi::MathFunction::Pow));
  t.decide(t.op(Op::FLt, 1, power, t.op(Op::FFma, 64, v, v, number)));
  const Path path = read_path(t.build(), pool);
  ASSERT_EQ(path.steps.size(), 1u);
  EXPECT_EQ(expr::print(pool, path.steps[0].condition), "pow(sin(floor(v)), (double)i) < fma(v, v, (double)i)");
}

TEST_F(PathTest, AnOperatorMayGiveAnyNan) {
  testing::SegmentBuilder t;
  const std::uint32_t v = t.input("v", 64, kNan);
  const std::uint32_t sum = t.op(Op::FAdd, 64, v, t.constant(kOne, 64));
  t.nodes[sum].value.lo = kOtherNan;
  t.decide(t.op(Op::FIsNan, 1, sum));
  t.observe("sum", sum);
  t.observations[0].kind = abi::ScalarKind::Double;
  EXPECT_EQ(error_of(t.build()), "");
  t.nodes[sum].value.lo = kOne;
  EXPECT_THAT(error_of(t.build()), HasSubstr("does not follow from its operands"));
}

TEST_F(PathTest, FindsFloatingPointThatIsNone) {
  for (const auto& [op, width, parameter] : std::vector<std::tuple<Op, unsigned, std::uint32_t>>{
           {Op::FAdd, 32, 0}, {Op::FCast, 63, 0}, {Op::FRound, 64, 9}, {Op::FMath1, 64, 200}, {Op::FLt, 64, 0}}) {
    testing::SegmentBuilder t;
    const std::uint32_t v = t.input("v", 64, kOne);
    const std::uint32_t second = abi::info(op).arity > 1 ? v : parameter;
    t.nodes.push_back({op, 0, static_cast<std::uint16_t>(width), v, second, 0, {}});
    t.decide(static_cast<std::uint32_t>(t.nodes.size() - 1));
    EXPECT_THAT(error_of(t.build()), HasSubstr("width")) << abi::info(op).name;
  }
}

TEST_F(PathTest, AnInputWithAnotherWidthOnAnotherPathIsAnErrorOfTheUser) {
  read_path(b.build(), pool);
  testing::SegmentBuilder other;
  other.decide(other.op(Op::Eq, 1, other.input("x", 64, 1), other.constant(1, 64)));
  EXPECT_THROW(read_path(other.build(), pool), base::UserError);
}

}  // namespace
}  // namespace forall::trace
