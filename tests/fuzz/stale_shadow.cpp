// Code that is not instrumented (stale_shadow_plain.cpp) writes to memory that depends on the inputs.
#include <forall/forall.h>
#include <gtest/gtest.h>

extern "C" {
void plain_store_seven(int* place);
void plain_store_zero(int* place);
void plain_store_byte(void* place);
void plain_remember(int* place);
void plain_store_to_remembered(void);
void plain_read(const int* place);
}

// True, but nothing that forall can prove.
void WholeValue(int a) {
  int x = a;
  plain_store_seven(&x);
  if (x != 7) ADD_FAILURE();  // line: whole
}
FORALL(StaleShadow, WholeValue);

void OneByte(unsigned a) {
  unsigned x = a & 0xffff00ffu;
  plain_store_byte(&x);
  if ((x >> 8 & 0xff) != 0x11) ADD_FAILURE();  // line: byte
}
FORALL(StaleShadow, OneByte);

void PartOfAnArray(int a, int b) {
  int x[2] = {a, b};
  plain_store_seven(&x[1]);
  if (x[1] != 7) ADD_FAILURE();  // line: element
}
FORALL(StaleShadow, PartOfAnArray);

void ThroughARememberedPointer(int a) {
  int x = a;
  plain_remember(&x);
  plain_store_to_remembered();
  if (x != 7) ADD_FAILURE();  // line: remembered
}
FORALL(StaleShadow, ThroughARememberedPointer);

// In the first run the input is zero, so the new value equals the old one and the shadow agrees with memory. It is
// false for any other input: 0 is not what the program has, a is.
void SameValue(int a) {
  int x = a;
  plain_store_zero(&x);
  if (x != a) ADD_FAILURE();  // line: same
}
FORALL(StaleShadow, SameValue);

// The same for one input only: nothing is ever seen to differ, and still nothing may be proved.
void SameValueForTheOnlyInput(int a) {
  ASSUME(a == 0);
  int x = a;
  plain_store_zero(&x);
  if (x != a) ADD_FAILURE();
}
FORALL(StaleShadow, SameValueForTheOnlyInput);

// Memory that only was read still has its expression.
void OnlyRead(int a) {
  int x = a;
  plain_read(&x);
  if (x == 12345) ADD_FAILURE();
}
FORALL(StaleShadow, OnlyRead);
