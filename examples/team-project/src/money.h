#pragma once

#include <array>
#include <stdexcept>

struct Money {
  int cents = 0;
  friend bool operator==(const Money&, const Money&) = default;
};

inline Money operator+(Money x, Money y) {
  int sum = 0;
  if (__builtin_add_overflow(x.cents, y.cents, &sum)) throw std::overflow_error("too much money");
  return {sum};
}

// Three shares that differ by at most a cent, the larger ones first.
inline std::array<Money, 3> in_three(Money all) {
#ifdef PLANTED_BUGS
  const int share = all.cents / 3, rest = 0;
#else
  const int share = all.cents / 3, rest = all.cents % 3;
#endif
  return {Money{share + (rest > 0 ? 1 : 0)}, Money{share + (rest > 1 ? 1 : 0)}, Money{share}};
}
