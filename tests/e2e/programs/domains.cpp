// Each domain twice: what it promises holds for all its values, and the values at its edge are reached.
#include <forall/forall.h>

#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace {

// --- numbers and characters

void NumbersHold(int positive, int not_negative, int negative, int not_positive, int not_zero, double finite) {
  EXPECT_GT(positive, 0);
  EXPECT_GE(not_negative, 0);
  EXPECT_LT(negative, 0);
  EXPECT_LE(not_positive, 0);
  EXPECT_NE(not_zero, 0);
  EXPECT_EQ(finite - finite, 0.0);
}
void NumbersFail(int negative, int not_positive) { EXPECT_FALSE(negative == -2147483647 - 1 && not_positive == 0); }
void OneOfHolds(int n) { EXPECT_TRUE(n == 7 || n == 9 || (n >= 100 && n <= 200)); }
void OneOfFails(int n) { EXPECT_NE(n, 200); }
enum Mode : unsigned { kRead = 1, kWrite = 2, kSync = 8 };
void FlagsHold(Mode mode) { EXPECT_LE(static_cast<unsigned>(mode), 11U); }
void FlagsFail(Mode mode) { EXPECT_NE(static_cast<unsigned>(mode), 10U); }
void CharactersHold(char ascii, char printable, char digit, char lower, char upper, char letter, char word) {
  EXPECT_LE(static_cast<unsigned char>(ascii), 0x7f);
  EXPECT_TRUE(printable >= ' ' && printable <= '~');
  EXPECT_TRUE(digit >= '0' && digit <= '9');
  EXPECT_TRUE(lower >= 'a' && lower <= 'z');
  EXPECT_TRUE(upper >= 'A' && upper <= 'Z');
  EXPECT_TRUE((letter | 0x20) >= 'a' && (letter | 0x20) <= 'z');
  EXPECT_NE(word, '_');
}
void CharactersFail(char letter) { EXPECT_NE(letter, 'Q'); }

// --- strings

void StringsHold(const std::string& ascii, std::string_view printable, const std::string& digits) {
  EXPECT_TRUE(ascii.empty() || static_cast<unsigned char>(ascii[0]) < 0x80);
  EXPECT_TRUE(printable.size() == 3 && printable[2] != '\n');
  EXPECT_TRUE(digits.size() < 2 || (digits[1] >= '0' && digits[1] <= '9'));
}
void LongStringHolds(const std::string& text) { EXPECT_LE(text.size(), 20U); }
void LongStringFails(const std::string& text) { EXPECT_FALSE(text.size() == 20 && text[19] == 'z'); }
void WordsHold(const std::string& word) { EXPECT_TRUE(word == "stop" || word == "go"); }
void WordsFail(const std::string& word) { EXPECT_NE(word, "stop"); }
void NumeralHolds(const std::string& text) {
  const std::size_t digits = text[0] == '-' ? 1 : 0;
  EXPECT_TRUE(text.size() > digits && text[digits] >= '0' && text[digits] <= '9');
}
void NumeralFails(const std::string& text) { EXPECT_NE(text, "-90"); }
void UnlimitedNumeralFails(const std::string& text) { EXPECT_FALSE(text.size() == 5 && text[4] == '7'); }
void CStringHolds(const char* text) { EXPECT_TRUE(text[0] == 'a' || text[0] == 'b'); }

// --- containers

