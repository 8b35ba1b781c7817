// What a generated program needs, without GoogleTest or forall.h: a batch of programs compiles in a fraction of the
// time.
//
// The same file is compiled in four ways:
//   explored  FORALL_INSTRUMENTED: each program is a PUT, registered through the C interface of forall/engine.h;
//   native    otherwise: main() runs programs on inputs that it reads, enumerates or draws, and prints what they did;
//   closed    FORALL_CLOSED_TESTS: a PUT is an ordinary function for the tests that forall emits;
//   sanitized FUZZ_SANITIZED: main() runs programs that may be undefined, and says what a sanitizer reports.
//
// A program reports its control flow with mark() and its values with out(). `marks` is concrete on every path, so a
// pair of outcome and marks is a behaviour that brute force and exploration have to agree on; `digest` must be equal
// bit by bit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace fuzz {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UWide;

static std::uint64_t marks, digest;

static inline void mark(std::uint32_t k) { marks = marks * 1000003u + k; }
static inline void mix(std::uint64_t bits) { digest = (digest << 9 | digest >> 55) ^ bits; }

// The bits of a NaN are not the program's business: they differ between compilers.
template <class T>
static inline void out(T value) {
  if constexpr (std::is_same_v<T, float>) {
    mix(value != value ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value));
  } else if constexpr (std::is_same_v<T, double>) {
    mix(value != value ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value));
  } else if constexpr (sizeof(T) == 16) {
    mix(static_cast<std::uint64_t>(value));
    mix(static_cast<std::uint64_t>(static_cast<UWide>(value) >> 64));
  } else {
    mix(static_cast<std::uint64_t>(value));
  }
}

// Arithmetic that is defined for all operands.
template <class T>
using Unsigned = std::conditional_t<sizeof(T) == 16, UWide, std::uint64_t>;
template <class T>
static inline T add(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}
template <class T>
static inline T sub(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}
template <class T>
static inline T mul(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) * static_cast<Unsigned<T>>(b));
}
template <class T>
static inline T quotient(T a, T b) {
  return b == 0 || b == static_cast<T>(-1) ? a : static_cast<T>(a / b);
}
template <class T>
static inline T remainder(T a, T b) {
  return b == 0 || b == static_cast<T>(-1) ? static_cast<T>(0) : static_cast<T>(a % b);
}
template <class T>
static inline T left(T a, unsigned n) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) << (n % (8 * sizeof(T))));
}
template <class T>
static inline T right(T a, unsigned n) {
  return static_cast<T>(a >> (n % (8 * sizeof(T))));
}
// Conversion from floating point is defined only inside the range.
template <class T, class F>
static inline T whole(F value) {
  return value > F(-120) && value < F(120) ? static_cast<T>(static_cast<int>(value)) : T(77);
}

struct Base {
  virtual ~Base() = default;
  virtual std::int32_t get(std::int32_t x) const { return x; }
};
struct Twice : Base {
  std::int32_t get(std::int32_t x) const override { return mul<std::int32_t>(x, 2); }
};
struct Offset : Base {
  std::int32_t by;
  explicit Offset(std::int32_t n) : by(n) {}
  std::int32_t get(std::int32_t x) const override { return x < 0 ? by : add<std::int32_t>(x, by); }
};
struct Problem : std::runtime_error {
  std::int32_t code;
  explicit Problem(std::int32_t n) : std::runtime_error("problem"), code(n) {}
};
struct Grave : Problem {
  explicit Grave(std::int32_t n) : Problem(add<std::int32_t>(n, 1)) {}
};
struct Cell {
  std::int32_t value;
  Cell* next;
};
// Its destructor is a part of the control flow.
struct Guard {
  std::uint32_t k;
  ~Guard() { mark(k); }
};

}  // namespace fuzz

#if defined(FORALL_INSTRUMENTED) && !defined(FORALL_CLOSED_TESTS)
#include "explored.h"
#elif defined(FORALL_CLOSED_TESTS)
#include "closed.h"
#elif defined(FUZZ_SANITIZED)
#include "sanitized.h"
#else
#include "native.h"
#endif
