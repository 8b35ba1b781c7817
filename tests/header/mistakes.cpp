// Mistakes in a test, each of which is one error; which one, the test says with -D.
#include <forall/forall.h>

#ifdef UNDECLARED_FUNCTION
FORALL(Mistakes, NoSuchFunction);
#endif
#ifdef UNDECLARED_FUNCTION_WITH_DOMAINS
FORALL(Mistakes, NoSuchFunction).WithDomains(InRange(0, 9)).WithBounds(Bounds().Runs(3));
#endif

#ifdef BIT_FIELD
struct Flags {
  unsigned a : 3;
  unsigned b : 5;
};
void TakesFlags(Flags) {}
FORALL(Mistakes, TakesFlags);
#endif
#ifdef UNDESCRIBED_POINTEE
class Thing {
 public:
  explicit Thing(int size) : size_(size) {}
  int size() const { return size_; }

 private:
  int size_;
};
class Box {
 public:
  Thing* get(int index) { return slot_[index]; }

 private:
  Thing* slot_[3] = {};
};
FORALL_STATE(Box, slot_);
void IsKept(Box& box) { EXPECT_EQ(box.get(0), box.get(0)); }
FORALL(Mistakes, IsKept);
#endif
#ifdef WRONG_NAMES_OF_A_FACTORY
class Price {
 public:
  static Price of(long euros, int cents) { return Price(100 * euros + cents); }

 private:
  explicit Price(long cents) : cents_(cents) {}
  long cents_;
};
FORALL_FACTORY(Price, Price::of, int euros, int cents);
void IsPrice(Price) {}
FORALL(Mistakes, IsPrice);
#endif
#ifdef SAME_NAME_TWICE
void Same(int) {}
FORALL(Mistakes, Same);
FORALL(Mistakes, Same);
#endif
#ifdef RETURNS_A_VALUE
bool IsSmall(int x) { return x < 10; }
FORALL(Mistakes, IsSmall);
#endif
