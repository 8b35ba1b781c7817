// One test that forall cannot explore, because an input has two types, between two that it can.
#include <forall/engine.h>
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

void First(int a) { EXPECT_EQ(a, a + 0); }
FORALL(Mishap, First);

void TwoTypes(bool is_wide) {
  constexpr unsigned kUnsignedLong = 13;
  unsigned long x = 0;
  if (is_wide) {
    __forall_input(&x, 8, 64, kUnsignedLong, "x", "unsigned long", 0, 0, false);
  } else {
    __forall_input(&x, 4, 32, kUnsignedLong, "x", "unsigned", 0, 0, false);
  }
  EXPECT_NE(x, 99U);
}
FORALL(Mishap, TwoTypes);

void Last(int a) { EXPECT_NE(a, 7); }
FORALL(Mishap, Last);

}  // namespace
