// Intervals of wide numbers: the first test is long for a SAT solver and short for Z3, the second the other way round.
#include <forall/forall.h>

#include <algorithm>

struct Interval {
  long low, high;
};

static Interval intersection(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
static bool contains(Interval a, long x) { return a.low <= x && x <= a.high; }

void Contains(long a, long b, long c, long d, long x) {
  const Interval p{a, b}, q{c, d};
  EXPECT_EQ(contains(intersection(p, q), x), contains(p, x) && contains(q, x));
}
FORALL(Intervals, Contains);

void Length(long a, long b, long c, long d, long x) {
  constexpr long kMost = 1000000000000;
  ASSUME(a <= b && c <= d && a >= -kMost && b <= kMost && c >= -kMost && d <= kMost);
  const Interval both = intersection({a, b}, {c, d});
  ASSUME(both.low <= both.high);
  EXPECT_LE(both.high - both.low, b - a);
  EXPECT_LE(both.high - both.low, d - c);
  if (contains(both, x)) EXPECT_TRUE(x - a <= b - a && x - c <= d - c);
}
FORALL(Intervals, Length);
