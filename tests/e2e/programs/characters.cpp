// What <ctype.h> takes: EOF and the values of an unsigned char.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace {

void IsAnything(int c) {
  if (std::isdigit(c) != 0) EXPECT_NE(c, 300);  // line: IsAnything
}
FORALL(Characters, IsAnything);

void IsCharacter(int c) {
  if (c < -1 || c > 255) return;
  EXPECT_EQ(std::isdigit(c) != 0, c >= '0' && c <= '9');
}
FORALL(Characters, IsCharacter);

void IsConstant(int a) {
  volatile int code = 1000;
  if (a == 5) code = std::toupper(code);  // line: IsConstant
}
FORALL(Characters, IsConstant);

}  // namespace
