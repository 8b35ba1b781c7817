// Everything the header offers, for compilers to warn about: all parameter types, all chained calls, all domains.
#include <forall/forall.h>

#include <array>
#include <cstddef>
#include <stdexcept>

namespace {

enum Plain { kA, kB = 7 };
enum class Scoped : unsigned char { First, Second };
struct Point {
  int x;
  int y;
};
struct Matrix {
  int grid[2][3];
  Point origin;
  const bool flag = true;
  std::array<Scoped, 2> scopes;
};
struct Empty {};
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

void Characters(char, signed char, unsigned char, wchar_t, char16_t, char32_t) {}
#ifdef __cpp_char8_t
void Utf8(char8_t, const char8_t&) {}
#endif
void Integers(bool, short, unsigned short, int a, unsigned b, long, unsigned long, long long, unsigned long long) {
  ASSUME(a > 0 && b < 5);
  FORALL_ASSUME(b > 0 || a == 3);
}
void Wide(Int128 a, const UInt128& b) { EXPECT_TRUE(a >= 0 || b > 0); }
void Enums(Plain p, Scoped s, std::byte b) { EXPECT_TRUE(p == kA || s == Scoped::First || b == std::byte{}); }
void Arrays(int (&a)[4], const int (&b)[2], std::array<std::array<int, 2>, 2> c, const std::array<char, 3>& d) {
  a[0] = b[0] + c[0][0] + d[0];
}
void Aggregates(Point p, const Matrix& m, Point& q, const Point r, Empty) {
  auto [x, y] = p;
  ASSUME(x < y);
  EXPECT_EQ(m.grid[0][0], q.x + r.x);
}
int ReturnsAValue(int a) noexcept { return a; }
void Chooses() {
  const int n = forall::choose<int>("n");
  const Point p = forall::choose<Point>("p");
  const auto a = forall::choose<std::array<Plain, 2>>("a");
  forall::observe("n", n);
  forall::observe("p", p);
  forall::observe("a", a);
}
void Throwing(int a) {
  if (a != 0) throw std::out_of_range("not zero");
  throw std::out_of_range("zero");
}
void Domains(int a, long b, unsigned char c, Scoped d, std::array<int, 3> e, int (&f)[2], Point g) {
  EXPECT_LE(a + b + c + e[0] + f[0] + g.x, 1000);
  EXPECT_EQ(d, d);
}
void Triple(int a, int b, int c) { EXPECT_LE(a, b + c); }
void Positive(int a) { EXPECT_GT(a, 0); }

class Fixture : public testing::Test {
 public:
  void Method(int a, Point p) {
    EXPECT_EQ(value_, 1);
    EXPECT_EQ(a, p.x);
  }
  void ConstMethod(int a) const noexcept { EXPECT_EQ(value_, a); }

 protected:
  void SetUp() override { value_ = 1; }
  int value_ = 0;
};

}  // namespace

FORALL(Sample, Characters);
#ifdef __cpp_char8_t
FORALL(Sample, Utf8);
#endif
FORALL(Sample, Integers);
FORALL(Sample, Wide).WithSeeds({{-1, 1}});
FORALL(Sample, Enums).WithSeeds({{kB, Scoped::First, std::byte{1}}});
FORALL(Sample, Arrays).WithSeeds({{{1, 2, 3, 4}, {1, 2}, {{{1, 2}, {3, 4}}}, {'a', 'b', 'c'}}});
FORALL(Sample, Aggregates)
    .WithSeeds(
        {{{1, 2}, {{{1, 2, 3}, {4, 5, 6}}, {1, 2}, true, {Scoped::First, Scoped::Second}}, {-1, 0}, {2, 1}, {}}});
FORALL(Sample, ReturnsAValue);
FORALL(Sample, Chooses).WithSeeds({{}});
FORALL(Sample, Throwing).Throws<std::out_of_range>().WithSeeds({{1}});
FORALL(Sample, Domains)
    .WithDomains(InRange(0, 100), OneOf(InRange(0, 3), Just(7)), NonZero<unsigned char>(),
                 ElementOf({Scoped::First, Scoped::Second}), ArrayOf(InRange(1, 2)),
                 ArrayOf(Filter([](int v) { return v > 3; }, NonNegative<int>())), Just(Point{1, 2}));
FORALL(Sample, Triple)
    .WithDomains(forall::InRange(0, 100), Arbitrary<int>(), ElementOf({1, 2, 3}))
    .WithSeeds({{3, 4, 1}})
#if __cplusplus >= 202002L
    .WithBounds({.unfold = 8, .seconds = 10});
#else
    .WithBounds(Bounds().Unfold(8).Seconds(10));
#endif
FORALL(Sample, Positive).WithDomains(Positive<int>());  // a PUT may be called like a domain
FORALL_F(Fixture, Method).WithSeeds({{1, {1, 2}}});
FORALL_F(Fixture, ConstMethod).WithSeeds({{1}, {1}});

namespace outer {
namespace inner {
static void Nested(int) {}
FORALL(Sample, Nested);
}  // namespace inner
}  // namespace outer
