// fmin and fmax on x86-64: g++ calls glibc, Clang has instructions, and they differ in the sign of a zero and where a
// NaN signals.
#if defined(__x86_64__)

#include <cmath>
#include <cstring>
#include <type_traits>

#include "runtime/floating.h"
#include "runtime/models/protocol.h"

namespace forall::runtime {

namespace {

template <class Number>
constexpr unsigned kWidth = std::is_same_v<Number, float>    ? 32
                            : std::is_same_v<Number, double> ? 64
                                                             : 80;

template <class Number>
U128 bits_of(Number number) {
  U128 bits = 0;
  std::memcpy(&bits, &number, kWidth<Number> / 8);
  return bits;
}

template <class Number>
Number least_or_most(Number (*self)(Number, Number), const char* name, Number a, Number b, bool least) {
  const ModelCall call(self, name, 2);
  const Number machine = least ? std::fmin(a, b) : std::fmax(a, b);
  const bool is_clear = a < b || b < a;
  if (!observing() || (!call.symbolic() && is_clear)) return machine;
  constexpr unsigned kBits = kWidth<Number>;
  const U128 first = bits_of(a), second = bits_of(b);
  const Value result =
      minimum_or_maximum(operand(call.argument_id(0), static_cast<u64>(first), static_cast<u64>(first >> 64), kBits),
                         operand(call.argument_id(1), static_cast<u64>(second), static_cast<u64>(second >> 64), kBits),
                         least, bits_of(machine));
  call.give(result);
  Number number{};
  std::memcpy(&number, &result.bits, kWidth<Number> / 8);
  return number;
}

}  // namespace

}  // namespace forall::runtime

using forall::runtime::least_or_most;

#define FORALL_MODEL_OF_MINIMUM(Number, suffix)                                              \
  extern "C" Number __forall_model_fmin##suffix(Number a, Number b) {                        \
    return least_or_most<Number>(&__forall_model_fmin##suffix, "fmin" #suffix, a, b, true);  \
  }                                                                                          \
  extern "C" Number __forall_model_fmax##suffix(Number a, Number b) {                        \
    return least_or_most<Number>(&__forall_model_fmax##suffix, "fmax" #suffix, a, b, false); \
  }
FORALL_MODEL_OF_MINIMUM(float, f)
FORALL_MODEL_OF_MINIMUM(double, )
FORALL_MODEL_OF_MINIMUM(long double, l)
#undef FORALL_MODEL_OF_MINIMUM

#endif
