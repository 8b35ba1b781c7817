// Failures with many cases, many failures of one test, and one place that two calls fail at.
#include <forall/forall.h>

#include <vector>

namespace {

[[gnu::noinline]] const int* find(const std::vector<int>& values, int wanted) {
  for (const int& value : values) {
    if (value == wanted) return &value;
  }
  return nullptr;
}

int value_at(const int* place) {
  return *place;  // line: null
}

void OnePlace(const std::vector<int>& values, int wanted) {
  ASSUME(values.size() <= 3);
  EXPECT_EQ(value_at(find(values, wanted)), wanted);
}
FORALL(Failures, OnePlace);

void TwoCalls(int x) {
  const std::vector<int> none;
  if (x == 1) EXPECT_EQ(value_at(find(none, x)), 1);  // line: first call
  if (x == 2) EXPECT_EQ(value_at(find(none, x)), 2);  // line: second call
}
FORALL(Failures, TwoCalls);

void expect_small(int value) { EXPECT_LT(value, 100); }

void TwoHelperCalls(int x, int y) {
  expect_small(x);  // line: first helper call
  expect_small(y);  // line: second helper call
}
FORALL(Failures, TwoHelperCalls);

void ThreeAssertions(int x) {
  EXPECT_NE(x, 1);
  EXPECT_NE(x, 2);
  EXPECT_NE(x, 3);
}
FORALL(Failures, ThreeAssertions);

}  // namespace