void VectorHolds(const std::vector<int>& v) {
  EXPECT_EQ(v.size(), 3U);
  EXPECT_GE(v[1], 1);
  EXPECT_LE(v[2], 9);
}
void VectorFails(const std::vector<int>& v) { EXPECT_FALSE(v.size() == 9 && v[8] == 4); }
void NotEmptyHolds(const std::vector<int>& v, const std::string& s) { EXPECT_TRUE(!v.empty() && !s.empty()); }
void DifferentHold(const std::vector<int>& v) { EXPECT_TRUE(v.size() < 3 || (v[0] != v[2] && v[1] != v[2])); }
void DifferentFail(const std::vector<int>& v) { EXPECT_FALSE(v.size() == 3 && v[0] + v[1] == 1); }
void SequencesHold(const std::deque<int>& d, const std::list<char>& l) {
  EXPECT_TRUE(d.empty() || d.front() == 3);
  EXPECT_LE(l.size(), 2U);
}
void SetsHold(const std::set<int>& s, const std::map<int, int>& m) {
  EXPECT_LE(s.size(), 2U);
  EXPECT_TRUE(m.empty() || m.begin()->first < m.begin()->second);
}
void MapFails(const std::map<int, int>& m) { EXPECT_FALSE(m.size() == 2 && m.rbegin()->second == 12); }
void UnorderedHold(const std::unordered_set<int>& s, const std::unordered_map<int, int>& m) {
  EXPECT_TRUE(s.size() == 1 && *s.begin() <= 2);
  EXPECT_TRUE(m.empty() || m.begin()->second == 5);
}
void ArraysHold(std::array<int, 3> a) { EXPECT_TRUE(a[0] > 0 && a[2] > 0); }

// --- parts

struct Point {
  int x;
  int y;
};
void PartsHold(std::pair<int, char> p, std::tuple<int, int> t, Point s) {
  EXPECT_TRUE(p.first == 1 && p.second >= 'a');
  EXPECT_LT(std::get<0>(t), std::get<1>(t));
  EXPECT_TRUE(s.x > 0 && s.y < 0);
}
void PartsFail(std::tuple<int, int> t) { EXPECT_FALSE(std::get<0>(t) == 4 && std::get<1>(t) == 15); }
void OptionalsHold(std::optional<int> any, std::optional<int> none, std::optional<int> some) {
  EXPECT_TRUE(!any || *any == 6);
  EXPECT_FALSE(none.has_value());
  EXPECT_TRUE(some.has_value() && *some > 0);
}
void OptionalsFail(std::optional<int> any) { EXPECT_TRUE(any.has_value()); }
void VariantHolds(const std::variant<int, std::string>& v) {
  if (v.index() == 0) {
    EXPECT_GT(std::get<0>(v), 0);
  } else {
    EXPECT_EQ(std::get<1>(v).size(), 1U);
  }
}
void VariantFails(const std::variant<int, std::string>& v) { EXPECT_FALSE(v.index() == 1 && std::get<1>(v)[0] == 'b'); }

// --- values that are made

class Price {
 public:
  Price(int units, bool is_net) : cents_(units * 100), is_net_(is_net) {
    if (units == 13) throw std::invalid_argument("unlucky");
  }
  int cents() const { return cents_; }
  bool is_net() const { return is_net_; }

 private:
  int cents_;
  bool is_net_;
};
void ConstructedHolds(const Price& price) { EXPECT_TRUE(price.cents() % 100 == 0 && price.cents() != 1300); }
void ConstructedFails(const Price& price) { EXPECT_FALSE(price.cents() == 4200 && price.is_net()); }
void MappedHolds(int even) { EXPECT_EQ(even % 2, 0); }
void MappedFails(int even, const std::string& text) { EXPECT_FALSE(even == 84 && text.size() == 4); }
void FlatMappedHolds(std::pair<int, int> below) { EXPECT_LE(below.second, 5); }
void FlatMappedFails(int below) { EXPECT_NE(below, 4); }
void FilteredHolds(int odd, const std::string& text) { EXPECT_TRUE(odd % 2 == 1 && text[0] == text[1]); }
void FilteredFails(int odd) { EXPECT_NE(odd, 99); }
void OwnedHold(std::unique_ptr<int> one, std::shared_ptr<int> other) {
  EXPECT_TRUE(one == nullptr || *one == 3);
  EXPECT_TRUE(other != nullptr && *other > 0);
}
void OwnedFails(std::unique_ptr<int> one) { EXPECT_TRUE(one == nullptr || *one != 3); }
class Even {
 public:
  static Even twice(int half) { return Even(2 * half); }
  int value() const { return value_; }

