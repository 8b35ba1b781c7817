// Everything the header offers, for compilers to warn about: all parameter types, all chained calls, all domains.
#include <forall/forall.h>

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

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
void Texts(std::string a, const std::wstring& b, std::u16string c, std::u32string& d, std::string_view e, const char* f,
           char* g, std::wstring_view h) {
  forall::observe("a", a);
  EXPECT_TRUE(a.size() + b.size() + c.size() + d.size() + e.size() + h.size() < 3 || f != nullptr || g == nullptr);
}
struct Node {
  int value;
  Node* next;
};
void Sequences(std::vector<int> a, std::vector<bool> b, std::deque<int> c, std::list<std::string> d,
               std::forward_list<Scoped> e, std::array<std::string, 2> f, std::vector<std::vector<char>> g,
               std::vector<std::unique_ptr<Node>> h) {
  EXPECT_TRUE(a.size() + b.size() + c.size() + d.size() + f[0].size() + g.size() + h.size() < 3 || e.empty());
}
void Keyed(std::map<int, int> a, std::set<std::string> b, std::multimap<int, std::string> c,
           std::multiset<int, std::greater<int>> d, std::unordered_map<int, int> e, std::unordered_set<long> f,
           std::unordered_multimap<int, int> g, const std::unordered_multiset<int>& h) {
  forall::observe("a", a);
  EXPECT_LT(a.size() + b.size() + c.size() + d.size() + e.size() + f.size() + g.size() + h.size(), 3U);
}
void Products(std::pair<int, std::string> a, std::tuple<int, char, std::vector<int>> b, std::optional<int> c,
              std::optional<std::string> d, std::variant<int, std::string, std::monostate> e, std::complex<double> f,
              std::monostate, std::tuple<>) {
  forall::observe("e", e);
  EXPECT_TRUE(a.first == 1 || std::get<0>(b) == 2 || c || d || e.index() == 0 || f.real() > 0);
}
void Numbers(std::bitset<9> a, std::bitset<100> b, std::chrono::seconds c, std::chrono::system_clock::time_point d,
             std::chrono::duration<double> e) {
  EXPECT_TRUE(a.any() || b.any() || c.count() > 1 || d.time_since_epoch().count() > 0 || e.count() > 0);
}
void Owners(std::unique_ptr<Node> a, std::shared_ptr<Node> b, std::shared_ptr<Node> c, const Node* d,
            std::shared_ptr<const int> e) {
  EXPECT_TRUE(a || b || c == b || d == nullptr || e);
}
#if __cplusplus >= 202002L
void Spans(std::span<int> a, std::span<const char> b, std::u8string c, std::u8string_view d) {
  EXPECT_LT(a.size() + b.size() + c.size() + d.size(), 3U);
}
#endif
class Money {
 public:
  Money(int units, std::string currency) : units_(units), currency_(std::move(currency)) {}
  int units() const { return units_; }
  const std::string& currency() const { return currency_; }

 private:
  int units_;
  std::string currency_;
};
void MoreDomains(std::string a, std::vector<int> b, std::map<int, char> c, std::optional<int> d,
                 std::variant<int, std::string> e, std::pair<int, Point> f, const Money& g, int h, std::vector<int> i,
                 std::unique_ptr<int> j, const std::vector<Money>& k) {
  EXPECT_TRUE(a.empty() || b.empty() || c.empty() || d || e.index() == 0 || f.first == g.units() || h == 0 || !j);
  EXPECT_TRUE(i.empty() || k.empty() || k[0].currency().empty());
}
void Vocabulary(char a, char b, char c, char d, char e, char f, char g, Plain h, double i, long j) {
  EXPECT_TRUE(a + b + c + d + e + f + g > h || i < static_cast<double>(j));
}
void NeverThrows(int a) noexcept { EXPECT_EQ(a, a); }
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
FORALL(Sample, Texts).WithSeeds({{"abc", L"x", u"", U"z", "v", "c", nullptr, L""}});
FORALL(Sample, Sequences);
FORALL(Sample, Keyed).WithSeeds({{{{1, 2}}, {"a"}, {{3, "x"}}, {1, 1}, {{1, 1}}, {3}, {}, {2, 2}}});
FORALL(Sample, Products).WithSeeds({{{1, "a"}, {1, 'c', {2, 3}}, std::nullopt, "x", 3, {1.0, 2.0}, {}, {}}});
FORALL(Sample, Numbers).WithSeeds({{5, 6, std::chrono::seconds(3), {}, {}}});
FORALL(Sample, Owners);
#if __cplusplus >= 202002L
FORALL(Sample, Spans);
#endif
FORALL(Sample, MoreDomains)
    .WithDomains(OneOf(InRegexp("[a-z]+"), PrintableAsciiString().WithSize(3), ElementOf({"a", "b"})),
                 NonEmpty(VectorOf(InRange(0, 9))).WithMaxSize(3), MapOf(Positive<int>(), LowerChar()).WithSize(2),
                 NonNull(OptionalOf(NonZero<int>())), VariantOf(Just(1), AsciiString()),
                 PairOf(Negative<int>(), StructOf<Point>(NonPositive<int>(), Arbitrary<int>())),
                 ConstructorOf<Money>(InRange(0, 9), ElementOf({"EUR", "USD"})),
                 FlatMap([](int n) { return InRange(0, n); }, InRange(1, 5)),
                 UniqueElementsVectorOf(Filter([](int n) { return n % 2 == 0; }, InRange(0, 9))),
                 UniquePtrOf(Positive<int>()),
                 ContainerOf<std::vector<Money>>(Map([](int n) { return Money(n, "EUR"); }, InRange(0, 9))));
FORALL(Sample, Vocabulary)
    .WithDomains(forall::AsciiChar(), PrintableAsciiChar(), NumericChar(), LowerChar(), UpperChar(), AlphaChar(),
                 AlphaNumericChar(), BitFlagCombinationOf({kA, kB}), forall::Finite<double>(), Negative<long>());
FORALL(Sample, NeverThrows);
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
template <class T, class U>
void Instance(T, U) {}
}  // namespace inner
}  // namespace outer
FORALL(Sample, OfAnotherNamespace, outer::inner::Nested).WithSeeds({{1}});
FORALL(Sample, Instance, outer::inner::Instance<int, long>).WithDomains(Positive<int>(), Negative<long>());
FORALL(Sample, Lambda, +[](int) {});

constexpr bool has_name(const char* list, std::size_t index, std::string_view name) {
  return std::string_view(forall::internal::declared_name(list, index).text) == name;
}
static_assert(has_name("long euros, int cents", 0, "euros") && has_name("long euros, int cents", 1, "cents"));
static_assert(has_name("const std::map<int, long>& by_key, std::string* end", 0, "by_key"));
static_assert(has_name("const std::map<int, long>& by_key, std::string* end", 1, "end"));
static_assert(has_name("long, unsigned int", 0, "0") && has_name("long, unsigned int", 1, "1"));
static_assert(has_name("const shop::Kind, Kind, const Kind, Kind const&", 0, "0"));
static_assert(has_name("const shop::Kind, Kind, const Kind, Kind const&", 1, "1"));
static_assert(has_name("const shop::Kind, Kind, const Kind, Kind const&", 2, "2"));
static_assert(has_name("const shop::Kind, Kind, const Kind, Kind const&", 3, "3"));
static_assert(has_name("int (*compare)(int, int), unsigned n", 0, "0"));
static_assert(has_name("int (*compare)(int, int), unsigned n", 1, "n"));
