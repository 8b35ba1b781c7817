#include "testcase/failures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::testcase {
namespace {

using testing::ElementsAre;

InputValue number(std::int64_t value, ScalarKind kind = ScalarKind::Int, unsigned width = 32) {
  InputValue input;
  input.kind = kind;
  input.width = width;
  input.value.lo = static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - width));
  return input;
}

Case failing(unsigned line, std::vector<InputValue> inputs) {
  Case c;
  c.outcome.kind = OutcomeKind::Failed;
  c.outcome.file = "list.h";
  c.outcome.line = line;
  c.inputs = std::move(inputs);
  return c;
}

TEST(Failures, AreGroupedByWhatHappensAndWhere) {
  Case passing = failing(3, {});
  passing.outcome.kind = OutcomeKind::Passed;
  Case thrown = failing(3, {});
  thrown.outcome.kind = OutcomeKind::Threw;
  thrown.outcome.exception_type = "std::out_of_range";
  EXPECT_THAT(failure_groups({passing, failing(9, {}), thrown, failing(3, {}), failing(9, {})}),
              ElementsAre(ElementsAre(1, 4), ElementsAre(2), ElementsAre(3)));
  EXPECT_TRUE(failure_groups({passing}).empty());
}

TEST(Failures, AreToldApartByTheLineThatCallsTheCode) {
  Case first = failing(3, {}), second = failing(3, {});
  second.outcome.call_line = 20;
  EXPECT_THAT(failure_groups({first, second, first}), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

TEST(Failures, BeginWithTheSimplestCase) {
  EXPECT_THAT(failure_groups({failing(3, {number(1), number(0)}), failing(3, {number(70)}), failing(3, {number(-1)}),
                              failing(3, {number(5)})}),
              ElementsAre(ElementsAre(2, 0, 1, 3)))
      << "fewer inputs, then smaller numbers";
}

TEST(Failures, ElementsBeyondTheEndDoNotCount) {
  const auto text = [](std::int64_t size, std::int64_t first, std::int64_t second) {
    Case c = failing(3, {number(size), number(first, ScalarKind::Char, 8), number(second, ScalarKind::Char, 8)});
    c.inputs[0].name = "s.size";
    c.inputs[1].name = "s[0]";
    c.inputs[2].name = "s[1]";
    return c;
  };
  EXPECT_TRUE(is_simpler(text(1, 34, 97), text(2, 34, 34)));
  EXPECT_TRUE(is_simpler(text(0, 97, 97), text(1, 0, 0)));
}

TEST(Failures, OfEqualSizeHaveAnOrder) {
  const Case five = failing(3, {number(5)}), six = failing(3, {number(6)});
  EXPECT_TRUE(is_simpler(five, six));
  EXPECT_FALSE(is_simpler(six, five));
  EXPECT_FALSE(is_simpler(five, five));
}

TEST(Failures, NumbersAreSmallNearZero) {
  const auto smaller = [](InputValue x, InputValue y) { return is_simpler(failing(3, {x}), failing(3, {y})); };
  EXPECT_TRUE(smaller(number(-3), number(4)));
  EXPECT_TRUE(smaller(number(3), number(-5)));
  EXPECT_TRUE(smaller(number(100), number(-1, ScalarKind::UInt)));
  InputValue wide = number(-1, ScalarKind::Int128, 64);
  wide.width = 128;
  wide.value.hi = ~std::uint64_t{0};  // -1
  EXPECT_TRUE(smaller(wide, number(2)));
  EXPECT_TRUE(smaller(number(1), number(-1)));
  InputValue null = number(0, ScalarKind::Pointer, 64), pointer = null;
  pointer.target = "*p";
  EXPECT_TRUE(smaller(null, pointer));
}

}  // namespace
}  // namespace forall::testcase
