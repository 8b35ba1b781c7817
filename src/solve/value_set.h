// Sets of numbers of up to 64 bits, as intervals.
#pragma once

#include <cstdint>
#include <vector>

namespace forall::solve {

struct Interval {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// In order; no two of them touch.
using ValueSet = std::vector<Interval>;

inline std::uint64_t greatest_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

inline ValueSet all_values(unsigned width) { return {{0, greatest_of(width)}}; }
// low, low + 1, ..., high, going on at 0 after the greatest number of this width.
ValueSet ring_interval(std::uint64_t low, std::uint64_t high, unsigned width);
ValueSet intersection(const ValueSet& x, const ValueSet& y);
ValueSet complement(const ValueSet& x, unsigned width);
// Each number plus `by`, modulo 2^width.
ValueSet shifted(const ValueSet& x, std::uint64_t by, unsigned width);
// x becomes the intersection; `spare` is memory.
void intersect(ValueSet& x, const ValueSet& y, ValueSet& spare);

// The nearest number of the set from `value` on, upwards or downwards. False: there is none.
bool next_up(const ValueSet& x, std::uint64_t& value);
bool next_down(const ValueSet& x, std::uint64_t& value);

}  // namespace forall::solve
