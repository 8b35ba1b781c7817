// Every intrinsic at width 8, for all operands of a sample, against plain arithmetic.
#include "abi/intrinsics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "driver.h"
#include "expr/bits.h"

namespace forall::runtime_tests {
namespace {

using abi::Intrinsic;
using expr::U128;

Driver& driver() { return Driver::instance(); }

unsigned reverse_bits(unsigned x) {
  unsigned r = 0;
  for (unsigned i = 0; i < 8; ++i) r |= (x >> i & 1) << (7 - i);
  return r;
}

unsigned expected1(Intrinsic kind, unsigned x) {
  const auto b = static_cast<u8>(x);
  switch (kind) {
    case Intrinsic::PopCount: return static_cast<unsigned>(std::popcount(b));
    case Intrinsic::LeadingZeros: return static_cast<unsigned>(std::countl_zero(b));
    case Intrinsic::TrailingZeros: return static_cast<unsigned>(std::countr_zero(b));
    case Intrinsic::ByteSwap: return x;
    case Intrinsic::BitReverse: return reverse_bits(x);
    default: return static_cast<u8>(std::abs(static_cast<int>(static_cast<std::int8_t>(x))));
  }
}

unsigned expected2(Intrinsic kind, unsigned x, unsigned y) {
  const int a = static_cast<std::int8_t>(x), b = static_cast<std::int8_t>(y);
  const auto saturate = [](int v) { return static_cast<unsigned>(static_cast<u8>(std::clamp(v, -128, 127))); };
  const auto overflows = [](int v) { return v < -128 || v > 127 ? 1u : 0u; };
  const int ux = static_cast<int>(x), uy = static_cast<int>(y);
  switch (kind) {
    case Intrinsic::SMin: return static_cast<u8>(std::min(a, b));
    case Intrinsic::SMax: return static_cast<u8>(std::max(a, b));
    case Intrinsic::UMin: return std::min(x, y);
    case Intrinsic::UMax: return std::max(x, y);
    case Intrinsic::SAddSat: return saturate(a + b);
    case Intrinsic::UAddSat: return std::min(x + y, 255u);
    case Intrinsic::SSubSat: return saturate(a - b);
    case Intrinsic::USubSat: return static_cast<unsigned>(std::max(ux - uy, 0));
    case Intrinsic::SAddOverflow: return overflows(a + b);
    case Intrinsic::UAddOverflow: return x + y > 255;
    case Intrinsic::SSubOverflow: return overflows(a - b);
    case Intrinsic::USubOverflow: return x < y;
    case Intrinsic::SMulOverflow: return overflows(a * b);
    default: return x * y > 255;
  }
}

constexpr unsigned kSample[] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 63, 64, 85, 100, 127, 128, 129, 170, 200, 254, 255};

TEST(Intrinsics, OfOneOperandAgreeWithArithmetic) {
  for (int k = static_cast<int>(Intrinsic::PopCount); k <= static_cast<int>(Intrinsic::Abs); ++k) {
    u8 a = 0;
    u32 id = 0;
    driver().run([&] { id = __forall_intrinsic1(static_cast<u32>(k) | 8 << 8, input(&a, 1, "a", 77), 77, 0); });
    for (unsigned x = 0; x < 256; ++x) {
      ASSERT_EQ(driver().evaluate(id, {{"a", x}}).lo, expected1(static_cast<Intrinsic>(k), x)) << k << " " << x;
    }
    EXPECT_EQ(driver().node(id).value.lo, expected1(static_cast<Intrinsic>(k), 77));
  }
}

TEST(Intrinsics, OfTwoOperandsAgreeWithArithmetic) {
  for (int k = static_cast<int>(Intrinsic::SMin); k <= static_cast<int>(Intrinsic::UMulOverflow); ++k) {
    u8 a = 0, b = 0;
    u32 id = 0;
    driver().run([&] {
      const u32 x = input(&a, 1, "a", 77), y = input(&b, 1, "b", 200);
      id = __forall_intrinsic2(static_cast<u32>(k) | 8 << 8, x, 77, 0, y, 200, 0);
    });
    for (const unsigned x : kSample) {
      for (const unsigned y : kSample) {
        ASSERT_EQ(driver().evaluate(id, {{"a", x}, {"b", y}}).lo, expected2(static_cast<Intrinsic>(k), x, y))
            << k << " " << x << " " << y;
      }
    }
  }
}

TEST(Intrinsics, FunnelShiftsTakeTheAmountModuloTheWidth) {
  u8 a = 0, b = 0, c = 0;
  u32 left = 0, right = 0;
  driver().run([&] {
    const u32 x = input(&a, 1, "a"), y = input(&b, 1, "b"), n = input(&c, 1, "c");
    left = __forall_intrinsic3(static_cast<u32>(Intrinsic::FunnelLeft) | 8 << 8, x, 0, 0, y, 0, 0, n, 0, 0);
    right = __forall_intrinsic3(static_cast<u32>(Intrinsic::FunnelRight) | 8 << 8, x, 0, 0, y, 0, 0, n, 0, 0);
  });
  for (unsigned n = 0; n < 20; ++n) {
    const unsigned pair = 0xb5u << 8 | 0x3cu;
    const unsigned m = n % 8;
    const std::map<std::string, u64> values = {{"a", 0xb5}, {"b", 0x3c}, {"c", n}};
    EXPECT_EQ(driver().evaluate(left, values).lo, (pair << m >> 8) & 0xff) << n;
    EXPECT_EQ(driver().evaluate(right, values).lo, (pair >> m) & 0xff) << n;
  }
}

// Above 64 bits the product of twice the width does not exist; the division says the same.
TEST(Intrinsics, MultiplicationOverflowOf128BitsIsExact) {
  using S128 = expr::S128;
  constexpr U128 kMin = U128{1} << 127;
  const U128 sample[] = {0,
                         1,
                         2,
                         3,
                         ~U128{0},
                         ~U128{0} - 1,
                         kMin,
                         kMin - 1,
                         kMin + 1,
                         U128{1} << 64,
                         (U128{1} << 64) - 1,
                         U128{1} << 63,
                         U128{5} << 62,
                         ~U128{0} / 3};
  for (const U128 x : sample) {
    for (const U128 y : sample) {
      U128 a = 0;
      u32 is_signed = 0, is_unsigned = 0;
      driver().run([&] {
        __forall_input(&a, 16, 128, static_cast<unsigned>(abi::ScalarKind::UInt128), "a", "t", static_cast<u64>(x),
                       static_cast<u64>(x >> 64), false);
        const u32 id = load(&a, 16);
        const auto multiply = [&](Intrinsic kind) {
          return __forall_intrinsic2(static_cast<u32>(kind) | 128 << 8, id, static_cast<u64>(x),
                                     static_cast<u64>(x >> 64), 0, static_cast<u64>(y), static_cast<u64>(y >> 64));
        };
        is_signed = multiply(Intrinsic::SMulOverflow);
        is_unsigned = multiply(Intrinsic::UMulOverflow);
      });
      S128 signed_product;
      U128 product;
      const bool expect_signed = __builtin_mul_overflow(static_cast<S128>(x), static_cast<S128>(y), &signed_product);
      const bool expect_unsigned = __builtin_mul_overflow(x, y, &product);
      const auto truth = [](u32 id) { return id != 0 && driver().node(id).value.lo != 0; };
      // Id 0: the expression folded to a constant, which must then be "never".
      EXPECT_EQ(truth(is_signed), expect_signed) << static_cast<u64>(x >> 64) << " " << static_cast<u64>(y >> 64);
      EXPECT_EQ(truth(is_unsigned), expect_unsigned) << static_cast<u64>(x >> 64) << " " << static_cast<u64>(y >> 64);
    }
  }
}

}  // namespace
}  // namespace forall::runtime_tests
