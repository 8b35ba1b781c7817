// PUTs for an ordinary build: what each of them prints is checked by a test of its own (CMakeLists.txt).
#include <forall/forall.h>

#include <array>
#include <stdexcept>

struct Point {
  int x;
  int y;
};

static int fixtures_set_up = 0;

void NoSeeds(int a) { EXPECT_EQ(a, a); }
void SeedsHold(int a, Point p, int (&numbers)[3]) {
  EXPECT_EQ(a, p.x + p.y);
  EXPECT_EQ(numbers[0] + numbers[1], numbers[2]);
  numbers[0] = 100;  // a seed is not shared with the next one
}
void OneSeedFails(int a, signed char b) { EXPECT_LT(a, b); }
void Discards(int a) {
  ASSUME(a > 10);
  EXPECT_GT(a, 0);
}
void OutsideItsDomain(int a) { EXPECT_LT(a, 10); }
void ThrowsWhatItShould(int a) { throw std::out_of_range("at " + std::to_string(a)); }
void ThrowsNothing(int a) { EXPECT_EQ(a, a); }
void ThrowsSomethingElse(int a) { throw std::runtime_error("other " + std::to_string(a)); }
void ThrowsUnexpectedly(int) { throw std::runtime_error("unexpected"); }
void ChoosesAndObserves(int a) {
  const int first = forall::choose<int>("n");
  const int second = forall::choose<int>("n");
  const Point point = forall::choose<Point>("p");
  forall::observe("sum", a + first + second);
  forall::observe("point", point);
  forall::observe("is_big", a > 1000);
}

class Counter : public testing::Test {
 public:
  void IsFresh(int a) {
    EXPECT_EQ(value_, 1);
    value_ += a;
    EXPECT_LE(fixtures_set_up, 2);
  }

 protected:
  void SetUp() override {
    ++value_;
    ++fixtures_set_up;
  }
  void TearDown() override { EXPECT_GT(value_, 1); }
  int value_ = 0;
};

FORALL(Native, NoSeeds);
FORALL(Native, SeedsHold).WithSeeds({{3, {1, 2}, {1, 2, 3}}, {-1, {-1, 0}, {0, 0, 0}}});
FORALL(Native, OneSeedFails).WithSeeds({{1, 2}, {2, -3}});
FORALL(Native, Discards).WithSeeds({{3}});
FORALL(Native, OutsideItsDomain).WithDomains(InRange(0, 9)).WithSeeds({{3}, {30}});
FORALL(Native, ThrowsWhatItShould).Throws<std::logic_error>().WithSeeds({{1}});
FORALL(Native, ThrowsNothing).Throws<std::logic_error>().WithSeeds({{1}});
FORALL(Native, ThrowsSomethingElse).Throws<std::logic_error>().WithSeeds({{1}});
FORALL(Native, ThrowsUnexpectedly).WithSeeds({{1}});
FORALL(Native, ChoosesAndObserves).WithSeeds({{1}});
FORALL_F(Counter, IsFresh).WithSeeds({{1}, {2}});
TEST_F(Counter, LivesBesideOrdinaryTests) { value_ = 2; }
TEST(Native, LivesBesideOrdinaryTests) {}
TEST(Native, AssumptionEndsAnOrdinaryTest) {
  Discards(3);
  ADD_FAILURE() << "reached";
}
