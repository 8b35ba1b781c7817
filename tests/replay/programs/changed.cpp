// PUTs of the same names as in inputs.cpp with other parameters, and one that was never explored.
#include <forall/forall.h>

struct Point {
  int x;
  int y;  // was short
};
void Aggregate(Point p) { EXPECT_EQ(p.x, p.x); }
void Scalars(bool b) { EXPECT_EQ(b, b); }
void Expected(long long a) { EXPECT_EQ(a, a); }
void Never(int a) { EXPECT_EQ(a, a); }
void NeverButSeeded(int a) { EXPECT_EQ(a, 1); }
FORALL(Kinds, Aggregate);
FORALL(Kinds, Scalars);
FORALL(Kinds, Expected);
FORALL(Fresh, Never);
FORALL(Fresh, NeverButSeeded).WithSeeds({{1}});
