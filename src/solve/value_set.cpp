#include "solve/value_set.h"

#include <algorithm>

namespace forall::solve {

ValueSet ring_interval(std::uint64_t low, std::uint64_t high, unsigned width) {
  if (low <= high) return {{low, high}};
  if (low == high + 1) return all_values(width);
  return {{0, high}, {low, greatest_of(width)}};
}

void intersect(ValueSet& x, const ValueSet& y, ValueSet& spare) {
  spare.clear();
  for (std::size_t i = 0, k = 0; i < x.size() && k < y.size();) {
    const std::uint64_t low = std::max(x[i].low, y[k].low), high = std::min(x[i].high, y[k].high);
    if (low <= high) spare.push_back({low, high});
    if (x[i].high < y[k].high) {
      ++i;
    } else {
      ++k;
    }
  }
  x.swap(spare);
}

ValueSet intersection(const ValueSet& x, const ValueSet& y) {
  ValueSet result = x, spare;
  intersect(result, y, spare);
  return result;
}

ValueSet complement(const ValueSet& x, unsigned width) {
  ValueSet result;
  std::uint64_t next = 0;
  for (const Interval& each : x) {
    if (each.low > next) result.push_back({next, each.low - 1});
    if (each.high == greatest_of(width)) return result;
    next = each.high + 1;
  }
  result.push_back({next, greatest_of(width)});
  return result;
}

// What passes the greatest number comes first in the result, and may touch what follows it.
ValueSet shifted(const ValueSet& x, std::uint64_t by, unsigned width) {
  const std::uint64_t most = greatest_of(width);
  ValueSet result;
  const auto add = [&](std::uint64_t low, std::uint64_t high) {
    if (!result.empty() && result.back().high == low - 1 && low != 0) {
      result.back().high = high;
    } else {
      result.push_back({low, high});
    }
  };
  by &= most;
  const std::uint64_t passes_from = most - by + 1;  // by == 0: 0 modulo 2^64 or 2^width, and nothing passes
  if (by != 0) {
    for (const Interval& each : x) {
      if (each.high >= passes_from) add((std::max(each.low, passes_from) + by) & most, (each.high + by) & most);
    }
  }
  for (const Interval& each : x) {
    if (by == 0) {
      add(each.low, each.high);
    } else if (each.low < passes_from) {
      add(each.low + by, std::min(each.high, passes_from - 1) + by);
    }
  }
  return result;
}

bool next_up(const ValueSet& x, std::uint64_t& value) {
  for (const Interval& each : x) {
    if (each.high < value) continue;
    value = std::max(value, each.low);
    return true;
  }
  return false;
}

bool next_down(const ValueSet& x, std::uint64_t& value) {
  for (auto each = x.rbegin(); each != x.rend(); ++each) {
    if (each->low > value) continue;
    value = std::min(value, each->high);
    return true;
  }
  return false;
}

}  // namespace forall::solve
