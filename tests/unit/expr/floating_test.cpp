// Evaluation of floating point against the machine: single and double against the integer arithmetic of
// exact_float.cpp, and that against whatever else the machine computes with.
#include "expr/floating.h"

#include <gtest/gtest.h>
#include <math.h>

#include <cstring>

#include "random_floats.h"

namespace forall::expr {
namespace {

using testing::random_bits;
using testing::random_float;

template <typename Float>
Float as(U128 bits) {
  Float x{};
  std::memcpy(&x, &bits, sizeof(Float) < sizeof bits ? sizeof(Float) : sizeof bits);
  return x;
}
template <typename Float>
U128 bits_of(Float x, unsigned width) {
  if (x != x) return nan_of(width);
  U128 bits = 0;
  std::memcpy(&bits, &x, sizeof(Float) < sizeof bits ? sizeof(Float) : sizeof bits);
  return bits & mask(width);
}

std::string hex(U128 x) {
  char text[40];
  std::snprintf(text, sizeof text, "%016llx:%016llx", static_cast<unsigned long long>(x >> 64),
                static_cast<unsigned long long>(x));
  return text;
}

struct Functions {
  template <typename T>
  static T sqrt(T x) {
    if constexpr (sizeof(T) == 4)
      return ::sqrtf(x);
    else if constexpr (sizeof(T) == 8)
      return ::sqrt(x);
    else
      return ::sqrtl(x);
  }
  template <typename T>
  static T fma(T x, T y, T z) {
    if constexpr (sizeof(T) == 4)
      return ::fmaf(x, y, z);
    else if constexpr (sizeof(T) == 8)
      return ::fma(x, y, z);
    else
      return ::fmal(x, y, z);
  }
  template <typename T>
  static T round(unsigned how, T x) {
    long double y = 0;
    switch (static_cast<abi::Rounding>(how)) {
      case abi::Rounding::ToNearestEven: y = ::nearbyintl(x); break;
      case abi::Rounding::ToNearestAway: y = ::roundl(x); break;
      case abi::Rounding::TowardZero: y = ::truncl(x); break;
      case abi::Rounding::Up: y = ::ceill(x); break;
      case abi::Rounding::Down: y = ::floorl(x); break;
    }
    return static_cast<T>(y);
  }
};

// Both ways of computing, against one operation of the machine.
template <typename Float>
void expect_machine(unsigned width, std::uint64_t seed, int samples) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const U128 a = random_float(random, width), b = random_float(random, width), c = random_float(random, width);
    const Float x = as<Float>(a), y = as<Float>(b), z = as<Float>(c);
    const auto expect = [&](Op op, unsigned to, U128 value, unsigned parameter = 0) {
      SCOPED_TRACE(std::string(abi::info(op).name) + " " + hex(a) + " " + hex(b) + " " + hex(c));
      EXPECT_EQ(hex(apply_floating(op, to, width, a, b, c, parameter)), hex(value));
      EXPECT_EQ(hex(apply_exactly(op, to, width, a, b, c, parameter)), hex(value));
    };
    expect(Op::FAdd, width, bits_of<Float>(x + y, width));
    expect(Op::FSub, width, bits_of<Float>(x - y, width));
    expect(Op::FMul, width, bits_of<Float>(x * y, width));
    expect(Op::FDiv, width, bits_of<Float>(x / y, width));
    expect(Op::FFma, width, bits_of<Float>(Functions::fma(x, y, z), width));
    expect(Op::FSqrt, width, bits_of<Float>(Functions::sqrt(x), width));
    expect(Op::FEq, 1, x == y);
    expect(Op::FLt, 1, x < y);
    expect(Op::FLe, 1, x <= y);
    expect(Op::FIsNan, 1, x != x);
    for (unsigned r = 0; r < 5; ++r) expect(Op::FRound, width, bits_of<Float>(Functions::round(r, x), width), r);
    expect(Op::FCast, 32, bits_of<float>(static_cast<float>(x), 32));
    expect(Op::FCast, 64, bits_of<double>(static_cast<double>(x), 64));
    if (x > -9.2e18 && x < 9.2e18) expect(Op::FToS, 64, static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
    if (x > -1 && x < Float(1.8e19)) expect(Op::FToU, 64, static_cast<std::uint64_t>(x));
    const std::uint64_t n = random() >> random() % 64;
    EXPECT_EQ(hex(apply_exactly(Op::UToF, width, 64, n, 0, 0, 0)), hex(bits_of<Float>(static_cast<Float>(n), width)));
    EXPECT_EQ(hex(apply_exactly(Op::SToF, width, 64, n, 0, 0, 0)),
              hex(bits_of<Float>(static_cast<Float>(static_cast<std::int64_t>(n)), width)));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Floating, SingleIsTheMachines) { expect_machine<float>(32, 1, 4000); }
TEST(Floating, DoubleIsTheMachines) { expect_machine<double>(64, 2, 4000); }
TEST(Floating, LongDoubleIsTheMachines) {
  expect_machine<long double>(sizeof(long double) == 16 && __LDBL_MANT_DIG__ == 113 ? 128 : 80, 3, 4000);
}

}  // namespace
}  // namespace forall::expr
