// The length of a C string that is an input, asked for by strlen: what holds for all lengths, and what does not.
#include <forall/forall.h>

#include <cstring>
#include <string>

namespace {

void OfLengthOne(const char* p) {
  ASSUME(p != nullptr);
  ASSUME(strlen(p) == 1);
  EXPECT_NE(p[0], '\0');
  EXPECT_EQ(p[1], '\0');
}
void OfAnyLength(const char* p) {
  ASSUME(p != nullptr && strlen(p) > 2);
  EXPECT_NE(p[1], '\0');
  EXPECT_EQ(strlen(p + 2) + 2, strlen(p));
}
void ShortOnesAreCopied(const char* p) {
  ASSUME(p != nullptr && strlen(p) < 4);
  const std::string copy(p);
  EXPECT_EQ(copy.size(), strlen(p));
  EXPECT_STREQ(copy.c_str(), p);
}
void WrittenTo(char* p) {
  ASSUME(p != nullptr && strlen(p) > 0);
  p[0] = '\0';
  EXPECT_EQ(strlen(p), 0U);
}

void LongOnesFail(const char* p) {
  ASSUME(p != nullptr);
  EXPECT_LE(strlen(p), 10U);
}
void LongOnesDoNotFit(const char* p) {
  ASSUME(p != nullptr);
  char buffer[8];
  memcpy(buffer, p, strlen(p) + 1);
  EXPECT_EQ(strlen(buffer), strlen(p));
}
void OnlyLongOnes(const char* p) {
  ASSUME(p != nullptr && strlen(p) > 20);
  EXPECT_NE(p[3], 'x');
}
void LongOnesAreWrittenTo(char* p, unsigned at) {
  ASSUME(p != nullptr && at < strlen(p));
  if (at == 9) p[at] = '\0';
  EXPECT_NE(strlen(p), 9U);
}

void CutInTheMiddle(char* p) {
  ASSUME(p != nullptr && strlen(p) < 4);
  const std::size_t before = strlen(p);
  p[before / 2] = '\0';
  EXPECT_EQ(strlen(p), before);
}
void BehindTheEnd(const char* p) {
  ASSUME(p != nullptr);
  EXPECT_LE(strlen(p + 2), strlen(p));
}

}  // namespace

FORALL(Proved, OfLengthOne);
FORALL(Proved, OfAnyLength);
FORALL(Proved, ShortOnesAreCopied);
FORALL(Proved, WrittenTo);
FORALL(Open, LongOnesFail);
FORALL(Open, LongOnesDoNotFit);
FORALL(Open, OnlyLongOnes);
FORALL(Open, LongOnesAreWrittenTo);
FORALL(Refuted, CutInTheMiddle);
FORALL(Refuted, BehindTheEnd);
