// Floating point: nodes have the machine's results, and a NaN is decided before its bits are looked at.
#include "abi/floating.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "driver.h"
#include "runtime/float_format.h"
#include "runtime/floating.h"

namespace forall::runtime_tests {
namespace {

using abi::FloatFunction;
using abi::LedgerKind;
using abi::Op;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kSamples[] = {0.0,  -0.0,  1.0,       -1.0,       0.5,  5e-324, 2.2250738585072014e-308,
                           1e19, -9e18, kInfinity, -kInfinity, kNan, -kNan,  9.3e18};

Driver& driver() { return Driver::instance(); }
u64 bits(double x) { return std::bit_cast<u64>(x); }
template <typename Operation>
u32 code(Operation operation, unsigned width, unsigned parameter = 0) {
  return static_cast<u32>(operation) | width << 8 | parameter << 24;
}

// The input x plus one, as the pass would compute it.
u32 sum_with_one(double x) {
  static double memory;
  const u32 id = input(&memory, 8, "x", bits(x));
  return __forall_float2(code(Op::FAdd, 64), id, 0, 0, 0, bits(1.0), 0, bits(x + 1.0), 0);
}

TEST(FloatFormat, OrdersNumbersAsTheMachineDoes) {
  const auto format = runtime::float_format(64);
  for (const double x : kSamples) {
    EXPECT_EQ(format.nan(bits(x)), std::isnan(x));
    for (const double y : kSamples) {
      EXPECT_EQ(runtime::float_equal(format, bits(x), bits(y)), x == y) << x << ' ' << y;
      EXPECT_EQ(runtime::float_less(format, bits(x), bits(y)), x < y) << x << ' ' << y;
    }
  }
}

TEST(FloatFormat, SaturatesConversions) {
  const auto format = runtime::float_format(64);
  const auto signed64 = [&](double x) {
    return static_cast<std::int64_t>(runtime::float_to_integer(format, bits(x), 64, true));
  };
  EXPECT_EQ(signed64(-1.9), -1);
  EXPECT_EQ(signed64(1e19), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(signed64(-kInfinity), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(signed64(kNan), 0);
  EXPECT_EQ(runtime::float_to_integer(format, bits(-3.0), 8, false), 0U);
  EXPECT_EQ(runtime::float_to_integer(format, bits(300.0), 8, false), 255U);
}

TEST(Floating, ComparesForEveryOrder) {
  for (const double x : kSamples) {
    for (const double y : kSamples) {
      const unsigned order = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
      for (unsigned predicate = 0; predicate < 16; ++predicate) {
        const u64 truth = (predicate & order) != 0;
        driver().run([&] {
          static double memory[2];
          const u32 a = input(&memory[0], 8, "x", bits(x)), b = input(&memory[1], 8, "y", bits(y));
          const u32 id = __forall_float2(code(FloatFunction::Compare, 64, predicate), a, 0, 0, b, 0, 0, truth, 0);
          if (id != 0) {
            EXPECT_EQ(driver().node(id).value.lo, truth);
          }
          EXPECT_EQ(id == 0, predicate == 0 || predicate == 15);
        });
        EXPECT_TRUE(driver().ledger().empty()) << x << ' ' << y << ' ' << predicate;
      }
    }
  }
}

TEST(Floating, ResultsAreThoseOfTheMachine) {
  driver().run([] { EXPECT_EQ(driver().node(sum_with_one(2.0)).value.lo, bits(3.0)); });
  EXPECT_TRUE(driver().decisions().empty());
}

TEST(Floating, LookingAtBitsDecidesThatThereIsNoNan) {
  driver().run([] {
    const u32 sum = sum_with_one(2.0);
    EXPECT_NE(__forall_binary(code(Op::Eq, 64), sum, 0, 0, 0, bits(3.0), 0), 0U);
    EXPECT_NE(__forall_binary(code(Op::LShr, 64), sum, 0, 0, 0, 63, 0), 0U);
  });
  ASSERT_EQ(driver().decisions().size(), 1U);
  EXPECT_EQ(driver().node(driver().decisions()[0].node).op, Op::FIsNan);
  EXPECT_EQ(driver().decisions()[0].value, 0U);
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(Floating, BitsOfANanAreConcreteAndInTheLedger) {
  driver().run([] { EXPECT_EQ(__forall_binary(code(Op::LShr, 64), sum_with_one(kNan), 0, 0, 0, 63, 0), 0U); });
  ASSERT_EQ(driver().decisions().size(), 1U);
  EXPECT_EQ(driver().decisions()[0].value, 1U);
  ASSERT_EQ(driver().ledger().size(), 1U);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::NanBits);
}

TEST(Floating, MovesAndSignsOfANanDecideNothing) {
  driver().run([] {
    static double place;
    const u32 sum = sum_with_one(kNan);
    const u64 value = driver().node(sum).value.lo;
    place = std::bit_cast<double>(value);
    __forall_store(&place, 0, 8, sum, value, 0, &branch_site, 0, 0);
    EXPECT_EQ(__forall_load(&place, 0, 8, &branch_site, 0, 0), sum);
    const u64 sign = u64{1} << 63;
    const u32 negative = __forall_float1(code(FloatFunction::Negate, 64), sum, 0, 0, value ^ sign, 0);
    EXPECT_EQ(__forall_float1(code(FloatFunction::Negate, 64), negative, 0, 0, value, 0), sum);
    EXPECT_NE(__forall_float1(code(FloatFunction::Absolute, 64), sum, 0, 0, value & ~sign, 0), 0U);
  });
  EXPECT_TRUE(driver().decisions().empty());
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(Floating, BitsOfAnInputAreExact) {
  driver().run([] {
    static double memory;
    EXPECT_NE(__forall_binary(code(Op::LShr, 64), input(&memory, 8, "x", bits(kNan)), 0, 0, 0, 63, 0), 0U);
  });
  EXPECT_TRUE(driver().decisions().empty());
}

TEST(Floating, FunctionsHaveTheValuesOfTheLibrary) {
  const auto check = [](FloatFunction function, double x, double y, double result) {
    driver().run([&] {
      static double memory[2];
      const u32 a = input(&memory[0], 8, "x", bits(x)), b = input(&memory[1], 8, "y", bits(y));
      EXPECT_NE(__forall_float2(code(function, 64), a, 0, 0, b, 0, 0, bits(result), 0), 0U) << x << ' ' << y;
    });
    EXPECT_TRUE(driver().ledger().empty()) << static_cast<unsigned>(function) << ' ' << x << ' ' << y;
  };
  for (const double x : kSamples) {
    for (const double y : kSamples) {
      check(FloatFunction::CopySign, x, y, std::copysign(x, y));
      const bool open = x == 0 && y == 0;  // machines differ
      if (!open) check(FloatFunction::MinNum, x, y, std::fmin(x, y));
      if (!open) check(FloatFunction::MaxNum, x, y, std::fmax(x, y));
    }
  }
}

#if defined(__x86_64__)
// What Clang makes of fmin and fmax there.
double least_by_instructions(double x, double y) { return std::isnan(x) ? y : y < x ? y : x; }
double most_by_instructions(double x, double y) { return std::isnan(x) ? y : x < y ? y : x; }

// Pointers, so that the library is called: g++ may exchange the operands of a call.
double (*volatile least_by_library)(double, double) = &::fmin;
double (*volatile most_by_library)(double, double) = &::fmax;

TEST(Floating, TheLeastNumberIsThatOfTheLibraryOrThatOfTheInstructions) {
  std::vector<double> samples(std::begin(kSamples), std::end(kSamples));
  samples.push_back(std::numeric_limits<double>::signaling_NaN());
  const auto check = [](bool is_least, double x, double y, bool is_library, double expected) {
    driver().run(
        [&] {
          static double memory[2];
          const runtime::Value a = runtime::known(input(&memory[0], 8, "x", bits(x)));
          const runtime::Value b = runtime::known(input(&memory[1], 8, "y", bits(y)));
          const runtime::Value result = runtime::minimum_or_maximum(a, b, is_least, 0);
          const u64 machine = static_cast<u64>(result.bits);
          const bool is_nan = std::isnan(expected) && std::isnan(std::bit_cast<double>(machine));
          EXPECT_TRUE(is_nan || machine == bits(expected)) << is_least << ' ' << x << ' ' << y << ' ' << is_library;
        },
        {{abi::kEitherResult, is_library}});
    EXPECT_TRUE(driver().ledger().empty()) << x << ' ' << y;
  };
  for (const double x : samples) {
    for (const double y : samples) {
      check(true, x, y, false, least_by_instructions(x, y));
      check(true, x, y, true, least_by_library(x, y));
      check(false, x, y, false, most_by_instructions(x, y));
      check(false, x, y, true, most_by_library(x, y));
    }
  }
}

TEST(Floating, WhereAllCompilersAgreeNothingIsOpen) {
  driver().run([] {
    const runtime::Value one = runtime::concrete(bits(1.0), 64), nan = runtime::concrete(bits(kNan), 64);
    EXPECT_EQ(runtime::minimum_or_maximum(one, nan, true, 0).bits, bits(1.0));
  });
  EXPECT_TRUE(driver().inputs().empty());
}
#endif

TEST(Floating, ClassesAreThoseOfTheLibrary) {
  for (const double x : kSamples) {
    const unsigned magnitude = std::isinf(x) ? 0 : std::isnormal(x) ? 1 : x != 0 ? 2 : 3;
    const unsigned own = std::isnan(x) ? 2U : std::signbit(x) ? 4U << magnitude : 512U >> magnitude;
    for (unsigned bit = 0; bit < 10; ++bit) {
      const u64 truth = own == 1U << bit;
      driver().run([&] {
        static double memory;
        const u32 a = input(&memory, 8, "x", bits(x));
        EXPECT_NE(__forall_float2(code(FloatFunction::Class, 64), a, 0, 0, 0, 1U << bit, 0, truth, 0), 0U);
      });
      EXPECT_TRUE(driver().ledger().empty()) << x << ' ' << bit;
    }
  }
}

// Of the 80 bits of x87, on any machine.
TEST(Floating, TheLeadingBitOfAnInputFitsItsExponent) {
  constexpr u64 kLeading = u64{1} << 63;
  const auto ends = [](u64 exponent, u64 fraction) {
    driver().run([&] {
      unsigned char memory[16];
      __forall_input(memory, 10, 80, static_cast<unsigned>(abi::ScalarKind::LongDouble), "x", "long double", fraction,
                     exponent, false);
      EXPECT_EQ(exponent == 0, (fraction & kLeading) == 0);
    });
    EXPECT_EQ(driver().decisions().size(), 1U);
    EXPECT_EQ(driver().decisions()[0].kind, abi::DecisionKind::Assume);
    return driver().outcome().kind;
  };
  EXPECT_EQ(ends(0, 0), abi::OutcomeKind::Passed);
  EXPECT_EQ(ends(0, 5), abi::OutcomeKind::Passed);
  EXPECT_EQ(ends(0x3fff, kLeading), abi::OutcomeKind::Passed);
  EXPECT_EQ(ends(0xffff, kLeading | 1), abi::OutcomeKind::Passed);
  EXPECT_EQ(ends(0x3fff, 5), abi::OutcomeKind::Discarded);
  EXPECT_EQ(ends(0x7fff, 0), abi::OutcomeKind::Discarded);
  EXPECT_EQ(ends(0, kLeading), abi::OutcomeKind::Discarded);
}

TEST(Floating, AnotherRoundingModeIsInTheLedger) {
  driver().run([] {
    std::fesetround(FE_UPWARD);
    EXPECT_EQ(sum_with_one(2.0), 0U);
    std::fesetround(FE_TONEAREST);
  });
  ASSERT_EQ(driver().ledger().size(), 1U);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::RoundingMode);
}

}  // namespace
}  // namespace forall::runtime_tests