 private:
  explicit Even(int value) : value_(value) {}
  int value_;
};
void ArbitraryOfTheUserHolds(Even even, const std::vector<Even>& more) {
  EXPECT_EQ(even.value() % 2, 0);
  EXPECT_TRUE(more.empty() || more[0].value() < 100);
}
void ArbitraryOfTheUserFails(Even even) { EXPECT_NE(even.value(), 66); }

}  // namespace

FORALL_ARBITRARY(Even, Map([](int half) { return Even::twice(half); }, InRange(0, 49)));

FORALL(Domains, NumbersHold)
    .WithDomains(Positive<int>(), NonNegative<int>(), Negative<int>(), NonPositive<int>(), NonZero<int>(),
                 Finite<double>());
FORALL(Domains, NumbersFail).WithDomains(Negative<int>(), NonPositive<int>());
FORALL(Domains, OneOfHolds).WithDomains(OneOf(ElementOf({7, 9}), InRange(100, 200)));
FORALL(Domains, OneOfFails).WithDomains(OneOf(Just(7), InRange(100, 200)));
FORALL(Domains, FlagsHold).WithDomains(BitFlagCombinationOf({kRead, kWrite, kSync}));
FORALL(Domains, FlagsFail).WithDomains(BitFlagCombinationOf({kRead, kWrite, kSync}));
FORALL(Domains, CharactersHold)
    .WithDomains(AsciiChar(), PrintableAsciiChar(), NumericChar(), LowerChar(), UpperChar(), AlphaChar(),
                 AlphaNumericChar());
FORALL(Domains, CharactersFail).WithDomains(AlphaChar());
FORALL(Domains, StringsHold)
    .WithDomains(AsciiString().WithMaxSize(9), PrintableAsciiString().WithSize(3),
                 StringOf(NumericChar()).WithMaxSize(4));
FORALL(Domains, LongStringHolds).WithDomains(String().WithMaxSize(20));
FORALL(Domains, LongStringFails).WithDomains(Arbitrary<std::string>().WithMaxSize(20));
FORALL(Domains, WordsHold).WithDomains(ElementOf({"stop", "go"}));
FORALL(Domains, WordsFail).WithDomains(OneOf(Just("stop"), InRegexp("go+").WithMaxSize(4)));
FORALL(Domains, NumeralHolds).WithDomains(InRegexp("-?[0-9]{1,3}"));
FORALL(Domains, NumeralFails).WithDomains(InRegexp("^-?(0|[1-9]\\d*)$").WithMaxSize(4));
FORALL(Domains, UnlimitedNumeralFails).WithDomains(InRegexp("[1-9]+"));
FORALL(Domains, CStringHolds).WithDomains(InRegexp("(a|b).?"));
FORALL(Domains, VectorHolds).WithDomains(VectorOf(InRange(1, 9)).WithSize(3));
FORALL(Domains, VectorFails).WithDomains(ContainerOf<std::vector<int>>(InRange(1, 9)).WithMaxSize(9));
FORALL(Domains, NotEmptyHolds)
    .WithDomains(NonEmpty(VectorOf(Arbitrary<int>())), NonEmpty(Arbitrary<std::string>().WithMaxSize(4)));
FORALL(Domains, DifferentHold).WithDomains(UniqueElementsVectorOf(InRange(0, 2)));
FORALL(Domains, DifferentFail).WithDomains(UniqueElementsContainerOf<std::vector<int>>(InRange(0, 2)).WithMaxSize(3));
FORALL(Domains, SequencesHold).WithDomains(DequeOf(Just(3)).WithMaxSize(1), ListOf(AsciiChar()).WithMaxSize(2));
FORALL(Domains, SetsHold).WithDomains(SetOf(InRange(1, 2)), MapOf(InRange(1, 4), InRange(5, 9)).WithMaxSize(2));
FORALL(Domains, MapFails).WithDomains(MapOf(InRange(1, 4), InRange(5, 19)).WithMaxSize(2));
FORALL(Domains, UnorderedHold)
    .WithDomains(UnorderedSetOf(InRange(1, 2)).WithSize(1), UnorderedMapOf(Just(1), Just(5)).WithMaxSize(1));
FORALL(Domains, ArraysHold).WithDomains(ArrayOf<3>(Positive<int>()));
FORALL(Domains, PartsHold)
    .WithDomains(PairOf(Just(1), LowerChar()), TupleOf(InRange(0, 4), InRange(5, 9)),
                 StructOf<Point>(Positive<int>(), Negative<int>()));
FORALL(Domains, PartsFail).WithDomains(TupleOf(InRange(0, 4), InRange(5, 15)));
FORALL(Domains, OptionalsHold).WithDomains(OptionalOf(Just(6)), NullOpt<int>(), NonNull(OptionalOf(Positive<int>())));
FORALL(Domains, OptionalsFail).WithDomains(OptionalOf(Just(6)));
FORALL(Domains, VariantHolds).WithDomains(VariantOf(Positive<int>(), StringOf(LowerChar()).WithSize(1)));
FORALL(Domains, VariantFails).WithDomains(VariantOf(Positive<int>(), StringOf(LowerChar()).WithSize(1)));
FORALL(Domains, ConstructedHolds).WithDomains(ConstructorOf<Price>(InRange(0, 50), Arbitrary<bool>()));
FORALL(Domains, ConstructedFails).WithDomains(ConstructorOf<Price>(InRange(0, 50), Arbitrary<bool>()));
FORALL(Domains, MappedHolds).WithDomains(Map([](int half) { return 2 * half; }, InRange(0, 100)));
FORALL(Domains, MappedFails)
    .WithDomains(Map([](int half) { return 2 * half; }, InRange(0, 100)),
                 Map([](const std::string& a, char b) { return a + b; }, AsciiString().WithMaxSize(5), LowerChar()));
FORALL(Domains, FlatMappedHolds)
    .WithDomains(FlatMap([](int end) { return PairOf(Just(end), InRange(0, end)); }, InRange(0, 5)));
FORALL(Domains, FlatMappedFails).WithDomains(FlatMap([](int end) { return InRange(0, end); }, InRange(0, 5)));
FORALL(Domains, FilteredHolds)
    .WithDomains(Filter([](int n) { return n % 2 == 1; }, InRange(0, 100)),
                 Filter([](const std::string& s) { return s[0] == s[1]; }, String().WithSize(2)));
FORALL(Domains, FilteredFails).WithDomains(Filter([](int n) { return n % 2 == 1; }, InRange(0, 100)));
FORALL(Domains, OwnedHold).WithDomains(UniquePtrOf(Just(3)), NonNull(SharedPtrOf(Positive<int>())));
FORALL(Domains, OwnedFails).WithDomains(SmartPointerOf<std::unique_ptr<int>>(Just(3)));
FORALL(Domains, ArbitraryOfTheUserHolds).WithDomains(Arbitrary<Even>(), Arbitrary<std::vector<Even>>().WithMaxSize(1));
FORALL(Domains, ArbitraryOfTheUserFails);

// An enum without a fixed underlying type has the values of the bits for its enumerators, and no others.
enum Color { Red, Green, Blue };
enum Level { Low = -5, High = 3 };
namespace {
enum Local { One = 1 };
}
struct Painted {
  Color color;
  int n;
};
FORALL_STATE(Painted, color, n);
void EnumsHold(Color c, Level l, Local o, const Painted& p) {
  EXPECT_LE(static_cast<int>(c), 3);
  EXPECT_LE(static_cast<int>(p.color), 3);
  EXPECT_TRUE(static_cast<int>(l) >= -8 && static_cast<int>(l) <= 7);
  EXPECT_LE(static_cast<int>(o), 1);
}
FORALL(Domains, EnumsHold);
void EnumFails(Color c) { EXPECT_NE(static_cast<int>(c), 3); }
FORALL(Domains, EnumFails);
void NegativeEnumFails(Level l) { EXPECT_NE(static_cast<int>(l), -8); }
FORALL(Domains, NegativeEnumFails);
void FixedEnumFails(Mode m) { EXPECT_LE(static_cast<unsigned>(m), 15u); }
FORALL(Domains, FixedEnumFails);
